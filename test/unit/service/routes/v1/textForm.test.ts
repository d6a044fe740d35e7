/** Deltas are written faster than other events, and must not differ from them. */
import { expect, test } from "vitest";
import type { ResponseEvent } from "../../../../../src/service/answers/responseEvents.ts";
import { responsesForm } from "../../../../../src/service/routes/v1/textForm.ts";

const message = { item_id: "msg_1", output_index: 0, content_index: 0 };
const events: readonly ResponseEvent[] = [
  {
    type: "response.output_item.added",
    output_index: 0,
    item: { id: "msg_1", type: "message", status: "in_progress", role: "assistant", content: [] },
  },
  { type: "response.output_text.delta", ...message, delta: "A heron", logprobs: [] },
  { type: "response.output_text.delta", ...message, delta: ' "waits"\n\\ \u2028 é 😀 \u0000', logprobs: [] },
  { type: "response.output_text.delta", ...message, output_index: 1, delta: "another item", logprobs: [] },
  { type: "response.output_text.delta", ...message, item_id: "msg_2", delta: "another id", logprobs: [] },
  { type: "response.output_text.delta", ...message, content_index: 1, delta: "another part", logprobs: [] },
  { type: "response.output_text.delta", ...message, delta: "with its probability", logprobs: [{ token: "with", logprob: -1 }] },
  { type: "response.refusal.delta", ...message, delta: "No." },
  { type: "response.reasoning_summary_text.delta", item_id: "rs_1", output_index: 0, summary_index: 0, delta: "A" },
  { type: "response.reasoning_summary_text.delta", item_id: "rs_1", output_index: 0, summary_index: 1, delta: "B" },
  { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 0, delta: "{" },
  { type: "response.output_text.done", ...message, text: "A heron", logprobs: [] },
];

test("each event has its name, its fields in their order, and its number", () => {
  const write = responsesForm.createWriter({});
  const written = events.map(write);
  expect(written).toEqual(
    events.map((event, index) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: index })}\n\n`),
  );
});
