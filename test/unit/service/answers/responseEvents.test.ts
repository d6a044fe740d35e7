/** Output items in; the events that a stream sends for them, in order, out. */
import { expect, test } from "vitest";
import type { OutputItem } from "../../../../src/service/answers/describeResponse.ts";
import { isDelta, itemEvents } from "../../../../src/service/answers/responseEvents.ts";

const items: OutputItem[] = [
  { id: "rs_1", type: "reasoning", status: "completed", summary: [{ type: "summary_text", text: "Think twice" }] },
  { id: "ig_1", type: "image_generation_call", status: "completed", result: "aGVyb24=" },
  {
    id: "msg_1",
    type: "message",
    status: "completed",
    role: "assistant",
    content: [
      {
        type: "output_text",
        text: "A heron 😀",
        annotations: [{ type: "url_citation", url: "https://example.com", title: "Herons", start_index: 2, end_index: 7 }],
      },
    ],
  },
];

test("each item is added empty and done whole", () => {
  const events = [...itemEvents(items)];
  const added = events.filter((event) => event.type === "response.output_item.added").map((event) => event.item);
  expect(added).toEqual([
    { id: "rs_1", type: "reasoning", status: "in_progress", summary: [] },
    { id: "ig_1", type: "image_generation_call", status: "in_progress", result: null },
    { id: "msg_1", type: "message", status: "in_progress", role: "assistant", content: [] },
  ]);
  expect(events.filter((event) => event.type === "response.output_item.done").map((event) => event.item)).toEqual(items);
});

test("deltas are the tokens of the texts", () => {
  const deltas = [...itemEvents(items)].filter(isDelta).map((event) => event.delta);
  expect(deltas).toEqual(["Think", " twice", "A", " heron", " 😀"]);
});

test("annotations come after the text that they point into", () => {
  const types = [...itemEvents(items)].map((event) => event.type);
  expect(types.indexOf("response.output_text.annotation.added")).toBeGreaterThan(types.lastIndexOf("response.output_text.delta"));
});
