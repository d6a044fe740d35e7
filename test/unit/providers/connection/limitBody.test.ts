/** What of an answer is passed on, and when its memory is no longer watched. How much memory that needs is measured by `npm run bench -- --only service-endless`. */
import { PassThrough } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { expect, test, vi } from "vitest";
import { limitBody, limitEvents } from "../../../../src/providers/connection/limitBody.ts";
import { largestEvent, largestWords } from "../../../../src/providers/files/answerLimits.ts";

vi.mock("node:v8", { spy: true });

const mebibyte = 1024 ** 2;
const heron = "a heron ".repeat(8192);
const encoded = "\\u6c34".repeat(8192);
const base64 = Buffer.from(heron).toString("base64");

async function* repeat(piece: string, bytes: number, start = '{"a":"'): AsyncGenerator<Uint8Array> {
  yield Buffer.from(start);
  const repeated = Buffer.from(piece);
  for (let sent = 0; sent < bytes; sent += repeated.byteLength) yield repeated;
}

async function lengthOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const tooLarge = (limit: number) => new Error(`larger than ${limit / mebibyte} MiB`);
  let length = 0;
  for await (const { byteLength } of limitEvents(chunks, { line: largestEvent, words: largestWords }, tooLarge)) length += byteLength;
  return length;
}

test.each([
  ["a text", heron],
  ["a text in escapes", encoded],
  ["values", '"a",'.repeat(16_384)],
  ["base64 in short texts", `"${"A".repeat(500)}",`.repeat(128)],
])("a line of %s has no more than 3 MiB", async (_, piece) => {
  await expect(lengthOf(repeat(piece, 2.5 * mebibyte))).resolves.toBeGreaterThan(2.5 * mebibyte);
  await expect(lengthOf(repeat(piece, 4 * mebibyte))).rejects.toThrow("larger than 3 MiB");
});

test.each([
  ["base64", base64],
  ["base64 with escaped slashes and line ends", "AAAAAAA\\/AAAAAA\\n".repeat(4096)],
  ["hexadecimal digits", "89504e47".repeat(8192)],
])("a line with a file may be longer: %s", async (_, piece) => {
  const start = `{"a":"${heron}","url":"data:image/png;base64,`;
  await expect(lengthOf(repeat(piece, 20 * mebibyte, start))).resolves.toBeGreaterThan(20 * mebibyte);
  await expect(lengthOf(repeat(piece, 25 * mebibyte, start))).rejects.toThrow("larger than 24 MiB");
});

test("lines may have more together", async () => {
  await expect(lengthOf(repeat(`${heron}\n`, 20 * mebibyte))).resolves.toBeGreaterThan(20 * mebibyte);
});

test("a long answer that is not read to its end slows the growth of the heap only while it is open", async () => {
  const body = new PassThrough({ highWaterMark: 4 * mebibyte });
  for (let sent = 0; sent < 2 * mebibyte; sent += heron.length) body.write(heron);
  const chunks = limitBody(body, 64 * mebibyte);
  for (let read = 0; read < 1.5 * mebibyte; ) read += (await chunks.next()).value?.byteLength ?? Number.POSITIVE_INFINITY;
  expect(setFlagsFromString).toHaveBeenCalledWith("--heap-growing-percent=20");
  expect(setFlagsFromString).not.toHaveBeenCalledWith("--heap-growing-percent=0");
  body.destroy();
  await vi.waitFor(() => expect(setFlagsFromString).toHaveBeenCalledWith("--heap-growing-percent=0"), 90_000);
  vi.mocked(setFlagsFromString).mockClear();
  await chunks.return(undefined);
  expect(setFlagsFromString).not.toHaveBeenCalled();
});
