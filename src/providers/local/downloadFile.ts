/** Downloads a large file: continues what was interrupted, and leaves the file either complete and checked, or absent. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Dispatcher } from "undici";
import * as z from "zod/mini";
import { parseJson } from "../../contract/parseJson.ts";
import { startOfPart, strongTag } from "../../network/continuedBody.ts";
import type { Dispatchers } from "../../network/dispatchers.ts";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import { DownloadError } from "./downloadError.ts";

export interface DownloadOptions {
  address: string;
  /** While it is incomplete, its name ends with `.partial`. */
  file: string;
  /** `sha512-` or `sha256-` and the hash in base64. Default: the one that the server states, if it does. */
  integrity?: string | undefined;
  connections: Dispatchers;
  signal: AbortSignal;
  /** Bytes. `total` is 0 until it is known. */
  onProgress?(done: number, total: number): void;
}

/** What is known of an incomplete file: a server's answer to a part of another version would not fit. */
const knownSchema = z.object({ address: z.string(), tag: z.optional(z.string()), integrity: z.optional(z.string()) });
type Known = z.infer<typeof knownSchema>;

/** Of a connection, in milliseconds. */
export const timeouts = { connect: 10_000, silence: 60_000 };

/** How often an interrupted transfer is continued while it makes progress, and the milliseconds before each. */
const attempts = 5;
const pause = 500;
const longestRedirection = 5;

/** Rejects with a DownloadError, or the signal's reason. What has arrived is kept, unless it is wrong. */
export async function downloadFile(options: DownloadOptions): Promise<void> {
  const { file, signal } = options;
  const partial = `${file}.partial`;
  await mkdir(path.dirname(file), { recursive: true });
  for (let failed = 0; ; failed += 1) {
    const before = await sizeOf(partial);
    try {
      const integrity = await receive(options, partial);
      await requireHash(partial, integrity);
      await rename(partial, file);
      await rm(`${partial}.json`, { force: true });
      return;
    } catch (error) {
      signal.throwIfAborted();
      const isFinal = error instanceof DownloadError && error.kind !== "interrupted";
      if (error instanceof DownloadError && error.kind === "damaged") await discard(partial);
      if (isFinal || failed + 1 >= attempts || (failed > 0 && (await sizeOf(partial)) <= before)) throw DownloadError.from(error);
    }
    await sleep(pause, undefined, { signal });
  }
}

async function discard(partial: string): Promise<void> {
  await rm(partial, { force: true });
  await rm(`${partial}.json`, { force: true });
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

/** Resolves with the expected hash when all bytes have arrived. */
async function receive(options: DownloadOptions, partial: string): Promise<string | undefined> {
  const { address, signal, onProgress } = options;
  const known = await readKnown(partial, address);
  const have = known === undefined ? 0 : await sizeOf(partial);
  const range = have > 0 ? { range: `bytes=${have}-`, ...(known?.tag === undefined ? {} : { "if-range": known.tag }) } : {};
  const { answer, linkedHash } = await request(options, range);
  const { statusCode, headers, body } = answer;
  body.on("error", () => undefined);
  const start = statusCode === 206 ? startOfPart(headers["content-range"]) : 0;
  if (statusCode === 416 || (statusCode === 206 && start !== have)) {
    body.destroy();
    await discard(partial);
    throw new DownloadError("interrupted", "The server does not have the rest of the file.");
  }
  if (statusCode !== 200 && statusCode !== 206) {
    body.destroy();
    throw DownloadError.ofStatus(statusCode, new URL(address).host);
  }
  const length = Number(headers["content-length"]);
  const total = Number.isFinite(length) ? start + length : 0;
  const tag = strongTag(headers.etag);
  const integrity = options.integrity ?? linkedHash ?? known?.integrity;
  await requireSpace(path.dirname(partial), total - start);
  await writeFile(`${partial}.json`, JSON.stringify({ address, tag, integrity } satisfies Known));
  const handle = await open(partial, start === 0 ? "w" : "r+");
  let done = start;
  try {
    for await (const chunk of body) {
      signal.throwIfAborted();
      await writeAll(handle, chunk, done);
      done += chunk.byteLength;
      onProgress?.(done, total);
    }
    await handle.sync();
  } finally {
    await handle.close();
    body.destroy();
  }
  if (total > 0 && done !== total) throw new DownloadError("interrupted", "The transfer ended before the end of the file.");
  return integrity;
}

/** A short write is no error. */
async function writeAll(handle: Awaited<ReturnType<typeof open>>, chunk: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < chunk.byteLength; ) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.byteLength - written, position + written);
    written += bytesWritten;
  }
}

/** A part without a strong tag or a known hash could belong to another version of the file. */
async function readKnown(partial: string, address: string): Promise<Known | undefined> {
  const text = await readFile(`${partial}.json`, "utf8").catch(() => "{}");
  const known = knownSchema.safeParse(parseJson(text)).data;
  if (known?.address !== address) return undefined;
  return known.tag === undefined && known.integrity === undefined ? undefined : known;
}

/** Follows redirections over https, or on this machine. `linkedHash`: Hugging Face states the hash of a file beside the link to it. */
export async function request(
  { address, connections, signal }: Pick<DownloadOptions, "address" | "connections" | "signal">,
  headers: Readonly<Record<string, string>>,
): Promise<{ answer: Dispatcher.ResponseData; linkedHash: string | undefined }> {
  let url = new URL(address);
  let linkedHash: string | undefined;
  for (let redirects = 0; redirects <= longestRedirection; redirects += 1) {
    if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopbackHost(url.hostname)))
      throw new DownloadError("refused", `${url.host} is not reached over https.`);
    const target = { origin: url.origin, path: `${url.pathname}${url.search}` };
    const answer = await connections.request(target, "kept", { method: "GET", headers, signal });
    const [, hash] = /^"?([0-9a-f]{64})"?$/.exec(String(answer.headers["x-linked-etag"])) ?? [];
    if (hash !== undefined) linkedHash = `sha256-${Buffer.from(hash, "hex").toString("base64")}`;
    const { location } = answer.headers;
    if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== "string") return { answer, linkedHash };
    answer.body.on("error", () => undefined);
    answer.body.destroy();
    const next = URL.parse(location, url.href);
    if (next === null || (url.protocol === "https:" && next.protocol !== "https:"))
      throw new DownloadError("refused", `${url.host} sent a link that must not be followed.`);
    url = next;
  }
  throw new DownloadError("refused", `${url.host} redirects too often.`);
}

async function requireSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (needed > bavail * bsize) throw DownloadError.fullDisk(needed);
}

async function requireHash(file: string, integrity: string | undefined): Promise<void> {
  if (integrity === undefined) return;
  const [algorithm = "", expected] = integrity.split("-", 2);
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  if (hash.digest("base64") !== expected)
    throw new DownloadError("damaged", "What was received has another hash than expected. It was deleted.");
}
