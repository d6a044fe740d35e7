/** Percent-encoded signs of base64 are decoded, wherever the text is cut. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEncodedBase64Decoder } from "../../../../src/client/http/base64Decoder.ts";
import { createTemporaryFile } from "../../../../src/client/http/temporaryFile.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "encoded-base64-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

async function decode(text: string, length: number): Promise<string> {
  const decoder = createEncodedBase64Decoder(createTemporaryFile(folder));
  try {
    for (let at = 0; at < text.length; at += length) decoder.write(Buffer.from(text.slice(at, at + length), "latin1"));
    decoder.end();
  } catch (error) {
    await decoder.file.discard();
    throw error;
  }
  return readFileSync((await decoder.file.finish()).path, "latin1");
}

test.each([1, 2, 3, 4, 5, 100])("in pieces of %d characters", async (length) => {
  expect(await decode("aGVsbG8%3D", length)).toBe("hello");
  expect(await decode("%2B%2F%2b%2f", length)).toBe(Buffer.from("+/+/", "base64").toString("latin1"));
  expect(await decode("aGVs%0D%0AbG8=", length)).toBe("hello");
  await expect(decode("aGVsbG8%", length)).rejects.toThrow("not base64");
});
