/** Deltas of Responses are passed on as they came, and need no more memory than their characters, however small they are. */
import { expect, test } from "vitest";
import { withReadableResponses } from "../../../../src/providers/responses/readableResponses.ts";
import { usedHeap } from "../../../collectGarbage.ts";

const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const added = (item: object) => event({ type: "response.output_item.added", output_index: 0, item });
const reasoning = added({ type: "reasoning", id: "r", summary: [] });
const summary = (summary_index: number, delta: string) =>
  event({ type: "response.reasoning_summary_text.delta", item_id: "r", output_index: 0, summary_index, delta });
const summaryDone = (summary_index: number, text: string) =>
  event({ type: "response.reasoning_summary_text.done", item_id: "r", output_index: 0, summary_index, text });
const reasoningDone = (...texts: string[]) => {
  const item = { type: "reasoning", id: "r", summary: texts.map((text) => ({ type: "summary_text", text })) };
  return event({ type: "response.output_item.done", output_index: 0, item });
};

/** What is passed on of an answer of these pieces. */
async function* rewritten(pieces: Iterator<string>): AsyncGenerator<string> {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(Buffer.from(value));
    },
  });
  const answer = await withReadableResponses(async () => new Response(body))("https://a.example/v1/responses", { method: "POST" });
  for await (const chunk of answer.body ?? []) yield Buffer.from(chunk).toString();
}

test.each<[string, string[], string[]]>([
  ["of one part", [summary(0, "We "), summary(0, "count.")], ["0: We ", "0: count."]],
  ["of two parts", [summary(0, "One"), summary(1, "Two"), summary(1, "!")], ["0: One", "1: Two", "1: !"]],
  ["of a part after the next one has begun", [summary(0, "a"), summary(1, "b"), summary(0, "c")], ["0: a", "1: b", "0: c"]],
  ["whose end is only in the whole", [summary(0, "We "), summaryDone(0, "We count.")], ["0: We ", "0: count."]],
  ["that are only in the item", [reasoningDone("One", "Two")], ["0: One", "1: Two"]],
  ["some of which are only in the item", [summary(0, "One"), reasoningDone("One!", "Two")], ["0: One", "0: !", "1: Two"]],
  ["that the whole does not repeat", [summary(0, "We count."), summaryDone(0, "I count them all.")], ["0: We count."]],
  ["that repeat one another", [summary(0, "aa"), summary(0, "aa"), summary(1, "aa")], ["0: aa", "0: aa", "1: aa"]],
])("reasoning: deltas %s", async (_name, pieces, expected) => {
  let text = "";
  for await (const chunk of rewritten([reasoning, ...pieces].values())) text += chunk;
  const events = text.split("\n\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line.slice("data: ".length))]));
  const deltas = events.filter(({ type }) => type === "response.reasoning_summary_text.delta");
  expect(deltas.map(({ summary_index, delta }) => `${summary_index}: ${delta}`)).toEqual(expected);
});

const count = 100_000;
const call = { type: "function_call", id: "r", call_id: "c", name: "f", arguments: "" };
const location = { item_id: "r", output_index: 0 };

test.each([
  [
    "text",
    added({ type: "message", id: "r", content: [] }),
    { type: "response.output_text.delta", ...location, content_index: 0, delta: "h" },
  ],
  ["reasoning", reasoning, { type: "response.reasoning_summary_text.delta", ...location, summary_index: 0, delta: "h" }],
  ["arguments", added(call), { type: "response.function_call_arguments.delta", ...location, delta: "h" }],
])("100,000 of one character each: %s", async (_name, start, delta) => {
  let before = 0;
  let grown = 0;
  function* pieces() {
    yield start;
    const packet = event(delta).repeat(1000);
    for (let sent = 0; sent < count; sent += 1000) yield packet;
  }
  let read = 0;
  for await (const chunk of rewritten(pieces())) {
    read += chunk.split('"delta":"h"').length - 1;
    if (before === 0 && read > 0) before = usedHeap();
    if (read === count) grown = usedHeap() - before;
  }
  expect(read).toBe(count);
  // One by one, the pieces use 3.2 MB.
  expect(grown).toBeLessThan(1_500_000);
});
