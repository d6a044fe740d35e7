/** Starts a service, prints its address and key, and stops it on a signal. */
import { parseArgs } from "node:util";
import { errorText } from "../../contract/errorText.ts";
import { forTerminal } from "../../contract/hiddenCharacters.ts";
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

const serveOptions = {
  config: { type: "string" },
  port: { type: "string" },
  data: { type: "string" },
  files: { type: "string" },
  database: { type: "string" },
  workers: { type: "string" },
  host: { type: "string" },
  "tls-cert": { type: "string" },
  "tls-key": { type: "string" },
  "sign-cert": { type: "string" },
  "sign-key": { type: "string" },
  "sign-tool": { type: "string" },
  "sign-timestamps": { type: "string" },
  "behind-proxy": { type: "string" },
  "max-request": { type: "string" },
  "max-memory": { type: "string" },
  "header-timeout": { type: "string" },
  "body-timeout": { type: "string" },
  "max-streams": { type: "string" },
  "max-key-streams": { type: "string" },
  key: { type: "string", multiple: true },
  balance: { type: "string" },
  bonus: { type: "string" },
  referral: { type: "string" },
  reserve: { type: "string" },
  refill: { type: "boolean" },
  rate: { type: "string" },
  "tokens-per-second": { type: "string" },
  delay: { type: "string" },
  "wait-limit": { type: "string" },
  grace: { type: "string" },
  log: { type: "string" },
  "metrics-from": { type: "string" },
  faults: { type: "boolean" },
  superset: { type: "boolean" },
  "superset-for": { type: "string" },
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
  process.stdout.write(`Generation service\nurl: ${service.url}\n${service.key === "" ? "" : `key: ${service.key}\n`}`);
  endOnSignals(service, { grace, log, onEnded: close });
}

type ServeValues = ReturnType<typeof parseArgs<{ options: typeof serveOptions }>>["values"];

function readServiceOptions(values: ServeValues): ServiceOptions {
  const reach = readReach(values);
  const isPublic = reach.type !== "loopback";
  const memory = 1024 ** 2 * readNumberOption("max-memory", values["max-memory"], 256);
  return {
    ...(values.config === undefined ? {} : { configuration: readConfigurationFile(values.config) }),
    environment: process.env,
    port: readPort(values.port, 8787),
    reach,
    headerTimeLimit: readNumberOption("header-timeout", values["header-timeout"], 10_000),
    bodyTimeLimit: readNumberOption("body-timeout", values["body-timeout"], 30_000),
    bodySizeLimit: 1024 ** 2 * readNumberOption("max-request", values["max-request"], 32),
    bodyLimits: { total: memory, perAccount: memory / 2 },
    streamLimits: {
      total: readNumberOption("max-streams", values["max-streams"], isPublic ? 1024 : 0),
      perAccount: readNumberOption("max-key-streams", values["max-key-streams"], isPublic ? 64 : 0),
    },
    keys: [...readKeys(values.key ?? [])],
    balance: readNumberOption("balance", values.balance, 1000),
    bonus: readNumberOption("bonus", values.bonus, 0),
    referral: readNumberOption("referral", values.referral, 0),
    rate: readNumberOption("rate", values.rate, 0),
    tokensPerSecond: readNumberOption("tokens-per-second", values["tokens-per-second"], 100),
    delay: readNumberOption("delay", values.delay, 0),
    waitLimit: readNumberOption("wait-limit", values["wait-limit"], 120_000),
    faults: values.faults ?? false,
    superset: values.superset ?? false,
    supersetFor: values["superset-for"]?.split(",").map((name) => name.trim()) ?? [],
    ...(values.reserve === undefined ? {} : { reserve: readNumberOption("reserve", values.reserve, 0) }),
    ...(values["metrics-from"] === undefined ? {} : { metricsFrom: readAddresses("metrics-from", values["metrics-from"]) }),
    ...(values.data === undefined ? {} : { data: values.data }),
    ...(values.files === undefined ? {} : { files: values.files }),
  };
}

/** Text for a terminal, JSON for programs. */
function readLogFormat(name: string | undefined): LogFormat {
  const format = logFormats.find((known) => known === (name ?? (process.stderr.isTTY ? "text" : "json")));
  if (format === undefined) throw new TypeError(`--log takes ${logFormats.join(" or ")}.`);
  return format;
}
