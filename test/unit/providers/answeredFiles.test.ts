/** Files that are taken out of an answer, and strings that are left in it. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { collectFiles, takeFiles } from "../../../src/providers/answeredFiles.ts";

/** The answer that a package reads, and the files that were taken out of it. */
async function take(answer: unknown): Promise<{ read: unknown; files: Buffer[] }> {
  const { result, files } = await collectFiles(async () => takeFiles(Buffer.from(JSON.stringify(answer))));
  return { read: JSON.parse(result.toString()), files: [...files.values()].map((file) => Buffer.from(file)) };
}

test.each([100_000, 100_001, 100_002])("a file of %d bytes has a name in its place", async (size) => {
  const [one, other] = [randomBytes(size), randomBytes(size)];
  const answer = { created: 1, data: [one, other].map((file) => ({ b64_json: file.toString("base64"), revised: 'a "boat"' })) };
  const { result, files } = await collectFiles(async () => takeFiles(Buffer.from(JSON.stringify(answer))));
  const read: typeof answer = JSON.parse(result.toString());
  expect(result.length).toBeLessThan(500);
  expect(read.data.map(({ b64_json }) => Buffer.from(files.get(b64_json) ?? []))).toEqual([one, other]);
  expect(read.data[0]?.revised).toBe('a "boat"');
});

test.each([
  ["is small", "QUJD".repeat(1000)],
  ["is a text", "word ".repeat(30_000)],
  ["is a data URI", `data:image/png;base64,${"QUJD".repeat(30_000)}`],
  ["has base64 in quotes inside of it", `see "${"QUJD".repeat(30_000)}"`],
  ["begins with a quote", `"${"QUJD".repeat(30_000)}`],
])("a string that %s is left where it is", async (_, text) => {
  expect(await take({ text })).toEqual({ read: { text }, files: [] });
});

test("nothing is taken outside of a call that collects files", () => {
  const json = Buffer.from(JSON.stringify({ b64_json: randomBytes(100_000).toString("base64") }));
  expect(takeFiles(json)).toBe(json);
});
