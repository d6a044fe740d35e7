/** Turns the parts of a model's answer into items and events with our own ids, indexes and order. */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { OutputWriter } from "../../../../src/service/answers/outputWriter.ts";
import type { ResponseEvent } from "../../../../src/service/answers/responseEvents.ts";

function write(parts: readonly LanguageModelV4StreamPart[], end: { isIncomplete: boolean; declined?: string } = { isIncomplete: false }) {
  const events: ResponseEvent[] = [];
  const images: Uint8Array[] = [];
  const writer = new OutputWriter({ taskId: "resp_1", emit: (event) => events.push(event), keepImage: (bytes) => images.push(bytes) - 1 });
  for (const part of parts) writer.write(part);
  writer.end(end);
  return { events, images, items: writer.items };
}

const text = (id: string, ...deltas: string[]): LanguageModelV4StreamPart[] => [
  { type: "text-start", id },
  ...deltas.map((delta): LanguageModelV4StreamPart => ({ type: "text-delta", id, delta })),
  { type: "text-end", id },
];
const source = (url: string) => ({ type: "source" as const, sourceType: "url" as const, id: url, url, title: "A title" });

// Source: RFC 8259: a JSON number may be negative, a fraction or huge.
test.each([
  [-5, 4, 0, 4],
  [2.7, 3.2, 2, 3],
  [1e300, 1e300, 6, 6],
  [4, 2, 2, 2],
  [-1e300, -1, 0, 0],
  [0.4, 6.9, 0, 6],
])("a citation from %d to %d is of code units %d to %d of the text", (startIndex, endIndex, start, end) => {
  const { items, events } = write([
    ...text("0", "Herons").slice(0, 2),
    { type: "text-end", id: "0", citations: [{ source: source("https://a.example"), startIndex, endIndex }] },
  ]);
  expect(items).toMatchObject([{ citations: [{ start, end }] }]);
  expect(events.find(({ type }) => type === "response.output_text.annotation.added")).toMatchObject({
    annotation: { start_index: start, end_index: end },
  });
});

test("each index is added once, in order, and events carry the id of their item", () => {
  const { events } = write([
    { type: "reasoning-start", id: "same" },
    { type: "reasoning-delta", id: "same", delta: "Hm" },
    { type: "reasoning-end", id: "same" },
    ...text("same", "A", "B"),
    { type: "tool-call", toolCallId: "same", toolName: "f", input: "{}" },
  ]);
  const added = events.flatMap((event) => (event.type === "response.output_item.added" ? [event] : []));
  expect(added.map((event) => event.output_index)).toEqual([0, 1, 2]);
  expect(added.map((event) => event.item)).toMatchObject([{ type: "reasoning" }, { type: "message" }, { type: "function_call" }]);
  const ids = added.map((event) => event.item.id);
  for (const event of events) if ("item_id" in event) expect(event.item_id).toBe(ids[Number(event.output_index)]);
});

test("blocks of text become one message, and a block's citations refer to the block", () => {
  const { items } = write([
    ...text("0", "Herons fly. "),
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: "They fish." },
    {
      type: "text-end",
      id: "1",
      citations: [{ source: source("https://a.example") }, { source: source("https://b.example"), startIndex: 5, endIndex: 9 }],
    },
  ]);
  expect(items).toEqual([
    {
      type: "message",
      text: "Herons fly. They fish.",
      citations: [
        { url: "https://a.example", title: "A title", start: 12, end: 22 },
        { url: "https://b.example", title: "A title", start: 17, end: 21 },
      ],
    },
  ]);
});

test("sources without a position are added at the end of the text", () => {
  const { items } = write([source("https://a.example"), ...text("0", "Hello")]);
  expect(items).toMatchObject([{ citations: [{ url: "https://a.example", start: 5, end: 5 }] }]);
});

test("interleaved arguments of calls are assigned to their calls", () => {
  const { items, events } = write([
    { type: "tool-input-start", id: "a", toolName: "one" },
    { type: "tool-input-start", id: "b", toolName: "two" },
    { type: "tool-input-delta", id: "b", delta: '{"b"' },
    { type: "tool-input-delta", id: "a", delta: '{"a":1}' },
    { type: "tool-input-delta", id: "b", delta: ":2}" },
    { type: "tool-call", toolCallId: "a", toolName: "one", input: '{"a":1}' },
    { type: "tool-call", toolCallId: "b", toolName: "two", input: '{"b":2}' },
  ]);
  expect(items).toMatchObject([
    { name: "one", arguments: '{"a":1}' },
    { name: "two", arguments: '{"b":2}' },
  ]);
  expect(new Set(items.flatMap((item) => (item.type === "function_call" ? [item.callId] : []))).size).toBe(2);
  const done = events.flatMap((event) => (event.type === "response.function_call_arguments.done" ? [event] : []));
  expect(done.map((event) => [event.output_index, event.arguments])).toEqual([
    [0, '{"a":1}'],
    [1, '{"b":2}'],
  ]);
});

test("a refusal is recognized by the event after it, and an empty answer that a filter stopped is one too", () => {
  const raw: LanguageModelV4StreamPart = { type: "raw", rawValue: { type: "response.refusal.delta", delta: "No." } };
  const { items, events } = write([{ type: "text-start", id: "0" }, raw, { type: "text-delta", id: "0", delta: "No." }]);
  expect(items).toEqual([{ type: "refusal", text: "No." }]);
  expect(events.map((event) => event.type)).toContain("response.refusal.done");
  expect(write([], { isIncomplete: false, declined: "declined" }).items).toEqual([{ type: "refusal", text: "declined" }]);
});

test("reasoning without a summary is no item, and an empty answer is an empty message", () => {
  const { items } = write([
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-end", id: "0" },
  ]);
  expect(items).toEqual([{ type: "message", text: "", citations: [] }]);
});

test("an image of a provider's own tool passes through its states to its item", () => {
  const { events, images } = write([
    { type: "tool-call", toolCallId: "i", toolName: "image_generation", input: "{}", providerExecuted: true },
    { type: "tool-result", toolCallId: "i", toolName: "image_generation", result: { result: "aGVyb24=" } },
  ]);
  expect(Buffer.from(images[0] ?? []).toString()).toBe("heron");
  expect(events.filter((event) => event.type.includes("image_generation_call")).map((event) => event.type)).toEqual([
    "response.image_generation_call.in_progress",
    "response.image_generation_call.generating",
    "response.image_generation_call.completed",
  ]);
  expect(events.find((event) => event.type === "response.output_item.done")).toMatchObject({ item: { result: "aGVyb24=" } });
});
