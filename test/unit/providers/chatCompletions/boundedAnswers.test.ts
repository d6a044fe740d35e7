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

test.each<[string, (reader: AnswerReader) => void]>([
  ["when it is asked for", (reader) => reader.readLate()],
  ["before the next packet", (reader) => reader.add(event(0, "c"))],
  ["at the end", (reader) => reader.end()],
])("a long event and what follows it in its packet are read after it was parsed: %s", (_, goOn) => {
  const { reader, parts } = open();
  const padded = `data: {"choices":[{"delta":{"content":"a"}}],"x":"${" ".repeat(900_000)}"}\n\n`;
  reader.add(encode(`${padded}${new TextDecoder().decode(event(0, "b"))}`));
  expect({ isLate: reader.isLate, parts }).toEqual({ isLate: true, parts: [] });
  goOn(reader);
  expect(reader.isLate).toBe(false);
  expect(parts.flatMap((part) => (part.type === "text-delta" ? [part.delta] : [])).join("")).toMatch(/^ab/);
});

test("a long line that breaks off is not read", () => {
  const { reader, parts } = open();
  reader.add(encode('data: {"choices":[{"delta":{"content":"'));
  for (let count = 0; count < 100; count += 1) reader.add(encode("a heron ".repeat(2000)));
  reader.end(new Error("The connection ended."));
  expect(parts.map(({ type }) => type)).toEqual(["error"]);
});

const chunk = (delta: object) => encode(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
const callOf = (index: number) => ({ index, id: `c${index}`, function: { name: "f", arguments: "" } });
const detailOf = (index: number, data = "s") => ({ type: "reasoning.encrypted", data, id: `r${index}`, index });

test.each([
  ["calls in one event", 1, () => chunk({ tool_calls: Array.from({ length: 5000 }, (_, index) => callOf(index)) }), "1024 calls"],
  ["calls", 1025, (index: number) => chunk({ tool_calls: [callOf(index)] }), "1024 calls"],
  ["details of its reasoning", 5000, (index: number) => chunk({ reasoning_details: [detailOf(index)] }), "2 MiB"],
  ["data of its reasoning", 50, () => chunk({ reasoning_details: [detailOf(0, "s".repeat(50_000))] }), "2 MiB"],
])("an answer with more %s than are read fails", (_, count, make, limit) => {
  const { reader } = open();
  expect(() => {
    for (let index = 0; index < count; index += 1) reader.add(make(index));
  }).toThrow(limit);
});

test("an answer with many calls and details is read", () => {
  const { reader, parts } = open();
  for (let index = 0; index < 500; index += 1) reader.add(chunk({ reasoning_details: [detailOf(index)] }));
  for (let index = 0; index < 500; index += 1) reader.add(chunk({ tool_calls: [callOf(index)] }));
  reader.add(encode("data: [DONE]\n\n"));
  expect(parts.filter(({ type }) => type === "tool-call")).toHaveLength(500);
});

/** One body of several lines. */
const bodyOf = (lines: string) => encode(`{"choices":[{"message":{"content":"a"},"finish_reason":"stop"}],"x":[\n${lines}""\n]\n}`);

test.each([
  ["short ones", `"${"a heron ".repeat(100)}",\n`.repeat(6000), false],
  ["a file", `"${"A".repeat(5_000_000)}",\n`, true],
])("of lines without the name of a field, no more than 4 MiB are kept beside files: %s", (_, lines, isRead) => {
  const { reader, parts } = open();
  reader.add(bodyOf(lines));
  reader.end();
  expect(parts.some(({ type }) => type === "text-delta")).toBe(isRead);
});
