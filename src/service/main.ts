/** The command line of `npm run service`: starts a service and prints its address and key, or manages the accounts of a team's. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Configuration } from "../contract/configuration.ts";
import { readConfiguration } from "../providers/readConfiguration.ts";
import { keysHelp, usageHelp } from "./commands/help.ts";
import { readNumber } from "./commands/readNumber.ts";
import { readWorkers } from "./queue/readWorkers.ts";
import type { ServiceOptions } from "./serviceOptions.ts";
import { startService } from "./startService.ts";
import type { OpenStore } from "./store/openedStore.ts";

const help = `Usage: npm run service -- [options]

The built-in generation service, on 127.0.0.1: a demo, or the providers of a configuration.

  --config FILE          providers and their models, as YAML or JSON (default: the demo)
  --port N               TCP port; 0 takes a free one (default 8787)
  --data DIR             keep accounts, tasks and results in DIR (default: in memory)
  --files DIR            keep results that are larger than 1 MiB in DIR (default: files in the folder of --data)
  --database URL         share accounts, tasks and results with other machines: postgres://USER:PASSWORD@HOST/NAME
  --workers LIST         with --database, tasks that are made here at once (default text=16,image=4,audio=4,video=2)
  --key KEY              accepted API key; repeat for more accounts (default: a random one)
  --balance N            balance of a new account (default 1000)
  --bonus N              bonus of a new account, used before its balance (default 0)
  --referral N           earnings of a new account by referral, used before its balance (default 0)
  --refill               give every account its starting balance, bonus and referral again
  --rate N               requests that a key may make in a minute; 0 is no limit (default 0)
  --tokens-per-second N  speed of the demo's text; 0 is as fast as possible (default 100)
  --delay MS             milliseconds before a generation begins (default 0)
  --wait-limit MS        milliseconds that POST /responses waits before it answers 504 (default 120000)
  --faults               list the fault models
  --superset             add the fields that Open Responses demands beyond the interface, and what models take
  --help                 show this text
`;

function readConfigurationFile(path: string): Configuration {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new TypeError(`The configuration ${path} cannot be read.`);
  }
  return readConfiguration(text);
}

async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2);
  switch (command) {
    case "keys":
      process.stdout.write(await (await import("./commands/manageKeys.ts")).manageKeys(rest));
      return;
    case "usage":
      process.stdout.write(await (await import("./commands/reportUsage.ts")).reportUsage(rest));
      return;
    default:
      await serve();
  }
}

/** Loaded where it is used: a service on SQLite starts without it. */
async function databaseStore(url: string, workers: string | undefined): Promise<OpenStore> {
  const { postgresStore } = await import("./store/postgres/openPostgresStore.ts");
  return postgresStore(url, readWorkers(workers));
}

async function serve(): Promise<void> {
  const { values } = parseArgs({
    options: {
      config: { type: "string" },
      port: { type: "string" },
      data: { type: "string" },
      files: { type: "string" },
      database: { type: "string" },
      workers: { type: "string" },
      key: { type: "string", multiple: true },
      balance: { type: "string" },
      bonus: { type: "string" },
      referral: { type: "string" },
      refill: { type: "boolean" },
      rate: { type: "string" },
      "tokens-per-second": { type: "string" },
      delay: { type: "string" },
      "wait-limit": { type: "string" },
      faults: { type: "boolean" },
      superset: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    process.stdout.write(`${help}\n${keysHelp}\n${usageHelp}`);
    return;
  }
  if (values.database !== undefined && values.data !== undefined) throw new TypeError("--data and --database cannot be used together.");
  if (values.database === undefined && values.workers !== undefined) throw new TypeError("--workers needs --database.");
  const store = values.database === undefined ? undefined : await databaseStore(values.database, values.workers);
  const options: ServiceOptions = {
    ...(values.config === undefined ? {} : { configuration: readConfigurationFile(values.config) }),
    environment: process.env,
    port: readNumber("port", values.port, 8787),
    keys: values.key ?? [],
    balance: readNumber("balance", values.balance, 1000),
    bonus: readNumber("bonus", values.bonus, 0),
    referral: readNumber("referral", values.referral, 0),
    rate: readNumber("rate", values.rate, 0),
    tokensPerSecond: readNumber("tokens-per-second", values["tokens-per-second"], 100),
    delay: readNumber("delay", values.delay, 0),
    waitLimit: readNumber("wait-limit", values["wait-limit"], 120_000),
    faults: values.faults ?? false,
    superset: values.superset ?? false,
    log: (line) => process.stderr.write(`${line}\n`),
    ...(values.data === undefined ? {} : { data: values.data }),
    ...(values.files === undefined ? {} : { files: values.files }),
  };
  const service = await startService(options, store);
  if (values.refill) await service.refill();
  process.stdout.write(`Built-in demo service\nurl: ${service.url}\n${service.key === "" ? "" : `key: ${service.key}\n`}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      void service.close();
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nTry --help.\n`);
  process.exitCode = 1;
});
