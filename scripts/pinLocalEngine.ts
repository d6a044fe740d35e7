/**
 * Writes `src/providers/local/pinnedPackages.json`: the npm packages of the local engine, with their hashes (`dist.integrity`) and sizes. Run it with the new
 * version after `node-llama-cpp` has one: `node scripts/pinLocalEngine.ts 3.21.1`.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as z from "zod/mini";
import { type PinnedPackage, tarballPath } from "../src/providers/local/pinnedPackage.ts";

const version = process.argv[2] ?? "";
/** They compile llama.cpp, or are its command line: neither is used. */
const unused = new Set(["cmake-js", "node-addon-api", "yargs"]);
/** `process.platform` and `process.arch`, as one word, and the package that has its binaries. Those for CUDA and Vulkan are much larger. */
const natives: Readonly<Record<string, string>> = {
  "darwin-arm64": "mac-arm64-metal",
  "darwin-x64": "mac-x64",
  "linux-arm": "linux-armv7l",
  "linux-arm64": "linux-arm64",
  "linux-x64": "linux-x64",
  "win32-arm64": "win-arm64",
  "win32-x64": "win-x64",
};

const names = z.optional(z.record(z.string(), z.string()));
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.optional(z.string()), integrity: z.optional(z.string()), dependencies: names, optionalDependencies: names }),
  ),
});

const folder = mkdtempSync(path.join(tmpdir(), "pin-local-engine-"));
writeFileSync(path.join(folder, "package.json"), "{}");
execFileSync("npm", ["install", "--package-lock-only", "--ignore-scripts", `node-llama-cpp@${version}`], { cwd: folder, stdio: "inherit" });
const { packages } = lockSchema.parse(JSON.parse(readFileSync(path.join(folder, "package-lock.json"), "utf8")));
rmSync(folder, { recursive: true });
const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();

const common = await pinAll(findDependencies("node_modules/node-llama-cpp"));
const pinnedNatives = await pinAll(Object.values(natives).map((name) => `node_modules/@node-llama-cpp/${name}`));
const own = Object.entries(natives).map(([platform, name]) => [platform, pinnedNatives.find((pinned) => pinned.name.endsWith(`/${name}`))]);
const file = path.resolve("src/providers/local/pinnedPackages.json");
const known = z.object({ registry: z.string() }).parse(JSON.parse(readFileSync(file, "utf8")));
writeFileSync(file, JSON.stringify({ version, ...known, common, natives: Object.fromEntries(own) }));
execFileSync("npx", ["biome", "format", "--write", file], { stdio: "inherit" });

/** The folders of a package and of all that it needs. */
function findDependencies(target: string, found = new Set<string>()): string[] {
  if (found.has(target)) return [...found];
  found.add(target);
  for (const name of Object.keys(packages[target]?.dependencies ?? {})) {
    if (!unused.has(name)) findDependencies(resolve(target, name), found);
  }
  return [...found];
}

/** Where Node finds a package that another one imports. */
function resolve(from: string, name: string): string {
  for (let parent = from; ; parent = parent.slice(0, Math.max(0, parent.lastIndexOf("/node_modules/")))) {
    const candidate = `${parent === "" ? "" : `${parent}/`}node_modules/${name}`;
    if (packages[candidate] !== undefined) return candidate;
    if (parent === "") throw new Error(`${from} needs ${name}, which is missing.`);
  }
}

async function pinAll(targets: readonly string[]): Promise<PinnedPackage[]> {
  const all: PinnedPackage[] = [];
  for (const target of targets.toSorted()) {
    const { version: exact = "", integrity = "" } = packages[target] ?? {};
    const name = target.slice(target.lastIndexOf("node_modules/") + "node_modules/".length);
    const pinned = { folder: target, name, version: exact, integrity };
    const answer = await fetch(`${registry.replace(/\/$/, "")}/${tarballPath(pinned)}`);
    if (!answer.ok) throw new Error(`${name} ${exact}: HTTP ${answer.status}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (`sha512-${createHash("sha512").update(bytes).digest("base64")}` !== integrity) throw new Error(`${name} has another hash.`);
    all.push({ ...pinned, size: bytes.byteLength });
  }
  return all;
}
