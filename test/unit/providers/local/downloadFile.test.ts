/** Downloads from a server that breaks off, lies, redirects or refuses. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createDispatchers, type Dispatchers } from "../../../../src/network/dispatchers.ts";
import { type DownloadOptions, downloadFile } from "../../../../src/providers/local/downloadFile.ts";
import { breakOff, type FileServer, integrityOf, openFileServer, tagOf } from "./fileServer.ts";

const content = randomBytes(300_000);
let server: FileServer;
let connections: Dispatchers;
let folder: string;
let file: string;

beforeAll(async () => {
  server = await openFileServer();
  connections = createDispatchers({}, { connect: 5_000, silence: 5_000 });
});
afterAll(async () => {
  await connections.close();
  server.close();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "download-"));
  file = path.join(folder, "model.gguf");
  server.files.set("/model", content);
  server.requests.length = 0;
  server.once.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const download = (more: Partial<DownloadOptions> = {}) =>
  downloadFile({ address: `${server.url}/model`, file, connections, signal: new AbortController().signal, ...more });
const ranges = () => server.requests.map((request) => Number(/bytes=(\d+)/.exec(request)?.[1] ?? 0));

test("leaves the complete file alone, and reports how far it is", async () => {
  const seen: number[] = [];
  await download({ integrity: integrityOf(content), onProgress: (done, total) => seen.push(done, total) });
  expect(await readFile(file)).toEqual(content);
  expect(await readdir(folder)).toEqual(["model.gguf"]);
  expect(seen.slice(-2)).toEqual([content.length, content.length]);
});

test("continues a transfer that breaks off", async () => {
  const broken = Promise.withResolvers<() => void>();
  server.once.push((_, response) => {
    response.writeHead(200, { "content-length": content.length, etag: tagOf(content) });
    response.write(content.subarray(0, 100_000));
    broken.resolve(() => response.destroy());
  });
  const breakOffLate = async (done: number) => {
    if (done === 100_000) (await broken.promise)();
  };
  await download({ integrity: integrityOf(content), onProgress: (done) => void breakOffLate(done) });
  expect(await readFile(file)).toEqual(content);
  expect(ranges()).toEqual([0, 100_000]);
});

test("begins again where a server sends the whole file instead of its rest", async () => {
  server.once.push(
    breakOff(content, 100_000),
    (_, response) => void response.writeHead(200, { "content-length": content.length }).end(content),
  );
  await download({ integrity: integrityOf(content) });
  expect(await readFile(file)).toEqual(content);
});

test("continues in the next download what was cancelled in the middle", async () => {
  const stopped = new AbortController();
  server.once.push((_, response) => {
    response.writeHead(200, { "content-length": content.length, etag: tagOf(content) });
    response.write(content.subarray(0, 200_000));
  });
  const stop = (done: number) => {
    if (done >= 200_000) stopped.abort();
  };
  await expect(download({ signal: stopped.signal, onProgress: stop })).rejects.toThrow(/abort/i);
  expect(existsSync(file)).toBe(false);
  await download();
  expect(ranges()).toEqual([0, 200_000]);
  expect(await readFile(file)).toEqual(content);
});

test("begins again when the file on the server has changed meanwhile", async () => {
  const changed = randomBytes(250_000);
  server.once.push(breakOff(content, 100_000));
  setImmediate(() => server.files.set("/model", changed));
  server.once.push((_, response) => void response.writeHead(404).end());
  await expect(download()).rejects.toMatchObject({ kind: "missing" });
  await download();
  expect(await readFile(file)).toEqual(changed);
});

test("follows a redirection, and checks the hash that Hugging Face states beside it", async () => {
  const sha256 = createHash("sha256").update(content).digest("hex");
  const redirect =
    (hash: string): FileServer["once"][number] =>
    (_, response) =>
      void response.writeHead(302, { location: "/model", "x-linked-etag": `"${hash}"` }).end();
  server.once.push(redirect(sha256));
  await download({ address: `${server.url}/linked` });
  expect(await readFile(file)).toEqual(content);
  await rm(file);
  server.once.push(redirect("0".repeat(64)));
  await expect(download({ address: `${server.url}/linked` })).rejects.toMatchObject({ kind: "damaged" });
  expect(await readdir(folder)).toEqual([]);
});

describe("leaves no file behind, and says why", () => {
  test.each<[string, Partial<DownloadOptions>, FileServer["once"][number] | undefined, string]>([
    ["another hash than the pinned one", { integrity: integrityOf(Buffer.from("other")) }, undefined, "damaged"],
    ["a missing file", {}, (_, response) => void response.writeHead(404).end("no"), "missing"],
    ["a file for which a licence must be accepted", {}, (_, response) => void response.writeHead(403).end("no"), "refused"],
    [
      "a disk with too little space",
      {},
      (_, response) => void response.writeHead(200, { "content-length": "1000000000000000" }).flushHeaders(),
      "fullDisk",
    ],
    [
      "a link to an address that is not encrypted",
      {},
      (_, response) => void response.writeHead(302, { location: "http://192.0.2.1/" }).end(),
      "refused",
    ],
    ["a server that is not there", { address: "http://127.0.0.1:1/model" }, undefined, "unreachable"],
  ])("%s", async (_, options, answer, kind) => {
    if (answer) server.once.push(answer);
    await expect(download(options)).rejects.toMatchObject({ name: "DownloadError", kind });
    expect(existsSync(file)).toBe(false);
  });
});
