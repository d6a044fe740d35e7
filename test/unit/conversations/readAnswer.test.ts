/** Recorded streams become the expected turns. */
import { describe, expect, test } from "vitest";
import { applyChange } from "../../../src/chat/conversation/change.ts";
import type { AssistantTurn } from "../../../src/chat/conversation/turn.ts";
import { StreamEventReader } from "../../../src/client/responses/readStreamEvents.ts";
import { ResponseAssembly } from "../../../src/client/responses/responseAssembly.ts";
import type { ResponseObject } from "../../../src/contract/response.ts";
import { AnswerReader } from "../../../src/conversations/readAnswer.ts";
import { answer, conversation, prompt } from "../chat/turns.ts";
import { readRecordings } from "../client/recordings.ts";

const recordings = readRecordings();

function readTurn(bytes: Buffer): { turn: AssistantTurn; images: number[]; response: ResponseObject | undefined } {
  const turn = answer("a", "p", { state: "waiting", parts: [] });
  const it = conversation([prompt("p"), turn]);
  const events = new StreamEventReader();
  const assembly = new ResponseAssembly();
  const reader = new AnswerReader({ id: "a" });
  const images: number[] = [];
  for (const event of [...events.read(bytes), ...events.finish()]) {
    const reading = reader.read(assembly.apply(event));
    for (const change of reading.changes) applyChange(it, change);
    images.push(...reading.images.filter(({ isWhole }) => isWhole).map(({ data }) => data.length));
  }
  return { turn, images, response: assembly.response() };
}

describe.skipIf(recordings.length === 0)("each recording", () => {
  test.for(recordings)("$file", ({ bytes, expect: wanted }) => {
    const { turn, images, response } = readTurn(bytes);
    const textOf = (kind: string) => turn.parts.map((part) => (part.kind === kind && "text" in part ? part.text : "")).join("");
    expect(textOf("text")).toBe(wanted.text);
    // The manifest only contains summaries; some services send the reasoning itself.
    if (wanted.reasoning_summary !== "")
      expect(turn.parts.flatMap((part) => (part.kind === "reasoning" ? [part.text] : [])).join("\n\n")).toBe(wanted.reasoning_summary);
    const cited = new Set(turn.parts.flatMap((part) => (part.kind === "text" ? part.citations.map(({ url }) => url) : [])));
    expect(cited).toEqual(new Set(wanted.url_citations.map(({ url }) => url)));
    expect(images).toEqual(wanted.images.map(({ b64_chars }) => b64_chars));
    expect(response?.usage?.total_tokens ?? null).toBe(wanted.usage?.total_tokens ?? null);
    expect(response?.incomplete_details?.reason ?? null).toBe(wanted.incomplete_reason);
  });
});

test("the reasoning parts of one item are joined into one part, with blank lines between them", () => {
  const reader = new AnswerReader({ id: "a" });
  const it = conversation([prompt("p"), answer("a", "p", { parts: [] })]);
  const read = (changes: Parameters<typeof reader.read>[0]) => {
    for (const change of reader.read(changes).changes) applyChange(it, change);
  };
  read([{ type: "reasoningAppended", item: 0, part: 0, text: "one", source: "summary" }]);
  read([{ type: "reasoningAppended", item: 0, part: 1, text: "two", source: "summary" }]);
  read([{ type: "reasoningReplaced", item: 0, part: 0, text: "ONE", source: "summary" }]);
  expect(it.turns[1]).toMatchObject({ parts: [{ kind: "reasoning", text: "ONE\n\ntwo" }] });
});

test("another item is a step, which ends", () => {
  const reader = new AnswerReader({ id: "a" });
  const { changes } = reader.read([
    { type: "itemAdded", item: 0, itemType: "web_search_call" },
    { type: "itemDone", item: 0, itemType: "web_search_call" },
  ]);
  expect(changes.map(({ type }) => type)).toEqual(["partAdded", "stepDone"]);
});

describe("the reader of a continued answer", () => {
  const before = answer("a", "p", {
    parts: [
      { kind: "reasoning", key: "0", text: "First" },
      { kind: "text", key: "1.0", text: "The tower", citations: [{ url: "https://a.example", start: 0, end: 3 }] },
    ],
  });

  function readRest(changes: Parameters<AnswerReader["read"]>[0]): AssistantTurn {
    const turn = structuredClone({ ...before, continued: { earlier: [{ createdAt: 1 }], since: 2, parts: before.parts } });
    const it = conversation([prompt("p"), turn]);
    for (const change of new AnswerReader(turn).read(changes).changes) applyChange(it, change);
    return turn;
  }

  test("appends the first text and the first reasoning, and shifts the positions of citations", () => {
    const citation = { type: "url_citation" as const, url: "https://b.example", start_index: 1, end_index: 4 };
    const turn = readRest([
      { type: "reasoningAppended", item: 0, part: 0, text: "Then", source: "summary" },
      { type: "textAppended", item: 1, part: 0, text: " is" },
      { type: "textReplaced", item: 1, part: 0, text: " was high." },
      { type: "annotationAdded", item: 1, part: 0, annotation: citation },
    ]);
    expect(turn.parts).toEqual([
      { kind: "reasoning", key: "0", text: "First\n\nThen" },
      {
        kind: "text",
        key: "1.0",
        text: "The tower was high.",
        citations: [
          { url: "https://a.example", start: 0, end: 3 },
          { url: "https://b.example", start: 10, end: 13 },
        ],
      },
    ]);
  });

  test("adds other items as parts with their own keys", () => {
    const turn = readRest([
      { type: "textAppended", item: 0, part: 0, text: "!" },
      { type: "itemAdded", item: 1, itemType: "web_search_call" },
      { type: "itemDone", item: 1, itemType: "web_search_call" },
      { type: "textAppended", item: 2, part: 0, text: "More" },
    ]);
    expect(turn.parts.slice(2)).toEqual([
      { kind: "step", key: "1/1", type: "web_search_call", done: true },
      { kind: "text", key: "1/2.0", text: "More", citations: [] },
    ]);
  });
});
