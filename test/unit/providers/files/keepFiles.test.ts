/** Files of any length are written to the disk while they arrive, in each form in which providers send them. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type AnsweredFile, wholeOf } from "../../../../src/providers/fileContent.ts";
import { keepFiles } from "../../../../src/providers/files/keepFiles.ts";

const png = Buffer.from("89504e470d0a1a0a", "hex");
const file = Buffer.concat([png, randomBytes(300_000)]);
const base64 = file.toString("base64");
const other = 'a "böat\\" ';

/** `size` of the pieces in which the answer arrives. */
async function keep(answer: Buffer, type: string, size: number) {
  const files = new Map<string, AnsweredFile>();
  async function* pieces() {
    for (let at = 0; at < answer.length; at += size) yield answer.subarray(at, at + size);
  }
  const passed: Uint8Array[] = [];
  for await (const chunk of keepFiles(pieces(), type, { kind: "image", files, share: undefined, takesFromText: true })) passed.push(chunk);
  const kept = await Promise.all([...files].map(async ([name, { content }]) => ({ name, bytes: await wholeOf(content) })));
  for (const { content } of files.values()) if ("close" in content) await content.close();
  return { text: Buffer.concat(passed).toString(), kept };
}

const json = (content: string) => JSON.stringify({ other, data: [{ b64_json: content, other }, { b64_json: content }], more: 1 });

const forms: readonly (readonly [string, (file: Buffer) => string])[] = [
  ["base64", (bytes) => json(bytes.toString("base64"))],
  ["base64 of the alphabet for addresses", (bytes) => json(bytes.toString("base64url"))],
  ["a data URI", (bytes) => json(`data:image/png;base64,${bytes.toString("base64")}`)],
  ["hexadecimal digits", (bytes) => json(bytes.toString("hex"))],
  ["hexadecimal digits in lines", (bytes) => json(bytes.toString("hex").replace(/.{76}/g, "$&\n"))],
  ["base64 in lines", (bytes) => json(bytes.toString("base64").replace(/.{76}/g, "$&\n"))],
  ["base64 with escaped slashes", (bytes) => json(bytes.toString("base64")).replaceAll("/", "\\/")],
];

test.each(forms.flatMap(([name, write]) => [1, 4097, 65_536, 1e9].map((size) => ({ name, write, size }))))(
  "$name in JSON that arrives in pieces of $size bytes",
  async ({ write, size }) => {
    // More than 64 KiB of characters, too: more pieces of one byte show the same.
    const sent = file.subarray(0, size === 1 ? 50_000 : undefined);
    const { text: passed, kept } = await keep(Buffer.from(write(sent)), "application/json", size);
    const names = kept.map(({ name }) => name);
    expect(JSON.parse(passed)).toEqual({ other, data: [{ b64_json: names[0], other }, { b64_json: names[1] }], more: 1 });
    expect(kept.map(({ bytes }) => sent.equals(bytes))).toEqual([true, true]);
  },
);

test.each(["image/png", "application/octet-stream", "application/json", ""])("a file that is sent as %s", async (type) => {
  const { text, kept } = await keep(file, type, 65_536);
  expect(kept.map(({ name, bytes }) => ({ name, isSame: file.equals(bytes) }))).toEqual([{ name: text, isSame: true }]);
});

test.each([
  ["JSON without a file", JSON.stringify({ error: other, list: [1, "a", "\\", '"'] })],
  ["a long text", JSON.stringify({ text: "a word ".repeat(30_000) })],
  ["a text with line ends", "see https://a.example/b.png\n"],
  ["JSON that broke off", '{"a": "b\\'],
])("%s is unchanged", async (_, text) => {
  for (const size of [1, 10, 1e9]) expect(await keep(Buffer.from(text), "text/plain", size)).toEqual({ text, kept: [] });
});

test.each([
  ["breaks off", `{"b64_json":"${base64}`],
  ["contains something else", `{"b64_json":"${base64}*"}`],
  ["continues behind its padding", `{"b64_json":"${base64}QQ==${base64}"}`],
  ["begins with a long text of hexadecimal digits", `{"b64_json":"${file.toString("hex")}QUJD"}`],
  ["has a length that there is not", `{"b64_json":"${"QUJD".repeat(30_000)}Q"}`],
])("base64 that %s is an error", async (_, text) => {
  await expect(keep(Buffer.from(text), "application/json", 65_536)).rejects.toThrow();
});
