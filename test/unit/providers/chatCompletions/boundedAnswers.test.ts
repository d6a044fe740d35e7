/** Answers that need more memory than their bytes. How much the service needs for them is measured by `npm run bench -- --only service-endless`. */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { AnswerReader } from "../../../../src/providers/chatCompletions/answerReader.ts";

function open(): { reader: AnswerReader; parts: LanguageModelV4StreamPart[] } {
  const parts: LanguageModelV4StreamPart[] = [];
  const emit = (part: LanguageModelV4StreamPart) => void parts.push(part);
  return { reader: new AnswerReader({ holdsText: false, functions: new Map(), emit, onOdd: () => undefined }), parts };
}

const encode = (text: string) => new TextEncoder().encode(text);
const event = (index: number, content: string) => encode(`data: ${JSON.stringify({ choices: [{ index, delta: { content } }] })}\n\n`);
const objects = (count: number) => `${"{},".repeat(count)}{}`;

test.each([
  ["beside a delta", `data: {"choices":[{"delta":{"content":"a"}}],"x":[${objects(300_000)}]}\n\n`],
  ["as choices", `data: {"choices":[${objects(300_000)}]}\n\n`],
  ["without the name of a field", `{"choices":[${objects(300_000)}]}\n`],
  ["over many lines", `{"choices":[\n${`${objects(100)},\n`.repeat(3000)}{}]}`],
  ["over many lines of data", `data: {"choices":[\n${`data: ${objects(100)},\n`.repeat(4000)}data: {}]}\n\n`],
])("an answer with more values than are read fails: %s", (_, answer) => {
  const { reader } = open();
  expect(() => {
    reader.add(encode(answer));
    reader.end();
  }).toThrow("more than 400000 values");
});

test.each([
  ["values", "{},", true],
  ["a text", '[{\\"a\\":1},', false],
])("a line that does not end is not held if it has too many values: %s", (_, piece, isRefused) => {
  const { reader } = open();
  const feed = () => {
    for (let count = 0; count < 40; count += 1) reader.add(encode(piece.repeat(20_000)));
  };
  reader.add(encode(`data: {"a":${isRefused ? "[" : '"'}`));
  if (isRefused) expect(feed).toThrow("more than 400000 values");
  else expect(feed).not.toThrow();
});

test("another choice that does not end is not held for ever", () => {
  const { reader, parts } = open();
  reader.add(event(0, "a"));
  for (let count = 0; count < 10_000 && parts.length < 10; count += 1) reader.add(event(1, "b"));
  expect(parts.length).toBeGreaterThan(10);
});

test("a long line that breaks off is not read", () => {
  const { reader, parts } = open();
  reader.add(encode('data: {"choices":[{"delta":{"content":"'));
  for (let count = 0; count < 100; count += 1) reader.add(encode("a heron ".repeat(2000)));
  reader.end(new Error("The connection ended."));
  expect(parts.map(({ type }) => type)).toEqual(["error"]);
});
