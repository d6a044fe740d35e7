import { unitVariable } from "../../contract/writeAmount.ts";

/** The output of `--help`. */
export const serveHelp = (program: string) => `Usage: ${program} [options]

The built-in generation service: a demo, or the providers of a configuration. It answers this machine alone, but for
--host. In a browser, its address shows models, usage and tasks to whoever signs in with a key.

  --config FILE          providers and their models, as YAML or JSON (default: the demo)
  --port N               TCP port; 0 takes a free one (default 8787)
  --data DIR             keep accounts, tasks and results in DIR (default: in memory)
  --files DIR            keep results that are larger than 1 MiB in DIR (default: files in the folder of --data); with --database
                         also s3://BUCKET/PREFIX, with AWS_ENDPOINT_URL_S3, AWS_REGION and AWS_ACCESS_KEY_ID as usual
  --database URL         share accounts, tasks and results with other machines: postgres://USER:PASSWORD@HOST/NAME
  --workers LIST         with --database, tasks that are made here at once (default text=16,image=4,audio=4,video=2)
  --host ADDRESS         with --database, the address to listen on, such as 0.0.0.0 (default 127.0.0.1)
  --tls-cert FILE        certificate with its chain, as PEM; read again on SIGHUP
  --tls-key FILE         its key
  --sign-cert FILE       sign results with Content Credentials (C2PA): certificate with its chain, as PEM (default: not signed)
  --sign-key FILE        its key
  --sign-tool PATH       c2patool, or the folder of an installed @contentauth/c2pa-node (default c2patool)
  --sign-timestamps URL  a time stamp authority
  --behind-proxy LIST    instead of a certificate: addresses of proxies that speak TLS with clients, such as 10.0.0.5,10.1.0.0/16
  --max-request MIB      size of the largest request (default 32)
  --max-memory MIB       requests that are in memory at once, half of it for one key (default 256)
  --header-timeout MS    milliseconds in which a request's headers must have arrived (default 10000)
  --body-timeout MS      milliseconds in which its body must have arrived (default 30000)
  --max-streams N        texts that are answered at once; 0 is no limit (default 1024 beyond this machine, else 0)
  --max-key-streams N    the same for each key (default 64 beyond this machine, else 0)
  --key KEY              accepted API key; repeat for more accounts (default: a random one)
  --balance N            balance of a new account (default 1000)
  --bonus N              bonus of a new account, used before its balance (default 0)
  --referral N           earnings of a new account by referral, used before its balance (default 0)
  --reserve N            what each unfinished task reserves of a balance; 0 is nothing, so that simultaneous tasks may exceed it
                         (default: an estimate by the model's price)
  --refill               give every account its starting balance, bonus and referral again
  --rate N               requests that a key may make in a minute; 0 is no limit (default 0)
  --tokens-per-second N  speed of the demo's text; 0 is as fast as possible (default 100)
  --delay MS             milliseconds before a generation begins (default 0)
  --wait-limit MS        milliseconds that POST /responses waits before it answers 504 (default 120000)
  --grace SECONDS        time that answers under way have after SIGTERM; 0 ends at once, as SIGINT does (default 30)
  --log FORMAT           text or json lines on standard error (default: text at a terminal, else json)
  --metrics-from LIST    addresses that may read /metrics beside this machine, such as 10.0.0.9,10.1.0.0/16
  --faults               list the fault models
  --superset             add the fields that Open Responses demands beyond the interface, and what models take, and accept what
                         standard clients send
  --superset-for LIST    the same for these accounts alone: account-2 is that of the second --key
  --help                 show this text

The variable ${unitVariable} names the unit of amounts, such as $ (default credits).
`;

/** The output of `--help` for the commands that manage accounts. */
export const keysHelp = (program: string) => `Usage: ${program} keys COMMAND --database URL

  create NAME            prints the new account's key, once
    --balance N          default 100
    --rate N             requests that it may make in a minute; 0 is no limit (default: the service's --rate)
    --models LIST        ids of models that it may use, * for any characters, separated by commas (default: all)
    --superset VALUE     on or off (default: the service's --superset)
  list                   accounts, balances and limits
  top-up NAME N          adds N to a balance
  superset NAME VALUE    on, off or default: whether the account's clients are standard clients; see --superset of the service
  revoke NAME            refuses the key from now on; the account stays
  rotate NAME            prints a new key, and refuses the old one
`;

export const usageHelp = (program: string) => `Usage: ${program} usage --database URL

  --by LIST              any of key, model and day, separated by commas (default key)
  --since DATE           first day, as YYYY-MM-DD in UTC (default: all)
  --csv                  lines of CSV
`;

export const doctorHelp = (program: string) => `Usage: ${program} [options]

Checks what a service would use, as the user who runs it, and changes nothing. Ends with 1 if there is an error.

  --database URL         version, rights, free connections, clock, poolers
  --files DIR            whether this user can write there, and its owner
  --files s3://BUCKET    whether the bucket stores and returns an object
  --config FILE          whether each provider lists its models

Always: the memory and the open files that a service started in the same way may use.
`;
