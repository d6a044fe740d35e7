/** The command line of `npm run service` in; a running service, its address and key on standard output, out. */
import { parseArgs } from "node:util";
import { startService } from "./startService.ts";

const help = `Usage: npm run service -- [options]

The built-in demo generation service, on 127.0.0.1.

  --port N               TCP port; 0 takes a free one (default 8787)
  --data DIR             keep accounts, tasks and results in DIR (default: in memory)
  --key KEY              accepted API key; repeat for more accounts (default: a random one)
  --balance N            balance of a new account (default 1000)
  --rate N               requests that a key may make in a minute; 0 is no limit (default 0)
  --tokens-per-second N  speed of text; 0 is as fast as possible (default 100)
  --delay MS             milliseconds before a generation begins (default 0)
  --wait-limit MS        milliseconds that POST /responses waits before it answers 504 (default 120000)
  --faults               list the fault models
  --superset             add the fields that Open Responses demands beyond the interface
  --help                 show this text
`;

function readNumber(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (value.trim() !== "" && Number.isFinite(number) && number >= 0) return number;
  throw new TypeError(`--${name} must be a number that is not negative.`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string" },
      data: { type: "string" },
      key: { type: "string", multiple: true },
      balance: { type: "string" },
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
    process.stdout.write(help);
    return;
  }
  const service = await startService({
    port: readNumber("port", values.port, 8787),
    keys: values.key ?? [],
    balance: readNumber("balance", values.balance, 1000),
    rate: readNumber("rate", values.rate, 0),
    tokensPerSecond: readNumber("tokens-per-second", values["tokens-per-second"], 100),
    delay: readNumber("delay", values.delay, 0),
    waitLimit: readNumber("wait-limit", values["wait-limit"], 120_000),
    faults: values.faults ?? false,
    superset: values.superset ?? false,
    log: (line) => process.stderr.write(`${line}\n`),
    ...(values.data === undefined ? {} : { data: values.data }),
  });
  process.stdout.write(`Built-in demo service\nurl: ${service.url}\nkey: ${service.key}\n`);
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
