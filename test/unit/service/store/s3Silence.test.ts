/** A reader of a file in a bucket may pause for as long as it likes; a store that is silent is given up. */
import { createServer, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { openS3Files } from "../../../../src/service/store/files/s3Files.ts";

/** Milliseconds. */
const silence = 2_000;
const size = 16 * 1024 ** 2;
const empty = '<?xml version="1.0"?><ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>';

afterEach(() => vi.unstubAllEnvs());

/** A bucket whose files are sent by `send`. */
async function openBucket(send: (response: ServerResponse) => void, limit = silence) {
  const server = createServer(({ url = "" }, response) => {
    if (url.includes("list-type")) response.writeHead(200, { "content-type": "application/xml" }).end(empty);
    else send(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  vi.stubEnv("AWS_ENDPOINT_URL_S3", `http://127.0.0.1:${port}`);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  const files = await openS3Files({ url: "s3://bucket", area: "area", owner: { id: "1", isAlive: async () => true }, silence: limit });
  const close = async () => {
    await files.close();
    server.closeAllConnections();
    server.close();
  };
  return { files, close };
}

const head = { "content-length": String(size), "content-type": "application/octet-stream" };
const whole = (response: ServerResponse) => response.writeHead(206, head).end(Buffer.alloc(size, 7));

test.each([
  { what: "reads at once", pauses: [] },
  { what: "pauses before the second part", pauses: [1] },
  { what: "pauses twice", pauses: [1, 2] },
])("a reader that $what gets the whole file", async ({ pauses }) => {
  const { files, close } = await openBucket(whole);
  let received = 0;
  let part = 0;
  for await (const chunk of files.read("1/a", 0, size)) {
    received += chunk.byteLength;
    part += 1;
    if (pauses.includes(part)) await sleep(1.5 * silence);
  }
  await close();
  expect(received).toBe(size);
});

test("however many readers pause, another one gets its file", async () => {
  const { files, close } = await openBucket((response) => {
    if (response.req.url?.includes("/1/b")) whole(response);
    else response.writeHead(206, head).write(Buffer.alloc(1_000));
  }, 20_000);
  const readers = Array.from({ length: 300 }, () => files.read("1/a", 0, size)[Symbol.asyncIterator]());
  const waiting = Promise.allSettled(readers.map((reader) => reader.next()));
  let received = 0;
  for await (const chunk of files.read("1/b", 0, size)) received += chunk.byteLength;
  await close();
  await waiting;
  expect(received).toBe(size);
});

test.each([
  { what: "once", most: size / 2, opened: 2 },
  { what: "after each part", most: size / 4, opened: 4 },
])("a file is read to its end although the store closes the connection $what", async ({ most, opened }) => {
  const content = Buffer.alloc(size, Buffer.from([...Array(251).keys()]));
  const ranges: string[] = [];
  const { files, close } = await openBucket((response) => {
    const { range = "" } = response.req.headers;
    const [, start = "0"] = /^bytes=(\d+)-/.exec(range) ?? [];
    ranges.push(range);
    const rest = content.subarray(Number(start));
    response.writeHead(206, { ...head, "content-length": String(rest.length) });
    if (rest.length <= most) response.end(rest);
    else response.write(rest.subarray(0, most), () => response.socket?.end());
  });
  const received: Uint8Array[] = [];
  for await (const chunk of files.read("1/a", 0, size)) received.push(chunk);
  await close();
  expect(Buffer.concat(received).equals(content)).toBe(true);
  expect(ranges).toHaveLength(opened);
});

test.each<{ what: string; send(response: ServerResponse): void }>([
  { what: "closes every connection", send: (response) => response.writeHead(206, head).write("", () => response.destroy()) },
  { what: "never answers", send: () => undefined },
  { what: "sends only the head", send: (response) => response.writeHead(206, head).flushHeaders() },
  { what: "sends a part", send: (response) => response.writeHead(206, head).write(Buffer.alloc(1_000)) },
])("a store that $what is given up", async ({ send }) => {
  const { files, close } = await openBucket(send);
  const read = async () => {
    for await (const _ of files.read("1/a", 0, size));
  };
  await expect(read()).rejects.toThrow("the bucket of files cannot be used");
  await close();
});
