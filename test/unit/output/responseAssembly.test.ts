/** Events in any order and with any ids are assembled into one Response, and so are the changes. */

import { describe, expect, test } from "vitest";
import type { StreamEvent } from "../../../src/contract/streamEvents.ts";
import { applyOutputChange } from "../../../src/output/applyOutputChange.ts";
import type { OutputChange } from "../../../src/output/outputChange.ts";
import type { OutputPart } from "../../../src/output/outputPart.ts";
import { readStreamEvent } from "../../../src/output/readStreamEvent.ts";
import { ResponseAssembly } from "../../../src/output/responseAssembly.ts";
import { fc, runsOf } from "../../fuzzing.ts";

const response = { id: "resp_1", object: "response", status: "in_progress", output: [] };
const created: StreamEvent = { type: "response.created", response };
const message = { id: "msg_1", type: "message", content: [] };
const added: StreamEvent = { type: "response.output_item.added", output_index: 0, item: message };
const delta = (text: string, location: object = {}): StreamEvent => ({ type: "response.output_text.delta", delta: text, ...location });
const completed = (output: object[], fields: object = {}): StreamEvent => ({
  type: "response.completed",
  response: { ...response, status: "completed", output: output.map((item) => ({ type: "message", ...item })), ...fields },
});
const part = (text: string) => ({ type: "output_text", text, annotations: [] });

function assemble(events: readonly StreamEvent[]) {
  const assembly = new ResponseAssembly();
  const changes = events.flatMap((event) => assembly.apply(event));
  return { assembly, changes };
}

/** The parts for a reader that only applies the changes. */
function follow(changes: readonly OutputChange[]): OutputPart[] {
  const parts: OutputPart[] = [];
  for (const change of changes) applyOutputChange(parts, change);
  return parts;
}

/** The text of each part, by its key. */
function textsOf(changes: readonly OutputChange[]): Record<string, string> {
  return Object.fromEntries(follow(changes).flatMap((one) => ("text" in one ? [[one.key, one.text]] : [])));
}

describe("an assembly", () => {
  test("has no Response before the first event", () => {
    const assembly = new ResponseAssembly();
    expect([assembly.id, assembly.outcome, assembly.error, assembly.response()]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test("reports the id, each item, each piece of text, the usage and the end", () => {
    const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
    const { changes } = assemble([
      created,
      added,
      delta("Hel"),
      delta("lo"),
      completed([{ ...message, content: [part("Hello")] }], { usage }),
    ]);
    expect(changes).toEqual([
      { type: "identified", id: "resp_1" },
      { type: "partAdded", part: { kind: "text", key: "0.0", text: "", citations: [] } },
      { type: "textAppended", key: "0.0", text: "Hel" },
      { type: "textAppended", key: "0.0", text: "lo" },
    ]);
  });

  test("reports a function call once, as soon as its arguments are complete", () => {
    const call = { id: "fc_1", type: "function_call", call_id: "call_1", name: "draw", arguments: "" };
    const whole = { ...call, arguments: '{"what":"heron"}' };
    const called = { type: "functionCalled", key: "0", call: whole };
    const assembly = new ResponseAssembly();
    expect(assembly.apply({ type: "response.output_item.added", output_index: 0, item: call })).not.toContainEqual(called);
    expect(assembly.apply({ type: "response.output_item.done", output_index: 0, item: whole })).toContainEqual(called);
    expect(assembly.apply(completed([whole]))).toEqual([expect.objectContaining({ type: "identified" })]);
    // Some services send it only in the terminal object.
    expect(assemble([created, completed([whole])]).changes).toContainEqual(called);
  });

  test("does not report a function call whose arguments were cut off", () => {
    const cut = { id: "fc_1", type: "function_call", status: "incomplete", call_id: "call_1", name: "draw", arguments: '{"what":"her' };
    const { changes } = assemble([created, { type: "response.output_item.done", output_index: 0, item: cut }, completed([cut])]);
    expect(changes.filter(({ type }) => type === "functionCalled")).toEqual([]);
  });

  test("holds back half a surrogate pair until the other half arrives", () => {
    const { changes } = assemble([added, delta("a\ud83d"), delta("\ude00b")]);
    expect(changes.flatMap((change) => (change.type === "textAppended" ? [change.text] : []))).toEqual(["a", "😀b"]);
  });

  test("corrects a text that differs from its deltas, and adds missing deltas", () => {
    const replaced = assemble([added, delta("wrong"), completed([{ content: [part("right")] }])]);
    expect(replaced.changes).toContainEqual({ type: "textReplaced", key: "0.0", text: "right" });
    const lacking = assemble([added, delta("be"), completed([{ content: [part("better")] }])]);
    expect(lacking.changes).toContainEqual({ type: "textAppended", key: "0.0", text: "tter" });
  });

  test("keeps its content if the terminal object is empty", () => {
    const { assembly } = assemble([created, added, delta("words"), completed([])]);
    expect(assembly.response()?.output?.[0]?.content).toEqual([part("words")]);
    expect(assembly.response()?.status).toBe("completed");
  });

  test.each<[string, unknown]>([
    ["has no Response", undefined],
    ["has null as its Response", null],
    ["has a Response without fields", {}],
    ["has only a status", { status: "completed" }],
    ["has no id", { status: "completed", output: [{ type: "message", content: [part("words")] }] }],
    ["has a text as its Response", "done"],
    ["has a message without content", { ...response, output: [{ type: "message" }] }],
    ["has a message with content null", { ...response, output: [{ type: "message", content: null }] }],
    ["has a part without a type", { ...response, output: [{ type: "message", content: [{ text: null }] }] }],
    ["has a text null", { ...response, output: [{ type: "message", content: [{ type: "output_text", text: null }] }] }],
    ["has an empty text", { ...response, output: [{ type: "message", content: [part("")] }] }],
    ["has another item and not the message", { ...response, output: [{ type: "reasoning", summary: [{ text: "Some words." }] }] }],
    ["has an output null", { ...response, output: [null] }],
  ])("ends, and keeps the received text, if the event that ends it %s", (_, ended) => {
    const end = readStreamEvent(JSON.stringify({ type: "response.completed", response: ended }), undefined);
    const { assembly } = assemble([created, added, delta("words"), ...(end ? [end] : [])]);
    expect(assembly.outcome).toBe("completed");
    expect(assembly.id).toBe("resp_1");
    const parts = (assembly.response()?.output ?? []).flatMap(({ content }) => content ?? []);
    expect(parts.map(({ text }) => text)).toEqual(["words"]);
  });

  test("keeps a received image that the terminal object leaves out", () => {
    const image = { type: "image_generation_call", id: "ig_1", status: "completed" };
    for (const output of [[{ ...image, result: null }], [{ ...message, content: [part("A heron.")] }]]) {
      const events: StreamEvent[] = [
        created,
        { type: "response.output_item.done", output_index: 0, item: { ...image, result: "aGVyb24=" } },
      ];
      const { assembly } = assemble([...events, completed(output)]);
      expect(assembly.response()?.output?.find(({ type }) => type === image.type)?.result).toBe("aGVyb24=");
    }
  });

  test("reads the reason of a failure whose Response has no id", () => {
    const failed = readStreamEvent(JSON.stringify({ type: "response.failed", response: { error: { message: "It burst." } } }), undefined);
    const { assembly } = assemble([created, ...(failed ? [failed] : [])]);
    expect([assembly.outcome, assembly.error?.message, assembly.id]).toEqual(["failed", "It burst.", "resp_1"]);
  });

  test("keeps two items with index 0 separate", () => {
    const reasoning: StreamEvent = {
      type: "response.output_item.added",
      output_index: 0,
      item: { id: "x", type: "reasoning", summary: [] },
    };
    const thought: StreamEvent = {
      type: "response.reasoning_summary_text.delta",
      output_index: 0,
      item_id: "y",
      summary_index: 0,
      delta: "hm",
    };
    const { changes } = assemble([reasoning, thought, added, delta("words", { output_index: 0, item_id: "z" }), thought]);
    expect(textsOf(changes)).toEqual({ "0": "hmhm", "1.0": "words" });
  });

  test("separates a second answer at the same index once the first one is done", () => {
    const done: StreamEvent = { type: "response.output_item.done", output_index: 0, item: { ...message, content: [part("one")] } };
    const second: StreamEvent = { type: "response.output_item.added", output_index: 0, item: { ...message, id: "msg_2" } };
    const { changes } = assemble([added, delta("one", { output_index: 0 }), done, second, delta("two", { output_index: 0 })]);
    expect(textsOf(changes)).toEqual({ "0.0": "one", "1.0": "two" });
  });

  test("adds annotations once, although they arrive as events and in the terminal object", () => {
    const annotation = { type: "url_citation", url: "https://example.org" };
    const event: StreamEvent = { type: "response.output_text.annotation.added", annotation };
    const { changes } = assemble([
      added,
      delta("words"),
      event,
      completed([{ content: [{ ...part("words"), annotations: [annotation] }] }]),
    ]);
    expect(changes.filter((change) => change.type === "citationsChanged")).toEqual([
      { type: "citationsChanged", key: "0.0", citations: [{ url: "https://example.org" }] },
    ]);
  });

  test("reports each preview of an image, and the image once", () => {
    const item = { id: "ig", type: "image_generation_call" };
    const { changes } = assemble([
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.image_generation_call.partial_image", output_index: 0, partial_image_b64: "cHJl" },
      { type: "response.output_item.done", output_index: 0, item: { ...item, result: "ZG9uZQ==" } },
      completed([{ ...item, result: "ZG9uZQ==" }]),
    ]);
    expect(changes).toEqual([
      { type: "partAdded", part: { kind: "image", key: "0", state: "drawing" } },
      { type: "imageChanged", key: "0", state: "drawing", image: "cHJl" },
      { type: "imageChanged", key: "0", state: "ready", image: "ZG9uZQ==" },
      { type: "identified", id: "resp_1" },
    ]);
  });

  test("joins the reasoning of one item into one part, with blank lines between its texts, whatever their order", () => {
    const thought = (summary_index: number, delta: string): StreamEvent => ({
      type: "response.reasoning_summary_text.delta",
      output_index: 0,
      summary_index,
      delta,
    });
    const events = [thought(0, "one"), thought(1, "two"), thought(0, ", and more")];
    expect(textsOf(assemble(events).changes)).toEqual({ "0": "one, and more\n\ntwo" });
    const done: StreamEvent = { type: "response.reasoning_summary_text.done", output_index: 0, summary_index: 0, text: "ONE" };
    expect(textsOf(assemble([...events, done]).changes)).toEqual({ "0": "ONE\n\ntwo" });
  });

  test("reports another item as a step, which ends", () => {
    const item = { id: "ws", type: "web_search_call" };
    const { changes } = assemble([
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.output_item.done", output_index: 0, item },
    ]);
    expect(changes.map(({ type }) => type)).toEqual(["partAdded", "stepDone"]);
    expect(follow(changes)).toEqual([{ kind: "step", key: "0", type: "web_search_call", done: true }]);
  });

  test("is refused if the complete answer contains a refusal", () => {
    const refused = completed([{ content: [{ type: "refusal", refusal: "No." }] }]);
    expect(assemble([added, refused]).assembly.outcome).toBe("refused");
  });

  test("ends once: an error and the following failure are one end", () => {
    const failed: StreamEvent = { type: "response.failed", response: { id: "resp_1", status: "failed", error: { code: "api_error" } } };
    const { assembly } = assemble([created, { type: "error", message: "Broke." }, failed]);
    expect(assembly.outcome).toBe("failed");
    expect(assembly.error).toEqual({ code: "api_error" });
  });

  test("accepts a fetched Response as its end", () => {
    const { assembly } = assemble([created, added, delta("wo")]);
    const changes = assembly.applyResponse({ ...response, status: "completed", output: [{ type: "message", content: [part("words")] }] });
    expect(changes).toContainEqual({ type: "textAppended", key: "0.0", text: "rds" });
    expect(assembly.outcome).toBe("completed");
    expect(new ResponseAssembly().applyResponse({ ...response, status: "dreaming" })).toEqual([{ type: "identified", id: "resp_1" }]);
  });
});

describe("for any sequence of events", () => {
  const location = fc.record(
    {
      item_id: fc.constantFrom("a", "b", null),
      output_index: fc.constantFrom(0, 1, null),
      content_index: fc.constantFrom(0, 1, null),
      summary_index: fc.constantFrom(0, 1, null),
    },
    { requiredKeys: [] },
  );
  const text = fc.constantFrom("", "a", "bc", "\ud83d", "\ude00", "😀");
  const item = fc.record({
    id: fc.constantFrom("a", "b"),
    type: fc.constantFrom("message", "reasoning", "image_generation_call", "other"),
  });
  const event: fc.Arbitrary<StreamEvent> = fc.oneof(
    fc.constant(created),
    fc.tuple(location, item).map(([where, what]): StreamEvent => ({ type: "response.output_item.added", ...where, item: what })),
    fc.tuple(location, item).map(([where, what]): StreamEvent => ({ type: "response.output_item.done", ...where, item: what })),
    fc.tuple(location, text).map(([where, delta]): StreamEvent => ({ type: "response.output_text.delta", ...where, delta })),
    fc.tuple(location, text).map(([where, words]): StreamEvent => ({ type: "response.output_text.done", ...where, text: words })),
    fc.tuple(location, text).map(([where, delta]): StreamEvent => ({ type: "response.refusal.delta", ...where, delta })),
    fc.tuple(location, text).map(([where, delta]): StreamEvent => ({ type: "response.reasoning_text.delta", ...where, delta })),
    fc.tuple(location, text).map(([where, delta]): StreamEvent => ({ type: "response.reasoning_summary_text.delta", ...where, delta })),
  );

  test("the changes add up to the content of the Response", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const { assembly, changes } = assemble([created, ...events]);
        const withoutHalf = (words: string) => words.replace(/[\ud800-\udbff]+$/, "");
        const followed = follow(changes)
          .flatMap((one) => ("text" in one ? one.text.split("\n\n") : []))
          .map(withoutHalf)
          .filter((words) => words !== "")
          .toSorted();
        const held = (assembly.response()?.output ?? [])
          .flatMap((output) => [...(output.content ?? []), ...(output.summary ?? [])])
          .map((one) =>
            ("refusal" in one && typeof one.refusal === "string" ? one.refusal : (one.text ?? "")).replace(/[\ud800-\udbff]+$/, ""),
          )
          .filter((words) => words !== "")
          .toSorted();
        expect(followed).toEqual(held);
      }),
      { numRuns: runsOf(300) },
    );
  });
});
