/** Recorded streams become the expected turns. */
import { describe, expect, test } from "vitest";
import { applyChange } from "../../../src/chat/conversation/change.ts";
import type { AssistantTurn } from "../../../src/chat/conversation/turn.ts";
import { createEventReader } from "../../../src/client/responses/streamResponse.ts";
import type { ResponseObject } from "../../../src/contract/response.ts";
import { continuedOutput } from "../../../src/conversations/continuedOutput.ts";
import type { OutputChange } from "../../../src/output/outputChange.ts";
import { ResponseAssembly } from "../../../src/output/responseAssembly.ts";
import { answer, conversation, prompt } from "../chat/turns.ts";
import { readRecordings } from "../client/recordings.ts";

const recordings = readRecordings();

function readTurn(bytes: Buffer): { turn: AssistantTurn; images: number[]; response: ResponseObject | undefined } {
  const turn = answer("a", "p", { state: "waiting", parts: [] });
  const it = conversation([prompt("p"), turn]);
  const assembly = new ResponseAssembly();
  const images: number[] = [];
  const reader = createEventReader((event) => {
    for (const change of event === undefined ? [] : assembly.apply(event)) {
      applyChange(it, { ...change, turnId: "a" });
      if (change.type === "imageChanged" && change.state === "ready") images.push(change.image?.length ?? 0);
    }
  });
  reader.read(bytes);
  reader.finish();
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

describe("the output of a continued answer", () => {
  const text = (key: string): OutputChange => ({ type: "partAdded", part: { kind: "text", key, text: "", citations: [] } });
  const before = answer("a", "p", {
    parts: [
      { kind: "reasoning", key: "0", text: "First" },
      { kind: "text", key: "1.0", text: "The tower", citations: [{ url: "https://a.example", start: 0, end: 3 }] },
    ],
  });

  function readRest(changes: OutputChange[]): AssistantTurn {
    const turn = structuredClone({ ...before, continued: { earlier: [{ createdAt: 1 }], since: 2, parts: before.parts } });
    const it = conversation([prompt("p"), turn]);
    for (const change of changes.flatMap(continuedOutput(turn))) applyChange(it, { ...change, turnId: "a" });
    return turn;
  }

  test("appends the first text and the first reasoning, and shifts the positions of citations", () => {
    const turn = readRest([
      { type: "partAdded", part: { kind: "reasoning", key: "0", text: "" } },
      { type: "textAppended", key: "0", text: "Then" },
      text("1.0"),
      { type: "textAppended", key: "1.0", text: " is" },
      { type: "textReplaced", key: "1.0", text: " was high." },
      { type: "citationsChanged", key: "1.0", citations: [{ url: "https://b.example", start: 1, end: 4 }] },
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
      text("0.0"),
      { type: "textAppended", key: "0.0", text: "!" },
      { type: "partAdded", part: { kind: "step", key: "1", type: "web_search_call", done: false } },
      { type: "stepDone", key: "1" },
      text("2.0"),
      { type: "textAppended", key: "2.0", text: "More" },
    ]);
    expect(turn.parts.slice(2)).toEqual([
      { kind: "step", key: "1/1", type: "web_search_call", done: true },
      { kind: "text", key: "1/2.0", text: "More", citations: [] },
    ]);
  });
});
