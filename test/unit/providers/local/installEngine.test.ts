/** Installations of small packages from a server whose answers break off, are wrong or late. */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { create } from "tar";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createDispatchers, type Dispatchers } from "../../../../src/network/dispatchers.ts";
import { engineSize, findEngine, type InstallOptions, installEngine, packagesFor } from "../../../../src/providers/local/installEngine.ts";
import { localFolder } from "../../../../src/providers/local/localFolder.ts";
import { pinnedEngine } from "../../../../src/providers/local/pinnedEngine.ts";
import { type PinnedEngine, type PinnedPackage, tarballPath } from "../../../../src/providers/local/pinnedPackage.ts";
import { breakOff, type FileServer, integrityOf, openFileServer } from "./fileServer.ts";

let server: FileServer;
let connections: Dispatchers;
let data: string;
let engine: PinnedEngine;
let tarballs: Buffer[];

beforeAll(async () => {
  server = await openFileServer();
  connections = createDispatchers({}, { connect: 5_000, silence: 5_000 });
});
afterAll(async () => {
  await connections.close();
  server.close();
});
beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), "install-"));
  const common = [await pack("engine", "node_modules/engine"), await pack("@scope/inner", "node_modules/engine/node_modules/@scope/inner")];
  const native = await pack("@scope/native", "node_modules/@scope/native");
  tarballs = [...common, native].map(({ bytes }) => bytes);
  engine = {
    version: "1.2.3",
    registry: server.url,
    common: common.map(({ pinned }) => pinned),
    natives: { [`${process.platform}-${process.arch}`]: native.pinned },
  };
  server.requests.length = 0;
  server.once.length = 0;
});
afterEach(() => rm(data, { recursive: true, force: true }));

/** As npm packs: everything is below `package/`. */
async function pack(name: string, target: string): Promise<{ pinned: PinnedPackage; bytes: Buffer }> {
  const folder = path.join(data, "packing", "package");
  await mkdir(path.join(folder, "llama"), { recursive: true });
  await writeFile(path.join(folder, "index.js"), name);
  await writeFile(path.join(folder, "llama", "gitRelease.bundle"), randomBytes(20_000));
  const file = path.join(data, "package.tgz");
  await create({ gzip: true, file, cwd: path.dirname(folder) }, ["package"]);
  const bytes = await readFile(file);
  await rm(path.join(data, "packing"), { recursive: true });
  await rm(file);
  const pinned = { folder: target, name, version: "4.5.6", integrity: integrityOf(bytes), size: bytes.length };
  server.files.set(`/${tarballPath(pinned)}`, bytes);
  return { pinned, bytes };
}

const install = (more: Partial<InstallOptions> = {}) =>
  installEngine({ engine, folder: localFolder(data), connections, registry: server.url, signal: new AbortController().signal, ...more });
const installed = () => findEngine(engine, localFolder(data));
const unpacked = async (target: string) => readFile(path.join(installed() ?? "", target, "index.js"), "utf8");

test("unpacks each package at its place, without the sources of llama.cpp", async () => {
  const total = tarballs.reduce((sum, { length }) => sum + length, 0);
  expect(engineSize(engine, localFolder(data))).toBe(total);
  const progress: unknown[] = [];
  await install({ onProgress: ({ done, total: all }) => progress.push([done, all]) });
  expect(await unpacked("node_modules/engine")).toBe("engine");
  expect(await unpacked("node_modules/engine/node_modules/@scope/inner")).toBe("@scope/inner");
  expect(await unpacked("node_modules/@scope/native")).toBe("@scope/native");
  expect(await readdir(path.join(installed() ?? "", "node_modules/engine/llama"))).toEqual([]);
  expect(progress.at(-1)).toEqual([total, total]);
  expect(engineSize(engine, localFolder(data))).toBe(0);
  // Nothing else is left of it.
  expect(await readdir(localFolder(data).packages)).toEqual(["lock"]);
  expect(await readdir(localFolder(data).engines)).toEqual(["1.2.3"]);
});

test("asks for nothing once it is installed", async () => {
  await install();
  server.requests.length = 0;
  await install({ registry: "http://127.0.0.1:1" });
  expect(server.requests).toEqual([]);
});

test("uses nothing if one package has another hash, and keeps the right ones for the next attempt", async () => {
  const [first] = engine.common;
  if (first === undefined) throw new Error("There is no package.");
  server.files.set(`/${tarballPath(first)}`, randomBytes(500));
  await expect(install()).rejects.toMatchObject({ kind: "damaged" });
  expect(installed()).toBeUndefined();
  server.files.set(`/${tarballPath(first)}`, tarballs[0] ?? Buffer.alloc(0));
  server.requests.length = 0;
  await install();
  expect(server.requests).toEqual([`/${tarballPath(first)}`]);
});

test("uses nothing of an installation that was cancelled, and continues it", async () => {
  const stopped = new AbortController();
  await expect(install({ signal: stopped.signal, onProgress: () => stopped.abort() })).rejects.toThrow(/abort/i);
  expect(installed()).toBeUndefined();
  await install();
  expect(await unpacked("node_modules/engine")).toBe("engine");
});

test("does not use what a killed process has unpacked in part", async () => {
  await mkdir(path.join(localFolder(data).engines, ".partial-abc", "node_modules"), { recursive: true });
  expect(installed()).toBeUndefined();
  await install();
  expect(installed()).toMatch(/1\.2\.3$/);
});

test("continues packages that break off", async () => {
  server.once.push(breakOff(tarballs[0] ?? Buffer.alloc(0), 1000));
  await install();
  expect(await unpacked("node_modules/engine")).toBe("engine");
});

test("is installed once by two windows at the same time", async () => {
  const both = await Promise.all([install(), install()]);
  expect(both[0]).toBe(both[1]);
  expect(await unpacked("node_modules/@scope/native")).toBe("@scope/native");
  expect(await readdir(localFolder(data).engines)).toEqual(["1.2.3"]);
});

test("says which machines have no build", async () => {
  expect(engineSize({ ...engine, natives: {} }, localFolder(data))).toBeUndefined();
  await expect(install({ engine: { ...engine, natives: {} } })).rejects.toMatchObject({ message: expect.stringContaining("not offered") });
  for (const platform of ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-arm64", "win32-x64"])
    expect(packagesFor(pinnedEngine, platform)?.at(-1)?.name).toMatch(/^@node-llama-cpp\//);
  expect(packagesFor(pinnedEngine, "linux-musl")).toBeUndefined();
});

test("pins a SHA-512 for every package", () => {
  const pinned = [...pinnedEngine.common, ...Object.values(pinnedEngine.natives)];
  expect(pinned.filter(({ integrity }) => Buffer.from(integrity.replace(/^sha512-/, ""), "base64").length !== 64)).toEqual([]);
  expect(new Set(pinned.map((one) => one.folder)).size).toBe(pinned.length);
});
