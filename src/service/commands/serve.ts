/** Starts a service, prints its address and key, and stops it on a signal. */
import { parseArgs } from "node:util";
import { errorText } from "../../contract/errorText.ts";
import { forTerminal } from "../../contract/hiddenCharacters.ts";
import { present } from "../../contract/present.ts";
import { unitIn } from "../../contract/writeAmount.ts";
import { createObserver } from "../operations/createObserver.ts";
import { joinLines, type LogFormat, logFormats } from "../operations/requestLog.ts";
import { statusPage } from "../page/statusPage.ts";
import { readWorkers } from "../queue/taskQueue.ts";
import type { ServiceOptions } from "../serviceOptions.ts";
import { startService } from "../startService.ts";
import type { OpenStore } from "../store/openedStore.ts";
import { endOnSignals } from "./endOnSignals.ts";
import { readConfigurationFile } from "./readConfigurationFile.ts";
import { readAddresses, readKeys, readNumberOption, readPort } from "./readOptions.ts";
import { readReach } from "./readReach.ts";
import { readSigning } from "./readSigning.ts";
import { requireDatabaseAddress, requireFilesAddress } from "./requireAddress.ts";

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const serveOptions = {
  config: text,
  port: text,
  data: text,
  files: text,
  database: text,
  workers: text,
  host: text,
  "tls-cert": text,
  "tls-key": text,
  "sign-cert": text,
  "sign-key": text,
  "sign-tool": text,
  "sign-timestamps": text,
  "behind-proxy": text,
  "max-request": text,
  "max-memory": text,
  "header-timeout": text,
  "body-timeout": text,
  "max-streams": text,
  "max-key-streams": text,
  key: { type: "string", multiple: true },
  balance: text,
  bonus: text,
  referral: text,
  reserve: text,
  refill: flag,
  rate: text,
  "tokens-per-second": text,
  delay: text,
  "wait-limit": text,
  grace: text,
  log: text,
  "metrics-from": text,
  faults: flag,
  superset: flag,
  "superset-for": text,
} as const;

/** Imported dynamically, so that a service on SQLite starts without it. */
async function databaseStore(url: string, workers: string | undefined): Promise<OpenStore> {
  const { postgresStore } = await import("../store/postgres/openPostgresStore.ts");
  return postgresStore(url, readWorkers(workers));
}

export async function serve(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: serveOptions });
  if (values.database !== undefined && values.data !== undefined) throw new TypeError("--data and --database cannot be used together.");
  if (values.database === undefined && values.files?.startsWith("s3://")) throw new TypeError("--files s3://… needs --database.");
  if (values.database === undefined && values.workers !== undefined) throw new TypeError("--workers needs --database.");
  if (values.database !== undefined) requireDatabaseAddress(values.database);
  if (values.files !== undefined) requireFilesAddress(values.files);
  const options = { ...readServiceOptions(values), ...(await readSigning(values)) };
  const grace = 1000 * readNumberOption("grace", values.grace, 30);
  const store = values.database === undefined ? undefined : await databaseStore(values.database, values.workers);
  const lines = joinLines((text) => process.stderr.write(forTerminal(text)));
  process.once("exit", lines.flush);
  const { observer, log, close } = await createObserver({
    format: readLogFormat(values.log),
    write: lines.write,
    environment: process.env,
  });
  // Lines that packages print, such as the HTTP adapter about an answer that broke off, would not be JSON.
  for (const level of ["info", "warn", "error"] as const) {
    console[level] = (printed: unknown) => log(errorText(printed));
  }
  const service = await startService({ ...options, log, observer }, store, (made) => statusPage(made, unitIn(process.env)));
  if (values.refill) await service.refill();
  endOnSignals(service, { grace, log, onEnded: close });
  await service.loadProviders();
  process.stdout.write(`Generation service\nurl: ${service.url}\n${service.key === "" ? "" : `key: ${service.key}\n`}`);
}

type ServeValues = ReturnType<typeof parseArgs<{ options: typeof serveOptions }>>["values"];
type TextOption = Exclude<keyof ServeValues, "key" | "refill" | "faults" | "superset">;

function readServiceOptions(values: ServeValues): ServiceOptions {
  const reach = readReach(values);
  const number = (name: TextOption, fallback: number) => readNumberOption(name, values[name], fallback);
  const isPublic = reach.type !== "loopback";
  const memory = 1024 ** 2 * number("max-memory", 256);
  return {
    ...(values.config === undefined ? {} : { configuration: readConfigurationFile(values.config) }),
    environment: process.env,
    port: readPort(values.port, 8787),
    reach,
    headerTimeLimit: number("header-timeout", 10_000),
    bodyTimeLimit: number("body-timeout", 30_000),
    bodySizeLimit: 1024 ** 2 * number("max-request", 32),
    bodyLimits: { total: memory, perAccount: memory / 2 },
    streamLimits: {
      total: number("max-streams", isPublic ? 1024 : 0),
      perAccount: number("max-key-streams", isPublic ? 64 : 0),
    },
    keys: [...readKeys(values.key ?? [])],
    balance: number("balance", 1000),
    bonus: number("bonus", 0),
    referral: number("referral", 0),
    rate: number("rate", 0),
    tokensPerSecond: number("tokens-per-second", 100),
    delay: number("delay", 0),
    waitLimit: number("wait-limit", 120_000),
    faults: values.faults ?? false,
    superset: values.superset ?? false,
    supersetFor: values["superset-for"]?.split(",").map((name) => name.trim()) ?? [],
    ...(values.reserve === undefined ? {} : { reserve: number("reserve", 0) }),
    ...(values["metrics-from"] === undefined ? {} : { metricsFrom: readAddresses("metrics-from", values["metrics-from"]) }),
    ...present({ data: values.data, files: values.files }),
  };
}

/** Text for a terminal, JSON for programs. */
function readLogFormat(name: string | undefined): LogFormat {
  const format = logFormats.find((known) => known === (name ?? (process.stderr.isTTY ? "text" : "json")));
  if (format === undefined) throw new TypeError(`--log takes ${logFormats.join(" or ")}.`);
  return format;
}
