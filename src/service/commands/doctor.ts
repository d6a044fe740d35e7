/** `doctor`: checks what a service would use, without starting one or changing anything. */

import { randomUUID } from "node:crypto";
import { access, constants, open, readFile, rm, stat, statfs } from "node:fs/promises";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { errorText } from "../../contract/errorText.ts";
import { ArrivingFile, smallFile } from "../../media/files/arrivingFile.ts";
import { createProviders } from "../../providers/createProviders.ts";
import { readProviderError } from "../../providers/providerError.ts";
import { diskFactor } from "../connection/bodyBudget.ts";
import { completeOptions } from "../serviceOptions.ts";
import { describeClock, tolerance } from "../store/postgres/databaseClock.ts";
import type { PostgresFacts } from "../store/postgres/inspectPostgres.ts";
import { readConfigurationFile } from "./readConfigurationFile.ts";
import { requireDatabaseAddress, requireFilesAddress } from "./requireAddress.ts";
import { alignColumns } from "./writeTable.ts";

type Finding = [state: "ok" | "warning" | "error", what: string, detail: string];

/** Connections of clients and to providers, files and the database: enough for a team. */
const enoughFiles = 4096;
/** How often a request is held in memory, as text and as bytes, and what a service needs beside requests, in bytes. */
const copiesOfRequest = 5;
const ownMemory = 256 * 1024 ** 2;
/** Milliseconds. */
const listTimeLimit = 10_000;

interface Diagnosis {
  /** Lines for the user. */
  output: string;
  hasErrors: boolean;
}

/** Throws a TypeError for unknown options. */
export async function diagnoseService(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Diagnosis> {
  const { values } = parseArgs({
    args: [...args],
    options: { config: { type: "string" }, database: { type: "string" }, files: { type: "string" } },
  });
  const { config, database, files } = values;
  const { findings: ofDatabase, storedFile } = database === undefined ? nothing : await checkDatabase(database);
  const findings = [
    ...ofDatabase,
    ...(files === undefined ? [] : await checkFiles(files, storedFile)),
    ...(config === undefined ? [] : await checkProviders(config, environment)),
  ];
  if (findings.length === 0) findings.push(["warning", "nothing", "name what to check: --database, --files, --config"]);
  findings.push(await checkTemporaryFiles(), checkMemory(), ...(await checkOpenFiles()));
  return { output: alignColumns(findings), hasErrors: findings.some(([state]) => state === "error") };
}

interface DatabaseFindings {
  findings: Finding[];
  /** See PostgresFacts. */
  storedFile: string | undefined;
}

const nothing: DatabaseFindings = { findings: [], storedFile: undefined };

async function checkDatabase(url: string): Promise<DatabaseFindings> {
  const { inspectPostgres } = await import("../store/postgres/inspectPostgres.ts");
  try {
    requireDatabaseAddress(url);
    const facts = await inspectPostgres(url);
    return { findings: describeDatabase(facts), storedFile: facts.storedFile };
  } catch (error) {
    return { findings: [["error", "database", errorText(error)]], storedFile: undefined };
  }
}

function describeDatabase(facts: PostgresFacts): Finding[] {
  const { version, freeConnections, clockDifference, tables, known, isEncrypted } = facts;
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
    [Math.abs(clockDifference) > tolerance ? "error" : "ok", "clock", describeClock(clockDifference)],
    facts.keepsSession
      ? ["ok", "session", "locks and settings belong to a connection"]
      : ["error", "session", "a pooler gives each transaction another connection: connect directly, or use pool_mode = session"],
  ];
}

async function checkFiles(files: string, stored: string | undefined): Promise<Finding[]> {
  try {
    requireFilesAddress(files);
  } catch (error) {
    return [["error", "files", errorText(error)]];
  }
  return files.startsWith("s3://") ? checkBucket(files) : checkFolder(files, stored);
}

/** `stored`: a file that a service has stored, perhaps that of another machine. */
async function checkFolder(folder: string, stored: string | undefined): Promise<Finding[]> {
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
    return [
      [isOpen ? "warning" : "ok", "files", isOpen ? `other users may use the folder: ${owner}` : owner],
      ...(stored === undefined ? [] : [await checkStoredFile(join(folder, stored))]),
    ];
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    return [["error", "files", `this user cannot write there: ${errorText(error)}`]];
  }
}

/** The folder of another machine has other files, and another user's files cannot be read. */
async function checkStoredFile(path: string): Promise<Finding> {
  try {
    await access(path, constants.R_OK);
    return ["ok", "stored files", "the newest one in the database is in this folder"];
  } catch (error) {
    return ["error", "stored files", `the newest one cannot be read; is this the folder of every machine? ${errorText(error)}`];
  }
}

/** Type of Linux's file systems in memory. */
const tmpfs = 0x01021994;

/** Requests are kept there while they arrive. */
async function checkTemporaryFiles(): Promise<Finding> {
  const body = new ArrivingFile();
  try {
    await body.add(new Uint8Array(smallFile + 1));
    const { type, bavail, bsize } = await statfs(tmpdir());
    const space = `${inMiB(bavail * bsize)} free in ${tmpdir()}`;
    if (type === tmpfs) return ["warning", "temporary files", `${space}, which is memory; TMPDIR names another folder`];
    return [bavail * bsize < diskFactor * completeOptions({}).bodyLimits.total ? "warning" : "ok", "temporary files", space];
  } catch (error) {
    return ["error", "temporary files", `large requests cannot be kept while they arrive: ${errorText(error)}`];
  } finally {
    await body.close().catch(() => undefined);
  }
}

/** Writes, reads and deletes one object. */
async function checkBucket(url: string): Promise<Finding[]> {
  const { openS3Files } = await import("../store/files/s3Files.ts");
  try {
    const files = await openS3Files({ url, area: "doctor", owner: { id: randomUUID(), isAlive: () => true } });
    try {
      const written = Buffer.from("x");
      const location = await files.write([written]);
      await files.find(location, written.byteLength);
      await files.delete([location]);
    } finally {
      await files.close();
    }
    return [["ok", "files", "the bucket stores and returns objects"]];
  } catch (error) {
    return [["error", "files", `the bucket cannot be used: ${errorText(error)}`]];
  }
}

function checkMemory(): Finding {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const { total } = completeOptions({}).bodyLimits;
  const detail = `${inMiB(memory)} for this process; requests are ${inMiB(total)} of it unless --max-memory says otherwise, each held several times`;
  return [memory < ownMemory + copiesOfRequest * total ? "warning" : "ok", "memory", detail];
}

const inMiB = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`;

/** Node.js raises the limit to the hard one. Nothing if the system does not report it. */
async function checkOpenFiles(): Promise<Finding[]> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const soft = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1];
  if (soft === undefined) return [];
  const isEnough = soft === "unlimited" || Number(soft) >= enoughFiles;
  return [[isEnough ? "ok" : "warning", "open files", `${soft} at most; each client and each request to a provider needs one`]];
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
    return [["error", "configuration", errorText(error)]];
  } finally {
    await providers.close();
  }
}
