/** Installs, on first use, npm packages that only some tests need and that are too large for `npm ci`. */
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { npmInstall } from "../npmInstall.ts";
import { lockFile } from "../vscodeHost/folderLock.ts";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";

const cacheFolder = path.join(repositoryFolder, "node_modules", ".cache", "test-packages");

/**
 * Installs a package with its dependencies, without running their install scripts. Several processes may call this at the same time. The
 * download takes time: call this in `beforeAll` with a timeout of some minutes.
 * @param version an exact one.
 * @param beside packages with versions that replace its optional dependencies, none of which is then installed. Default: all are.
 * @param without the package's dependencies that the caller's use of it does not load: npm need not even look them up.
 * @returns the folder whose `node_modules` contains the package.
 * @throws InstallError
 */
export async function installPackage(
  name: string,
  version: string,
  cache: string = cacheFolder,
  beside?: readonly string[],
  without: readonly string[] = [],
): Promise<string> {
  const packages = [`${name}@${version}`, ...(beside ?? []), ...(beside ? ["--omit=optional"] : [])];
  const overrides = { [name]: Object.fromEntries(without.map((dependency) => [dependency, "file:./nothing"])) };
  const folder = path.join(cache, `${name.replace("/", "+")}-${version}`);
  return installOnce(folder, packages, [name], without.length === 0 ? {} : { overrides });
}

/**
 * Installs many packages at once, which takes a tenth of the time of one after the other.
 * @param versions exact ones, by the names of the packages.
 * @returns the folder whose `node_modules` contains them.
 * @throws InstallError
 * @internal
 */
export function installTogether(versions: Readonly<Record<string, string>>, cache: string = cacheFolder): Promise<string> {
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  return installOnce(path.join(cache, `together-${hash("sha256", packages.join())}`), packages, Object.keys(versions), {});
}

/** @param folder what `installTogether` returned. @internal */
export const importInstalled = (folder: string, name: string): Promise<unknown> =>
  import(pathToFileURL(path.join(folder, entryOf(name))).href);

async function installOnce(folder: string, packages: readonly string[], names: readonly string[], manifest: object): Promise<string> {
  if (existsSync(folder)) return folder;
  const release = await lockFile(`${folder}.installing.lock`, () =>
    process.stderr.write(`Waiting for another process, which installs ${names[0]} …\n`),
  );
  try {
    if (!existsSync(folder)) await installInto(folder, packages, names, manifest);
  } finally {
    release();
  }
  return folder;
}

/** Installs a package and imports its main module, or another one that it exports. @throws InstallError @internal */
export async function importPackage(name: string, version: string, beside?: readonly string[], module = name): Promise<unknown> {
  const folder = await installPackage(name, version, cacheFolder, beside);
  if (module === name) return importInstalled(folder, name);
  const require: (name: string) => unknown = createRequire(path.join(folder, entryOf(name)));
  return require(module);
}

/** A module that exports what the package does. */
const entryOf = (name: string) => `${name.replace("/", "+")}.mjs`;

/** Installs into a temporary folder beside the final one and renames it, so that the packages are either complete or absent. */
async function installInto(folder: string, packages: readonly string[], names: readonly string[], manifest: object): Promise<void> {
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  const nothing = path.join(partial, "nothing");
  await mkdir(nothing);
  await writeFile(path.join(nothing, "package.json"), '{ "name": "nothing", "version": "0.0.0" }\n');
  await writeFile(path.join(partial, "package.json"), JSON.stringify({ private: true, ...manifest }));
  for (const name of names) await writeFile(path.join(partial, entryOf(name)), `export * from ${JSON.stringify(name)};\n`);
  await npmInstall(partial, packages);
  await rename(partial, folder);
}
