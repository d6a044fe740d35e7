/** Large images of a text are written to the disk while they arrive; everything else is passed on as it is, and no later than its line ends. */
import { hash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type AnsweredFile, wholeOf } from "../../../../src/providers/fileContent.ts";
import { keepLineFiles } from "../../../../src/providers/files/keepLineFiles.ts";
import { keepLong } from "../../../../src/providers/files/keepLong.ts";
import type { FileTarget } from "../../../../src/providers/files/stringFiles.ts";

const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), randomBytes(1_800_000)]);
/** 2.3 MiB. */
const base64 = png.toString("base64");
const event = (content: string) => `data: {"a":"b","image":{"url":"${content}"},"c":"d"}\n\n`;
const word = 'data: {"text":"a \\"heron\\""}\n\n';

/** `size` of the pieces in which the answer arrives; `error`: what ends it. */
async function keep(answer: string, size: number, error?: Error) {
  const files = new Map<string, AnsweredFile>();
  const bytes = Buffer.from(answer);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    if (error) throw error;
  }
  let text = "";
  let thrown: unknown;
  try {
    for await (const chunk of keepLineFiles(pieces(), { kind: "text", files, share: undefined }))
      text += Buffer.from(chunk).toString("latin1");
  } catch (caught) {
    thrown = caught;
  }
  const kept = await Promise.all([...files].map(async ([name, { content, known }]) => ({ name, known, bytes: await wholeOf(content) })));
  for (const { content } of files.values()) if ("close" in content) await content.close();
  return { text, kept, thrown };
}

test.each(
  [4099, 16_384, 65_536].flatMap((size) => [
    ["base64", base64, size] as const,
    ["a data URI", `data:image/png;base64,${base64}`, size] as const,
    ["base64 with escaped slashes", base64.replaceAll("/", "\\/"), size] as const,
  ]),
)("an image as %s is replaced by its name, and its lines remain", async (_, content, size) => {
  const { text, kept } = await keep(`${word}: a "\n${event(content)}${word}${event(content)}${word}`, size);
  const [first, second] = kept.map(({ name }) => name);
  expect(text === `${word}: a "\n${event(String(first))}${word}${event(String(second))}${word}`).toBe(true);
  expect(kept.map(({ bytes }) => png.equals(bytes))).toEqual([true, true]);
  expect(kept.map(({ known }) => known)).toEqual(Array.from({ length: 2 }, () => ({ mediaType: "image/png", hash: hash("sha256", png) })));
});

test.each([
  ["a smaller image", event(base64.slice(0, 2_000_000))],
  ["a long text", event("a heron ".repeat(400_000))],
  ["a long text of letters", event("a".repeat(3_000_000))],
  ["base64 of no format", event(`QUJD${base64}`)],
  ["a long line without strings", `data: [${"1,".repeat(1_500_000)}1]\n\n`],
  ["short lines that end in both ways", `${word}: ping\r\n\r\n${word.replaceAll("\n", "\r")}data: a "\n\n${word}`],
  ["a line without an end", `${word}data: {"text":"a`],
  ["JSON without a line", '{"choices":[{"message":{"content":"a heron"}}]}'],
])("%s is unchanged", async (_, answer) => {
  for (const size of [997, 16_384, 65_536]) expect((await keep(answer, size)).text === answer).toBe(true);
});

test("a line is passed on when it ends", async () => {
  const packets = [word.slice(0, 9), word.slice(9), `${word}data: {`, '"a":1}\n'];
  const received: string[] = [];
  async function* arriving() {
    for (const packet of packets) {
      yield Buffer.from(packet);
      received.push("|");
    }
  }
  for await (const chunk of keepLineFiles(arriving(), { kind: "text", files: new Map(), share: undefined }))
    received.push(Buffer.from(chunk).toString());
  expect(received.join("")).toBe(`|${word}|${word}|data: {"a":1}\n|`);
});

test.each([
  ["a word", `${word}data: {"te`, `${word}data: {"te`],
  ["a long text", `${word}data: {"text":"${"a heron ".repeat(400_000)}`, undefined],
  ["an image", `${word}data: {"image":"${base64.slice(0, -8)}`, `${word}data: {"image":"`],
])("an answer that breaks off in %s is passed on as far as it came", async (_, answer, expected = answer) => {
  const lost = new Error("The connection was lost.");
  const { text, thrown } = await keep(answer, 16_384, lost);
  expect(text.length).toBe(expected.length);
  expect(text === expected).toBe(true);
  expect(thrown).toBe(lost);
});

test("an image that ends without its string is an error", async () => {
  expect((await keep(`data: {"image":"${base64}\n\n${word}`, 16_384)).thrown).toMatchObject({ message: "The answer broke off." });
});

test("a long text is one file, beside which its large parts are others", async () => {
  const files = new Map<string, AnsweredFile>();
  const answer = Buffer.from(`${word}${event(base64)}${word.repeat(200_000)}${event(`QUJD${base64}`)}`);
  const target: FileTarget = { kind: "audio", files, share: undefined };
  async function* pieces() {
    for (let at = 0; at < answer.length; at += 16_384) yield answer.subarray(at, at + 16_384);
  }
  let text = "";
  for await (const chunk of keepLong(keepLineFiles(pieces(), target), target)) text += Buffer.from(chunk).toString("latin1");
  const [lines, ...parts] = [...files.keys()].sort((one) => (one === text ? -1 : 1));
  expect(lines).toBe(text);
  const [first, second] = parts;
  const whole = files.get(text)?.content;
  expect(whole && Buffer.from(await wholeOf(whole)).toString()).toBe(
    `${word}${event(String(first))}${word.repeat(200_000)}${event(String(second))}`,
  );
  for (const { content } of files.values()) if ("close" in content) await content.close();
});

test.each<[kind: FileTarget["kind"], message: string | undefined]>([
  ["image", "its answer has more than 100 files."],
  ["video", "its answer has more than 100 files."],
  ["audio", undefined],
])("more than 100 files in the answer of the kind %s", async (kind, message) => {
  const target: FileTarget = { kind, files: new Map(), share: undefined };
  const answer = Buffer.from(event(base64.slice(0, 90_000)).repeat(101));
  async function* pieces() {
    for (let at = 0; at < answer.length; at += 16_384) yield answer.subarray(at, at + 16_384);
  }
  let refusal: string | undefined;
  try {
    for await (const _ of keepLineFiles(pieces(), target));
  } catch (error) {
    refusal = error instanceof Error ? error.message : undefined;
  }
  for (const { content } of target.files.values()) if ("close" in content) await content.close();
  expect(refusal).toBe(message);
});
