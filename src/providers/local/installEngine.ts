/**
 * Installs llama.cpp, with its npm packages at pinned hashes. Each file is checked before it is unpacked, everything is unpacked beside the
 * place where it is used, and the whole is renamed: an installed engine is complete, or absent.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { PullProgress } from "../../contract/processMessages.ts";
import type { Dispatchers } from "../../network/dispatchers.ts";
import { DownloadError } from "./downloadError.ts";
import { downloadFile } from "./downloadFile.ts";
import type { LocalFolder } from "./localFolder.ts";
import { oneAtATime } from "./oneAtATime.ts";
import { type PinnedEngine, type PinnedPackage, tarballPath } from "./pinnedPackage.ts";

export interface InstallOptions {
  engine: PinnedEngine;
  folder: LocalFolder;
  connections: Dispatchers;
  /** The registry's address, without a trailing slash. */
  registry: string;
  signal: AbortSignal;
  onProgress?: ((progress: PullProgress) => void) | undefined;
}

/** What this machine would run; undefined: there is no build for it. The builds for Linux need glibc. @internal */
export function packagesFor({ common, natives }: PinnedEngine, platform = platformName()): readonly PinnedPackage[] | undefined {
  const native = natives[platform];
  return native && [...common, native];
}

function platformName(): string {
  return process.platform === "linux" && !hasGlibc() ? "linux-musl" : `${process.platform}-${process.arch}`;
}

function hasGlibc(): boolean {
  const report = process.report.getReport();
  return "header" in report && typeof report.header === "object" && report.header !== null && "glibcVersionRuntime" in report.header;
}

/** Bytes to download; 0: it is installed. undefined: there is no build for this machine. */
export function engineSize(engine: PinnedEngine, folder: LocalFolder): number | undefined {
  const packages = packagesFor(engine);
  if (packages === undefined) return undefined;
  return findEngine(engine, folder) === undefined ? packages.reduce((sum, { size }) => sum + size, 0) : 0;
}

/** The folder with its `node_modules`; undefined: it is not installed. */
export function findEngine({ version }: PinnedEngine, { engines }: LocalFolder): string | undefined {
  const installed = path.join(engines, version);
  return existsSync(installed) ? installed : undefined;
}

/** Files that are downloaded at the same time. */
const parallel = 4;
/** The sources of llama.cpp, from which nothing is compiled here. */
const sources = /^llama\/gitRelease\.bundle$/;

/** Resolves with the folder of the installed engine. Rejects with a DownloadError, or the signal's reason. */
export async function installEngine(options: InstallOptions): Promise<string> {
  const { engine, folder, signal } = options;
  const find = () => findEngine(engine, folder);
  const packages = packagesFor(engine);
  if (packages === undefined) throw new DownloadError("other", `llama.cpp is not offered for ${process.platform} on ${process.arch}.`);
  return find() ?? oneAtATime(folder.packages, signal, async () => find() ?? install(options, packages));
}

async function install(options: InstallOptions, packages: readonly PinnedPackage[]): Promise<string> {
  const { engine, folder, signal } = options;
  try {
    await downloadAll(options, packages);
    const installed = await unpack(engine, folder, packages, signal);
    await Promise.all(packages.map((pinned) => rm(tarballFile(folder, pinned), { force: true })));
    return installed;
  } catch (error) {
    signal.throwIfAborted();
    throw DownloadError.from(error);
  }
}

async function downloadAll(
  { folder, connections, registry, signal, onProgress }: InstallOptions,
  packages: readonly PinnedPackage[],
): Promise<void> {
  const total = packages.reduce((sum, { size }) => sum + size, 0);
  const done = new Map<PinnedPackage, number>();
  const waiting = [...packages];
  // A package that fails ends the others.
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const downloadNext = async (): Promise<void> => {
    for (let pinned = waiting.shift(); pinned !== undefined; pinned = waiting.shift()) {
      const one = pinned;
      const onArrival = (bytes: number) => {
        done.set(one, bytes);
        onProgress?.({ status: "llama.cpp", done: [...done.values()].reduce((sum, each) => sum + each, 0), total });
      };
      const file = tarballFile(folder, one);
      const address = `${registry}/${tarballPath(one)}`;
      // A file under its final name has been checked.
      if (!existsSync(file))
        await downloadFile({ address, file, integrity: one.integrity, connections, signal: either, onProgress: onArrival });
      onArrival(one.size);
    }
  };
  const reasons: unknown[] = [];
  const all = Array.from({ length: parallel }, () =>
    downloadNext().catch((error: unknown) => {
      reasons.push(error);
      failed.abort();
    }),
  );
  await Promise.all(all);
  if (reasons.length > 0) throw reasons[0];
}

function tarballFile({ packages }: LocalFolder, { name, version }: PinnedPackage): string {
  return path.join(packages, `${name.replace("/", "+")}-${version}.tgz`);
}

async function unpack(
  { version }: PinnedEngine,
  folder: LocalFolder,
  packages: readonly PinnedPackage[],
  signal: AbortSignal,
): Promise<string> {
  const { extract } = await import("tar/extract");
  const installed = path.join(folder.engines, version);
  await mkdir(folder.engines, { recursive: true });
  const partial = await mkdtemp(path.join(folder.engines, ".partial-"));
  try {
    for (const pinned of packages) {
      signal.throwIfAborted();
      const cwd = path.join(partial, pinned.folder);
      await mkdir(cwd, { recursive: true });
      const filter = (name: string) => !sources.test(name.slice(name.indexOf("/") + 1));
      await extract({ file: tarballFile(folder, pinned), cwd, strip: 1, strict: true, filter });
    }
    await rename(partial, installed);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return installed;
}
