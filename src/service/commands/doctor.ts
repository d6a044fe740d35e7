/** `doctor`: checks what a service would use, without starting one or changing anything. */
import { randomUUID } from "node:crypto";
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createProviders } from "../../providers/createProviders.ts";
import { readProviderError } from "../../providers/providerError.ts";
import { readConfigurationFile } from "./readConfigurationFile.ts";
import { alignColumns } from "./writeTable.ts";

type Finding = [state: "ok" | "warning" | "error", what: string, detail: string];

/** Milliseconds. */
const listTimeLimit = 10_000;

interface Diagnosis {
  /** Lines for the user. */
  output: string;
  hasErrors: boolean;
}

/** Throws a TypeError for unknown options. */
export async function diagnose(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Diagnosis> {
  const { values } = parseArgs({
    args: [...args],
    options: { config: { type: "string" }, database: { type: "string" }, files: { type: "string" } },
  });
  const { config, database, files } = values;
  const findings = [
    ...(database === undefined ? [] : await checkDatabase(database)),
    ...(files === undefined || files.startsWith("s3://") ? [] : await checkFolder(files)),
    ...(config === undefined ? [] : await checkProviders(config, environment)),
  ];
  if (findings.length === 0) findings.push(["warning", "nothing", "name what to check: --database, --files, --config"]);
  return { output: alignColumns(findings), hasErrors: findings.some(([state]) => state === "error") };
}

async function checkDatabase(url: string): Promise<Finding[]> {
  const { inspectPostgres } = await import("../store/postgres/inspectPostgres.ts");
  try {
    const facts = await inspectPostgres(url);
    const { version, freeConnections, clockDifference, tables, known, isEncrypted } = facts;
    const seconds = Math.abs(clockDifference) / 1000;
    return [
      [
        version < 140_000 ? "error" : "ok",
        "database",
        `PostgreSQL ${Math.floor(version / 10_000)}, ${isEncrypted ? "encrypted" : "not encrypted"}`,
      ],
      tables === undefined
        ? [
            facts.mayCreate ? "ok" : "error",
            "tables",
            facts.mayCreate ? "created at the first start" : "this user may not create them: make it the database's owner",
          ]
        : [tables > known ? "error" : "ok", "tables", `version ${tables}, this program has ${known}`],
      [freeConnections < 21 ? "error" : "ok", "connections", `${freeConnections} free; a service uses up to 21`],
      [seconds > 5 ? "error" : "ok", "clock", `${seconds.toFixed(1)} s from the database's`],
      facts.keepsSession
        ? ["ok", "session", "locks and settings belong to a connection"]
        : ["error", "session", "a pooler gives each transaction another connection: connect directly, or use pool_mode = session"],
    ];
  } catch (error) {
    return [["error", "database", messageOf(error)]];
  }
}

async function checkFolder(folder: string): Promise<Finding[]> {
  const path = join(folder, `.doctor-${randomUUID()}`);
  try {
    const handle = await open(path, "wx", 0o600);
    await handle.writeFile("x");
    await handle.sync();
    await handle.close();
    await rm(path);
    const { uid, gid, mode } = await stat(folder);
    const isOpen = (mode & 0o007) !== 0;
    const owner = `owned by ${uid}:${gid}, mode ${(mode & 0o777).toString(8)}; the same on every machine?`;
    return [[isOpen ? "warning" : "ok", "files", isOpen ? `other users may use the folder: ${owner}` : owner]];
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    return [["error", "files", `this user cannot write there: ${messageOf(error)}`]];
  }
}

async function checkProviders(file: string, environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const providers = createProviders({ environment, faults: false, tokensPerSecond: 0, generatorWorkerUrl: undefined });
  try {
    providers.configure({ configuration: readConfigurationFile(file), providerKeys: {}, network: {} });
    return await Promise.all(
      providers.providers.map(async (provider): Promise<Finding> => {
        try {
          const models = await provider.listModels(AbortSignal.timeout(listTimeLimit));
          return ["ok", provider.name, `${models.length} models`];
        } catch (error) {
          return ["error", provider.name, readProviderError(provider, undefined, error).message];
        }
      }),
    );
  } catch (error) {
    return [["error", "configuration", messageOf(error)]];
  } finally {
    await providers.close();
  }
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : "unknown error";
}
