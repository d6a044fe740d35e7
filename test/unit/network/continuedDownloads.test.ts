/** Files of providers and of the service are downloaded on after a break, and only then are they the same file. Source: RFC 9110, 13.1.5 and 14. */
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { continuedBody } from "../../../src/network/continuedBody.ts";
import { downloadResult } from "../../../src/providers/connection/downloadResult.ts";
import { createProviderFetch } from "../../../src/providers/connection/providerFetch.ts";
import { jsonAnswer, type RawRequest, startRawServer } from "../client/http/rawServer.ts";
import { createTestClient, errorOf } from "../client/testClient.ts";

const old = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
const changed = Buffer.from(old.map((byte) => 255 - byte));
const half = old.length / 2;
const tag = { etag: '"one"' };
const ranges = { "accept-ranges": "bytes" };
const able = { ...ranges, ...tag };

type Headers = Record<string, string>;
type Reply = (request: RawRequest) => Buffer;

/** An answer whose connection ends after `sent`. */
function reply(status: number, headers: Headers, sent: Buffer): Buffer {
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join("")}\r\n`), sent]);
}
const lengthOf = (bytes: Buffer) => ({ "content-length": String(bytes.length) });
const whole =
  (headers: Headers = able, bytes = old): Reply =>
  () =>
    reply(200, { ...headers, ...lengthOf(bytes) }, bytes);
const cut =
  (headers: Headers = able, bytes = old): Reply =>
  () =>
    reply(200, { ...headers, ...lengthOf(bytes) }, bytes.subarray(0, bytes.length / 2));
const cutWithoutLength: Reply = () => {
  const chunk = Buffer.concat([Buffer.from(`${half.toString(16)}\r\n`), old.subarray(0, half), Buffer.from("\r\n")]);
  return reply(200, { ...able, "transfer-encoding": "chunked" }, chunk);
};
/** The bytes from `start` to before `end`, as those from `stated`. */
const part =
  (start: number, end = old.length, headers: Headers = tag, stated = start, total = old.length): Reply =>
  () => {
    const bytes = old.subarray(start, end);
    const range = { "content-range": `bytes ${stated}-${stated + bytes.length - 1}/${total}` };
    return reply(206, { ...headers, ...range, ...lengthOf(bytes) }, bytes);
  };
const status =
  (code: number, headers: Headers = {}): Reply =>
  () =>
    reply(code, { ...headers, "content-length": "0" }, Buffer.alloc(0));
const longAgo = { ...ranges, "last-modified": "Sun, 01 Nov 2026 10:00:00 GMT", date: "Sun, 01 Nov 2026 10:00:09 GMT" };
const justNow = { ...ranges, "last-modified": "Sun, 01 Nov 2026 10:00:09 GMT", date: "Sun, 01 Nov 2026 10:00:09 GMT" };
const zipped = gzipSync(old, { level: 0 });

interface Member {
  name: string;
  replies: Reply[];
  /** From which byte each request asks; undefined: the whole file. */
  asked: (number | undefined)[];
  /** Default: the same file. */
  got?: Buffer;
  ifRange?: string;
}

const members: Member[] = [
  { name: "206 with the rest", replies: [cut(), part(half)], asked: [undefined, half] },
  {
    name: "a rest that breaks off, too",
    replies: [cut(), () => part(half)(request).subarray(0, -1000), part(old.length - 1000)],
    asked: [undefined, half, old.length - 1000],
  },
  { name: "206 with less than was asked for", replies: [cut(), part(half, half + 9), part(half + 9)], asked: [undefined, half, half + 9] },
  { name: "no length", replies: [cutWithoutLength, part(half)], asked: [undefined, half] },
  {
    name: "a date of long ago instead of a tag",
    replies: [cut(longAgo), part(half, old.length, {})],
    asked: [undefined, half],
    ifRange: longAgo["last-modified"],
  },
  { name: "503 before the rest", replies: [cut(), status(503), part(half)], asked: [undefined, half, half] },
  { name: "206 with another part", replies: [cut(), part(0), whole()], asked: [undefined, half, undefined] },
  {
    name: "206 that states another part",
    replies: [cut(), part(half, old.length, tag, half + 1), whole()],
    asked: [undefined, half, undefined],
  },
  {
    name: "206 without Content-Range",
    replies: [cut(), () => reply(206, { ...tag, ...lengthOf(old) }, old), whole()],
    asked: [undefined, half, undefined],
  },
  {
    name: "206 of a file of another length",
    replies: [cut(), part(half, old.length, tag, half, old.length + 1), whole()],
    asked: [undefined, half, undefined],
  },
  {
    name: "206 with another tag",
    replies: [cut(), part(half, old.length, { etag: '"two"' }), whole({}, changed)],
    asked: [undefined, half, undefined],
    got: changed,
  },
  {
    name: "200 with a changed file",
    replies: [cut(), whole({ ...ranges, etag: '"two"' }, changed), whole({}, changed)],
    asked: [undefined, half, undefined],
    got: changed,
  },
  { name: "416", replies: [cut(), status(416, { "content-range": "bytes */5" }), whole()], asked: [undefined, half, undefined] },
  {
    name: "gzip",
    replies: [cut({ ...able, "content-encoding": "gzip" }, zipped.subarray(0, zipped.length - (zipped.length % 2))), whole()],
    asked: [undefined, undefined],
  },
  { name: "no Accept-Ranges", replies: [cut(tag), whole()], asked: [undefined, undefined] },
  { name: "Accept-Ranges: none", replies: [cut({ ...tag, "accept-ranges": "none" }), whole()], asked: [undefined, undefined] },
  { name: "a weak tag", replies: [cut({ ...ranges, etag: 'W/"one"' }), whole()], asked: [undefined, undefined] },
  { name: "a date of the same second", replies: [cut(justNow), whole()], asked: [undefined, undefined] },
];

const request: RawRequest = { method: "GET", path: "/", headers: new Map(), body: "" };

/** Fetches the file at `/files/x` of a server. */
const doors = {
  async "a provider"(baseUrl: string): Promise<Uint8Array> {
    const { fetch, close } = createProviderFetch({ name: "p", baseURL: baseUrl, allowHttp: false, network: {} });
    onTestFinished(close);
    const link = new URL("/files/x", baseUrl);
    return downloadResult({ name: "p", link, isOwn: true, send: () => fetch(link), clean: (text) => text, signal: undefined });
  },
  async "the service"(baseUrl: string): Promise<Uint8Array> {
    const folder = mkdtempSync(join(tmpdir(), "continued-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    const client = createTestClient(baseUrl);
    onTestFinished(() => client.close());
    const { files } = await client.pollV2("t", folder);
    return readFileSync(files[0]?.path ?? "");
  },
};

async function startServer(replies: readonly Reply[], last: Reply) {
  let count = 0;
  const server = await startRawServer((received) => {
    if (received.path.startsWith("/api/v2/")) return result(server.baseUrl);
    count += 1;
    return (replies[count - 1] ?? last)(received);
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return { server, asked: () => server.requests.filter(({ path }) => path === "/files/x").map(({ headers }) => headers) };
}

const result = (baseUrl: string) =>
  jsonAnswer(200, {
    balance: { balance: 1, balance_referral: 0, balance_bonus: 0 },
    contents: { status: 2, text: "", cost: { amount: 0, input: 0, output: 0 }, files: [{ data: `${baseUrl}/files/x`, name: "n" }] },
    limits: { minute: 1, day: 2 },
    error: null,
  });

test.each(members.flatMap((member) => Object.entries(doors).map(([door, download]) => ({ ...member, door, download }))))(
  "a file of $door that breaks off is had after $name",
  async ({ replies, asked, got = old, ifRange = tag.etag, download }) => {
    const { server, asked: received } = await startServer(replies, status(404));
    expect(Buffer.from(await download(server.baseUrl)).equals(got)).toBe(true);
    const wanted = received().map((headers) => headers.get("range"));
    expect(wanted).toEqual(asked.map((start) => (start === undefined ? undefined : `bytes=${start}-`)));
    for (const headers of received()) expect(headers.get("if-range")).toBe(headers.has("range") ? ifRange : undefined);
  },
);

test("a server that never sends the rest is asked a limited number of times", async () => {
  const empty: Reply = ({ headers }) =>
    headers.has("range")
      ? reply(
          206,
          { ...tag, "content-range": `bytes ${half}-${old.length - 1}/${old.length}`, "content-length": String(half) },
          Buffer.alloc(0),
        )
      : cut()(request);
  const { server, asked } = await startServer([], empty);
  const { kind } = await errorOf(doors["the service"](server.baseUrl));
  expect(kind).toBe("connectionLost");
  expect(asked().length).toBeGreaterThan(4);
  expect(asked().length).toBeLessThan(40);
});

test("the rest is not asked for any more once nobody reads it", async () => {
  const body = new PassThrough();
  const sent = Promise.withResolvers<void>();
  let count = 0;
  const send = async () => {
    count += 1;
    sent.resolve();
    return { statusCode: 503, headers: {}, body: new PassThrough() };
  };
  const answer = { statusCode: 200, headers: { ...able, ...lengthOf(old) }, body };
  const whole = continuedBody(answer, { send, signal: undefined, firstWait: 20 }).on("error", () => undefined);
  body.write(old.subarray(0, half));
  await once(whole, "readable");
  body.destroy();
  await sent.promise;
  whole.destroy();
  await setTimeout(100);
  expect(count).toBe(1);
});
