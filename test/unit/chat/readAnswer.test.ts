/** Recorded streams become the turn that a person should see. */
import { describe, expect, test } from "vitest";
import { applyChange } from "../../../src/chat/change.ts";
import { createAnswerReader } from "../../../src/chat/readAnswer.ts";
import type { AssistantTurn } from "../../../src/chat/turn.ts";
import { createStreamEventReader } from "../../../src/client/readStreamEvents.ts";
import { createResponseAssembly } from "../../../src/contract/responseAssembly.ts";
import { readRecordings } from "../client/recordings.ts";
import { answer, conversation, prompt } from "./turns.ts";

const recordings = readRecordings();

function readTurn(bytes: Buffer): { turn: AssistantTurn; pictures: number[]; reader: ReturnType<typeof createAnswerReader> } {
  const turn = answer("a", "p", { state: "waiting", parts: [] });
  const it = conversation([prompt("p"), turn]);
  const events = createStreamEventReader();
  const assembly = createResponseAssembly();
  const reader = createAnswerReader("a");
  const pictures: number[] = [];
  for (const event of [...events.read(bytes), ...events.finish()]) {
    const reading = reader.read(assembly.apply(event));
    for (const change of reading.changes) applyChange(it, change);
    pictures.push(...reading.pictures.filter(({ isWhole }) => isWhole).map(({ data }) => data.length));
  }
  return { turn, pictures, reader };
}

describe.skipIf(recordings.length === 0)("each recording", () => {
  test.for(recordings)("$file", ({ bytes, expect: wanted }) => {
    const { turn, pictures, reader } = readTurn(bytes);
    const textOf = (kind: string) => turn.parts.map((part) => (part.kind === kind && "text" in part ? part.text : "")).join("");
    expect(textOf("text")).toBe(wanted.text);
    // The manifest speaks of summaries alone; some services send the reasoning itself.
    if (wanted.reasoning_summary !== "")
      expect(turn.parts.flatMap((part) => (part.kind === "reasoning" ? [part.text] : [])).join("\n\n")).toBe(wanted.reasoning_summary);
    const cited = new Set(turn.parts.flatMap((part) => (part.kind === "text" ? part.citations.map(({ url }) => url) : [])));
    expect(cited).toEqual(new Set(wanted.url_citations.map(({ url }) => url)));
    expect(pictures).toEqual(wanted.images.map(({ b64_chars }) => b64_chars));
    expect(reader.usage?.total_tokens ?? null).toBe(wanted.usage?.total_tokens ?? null);
    expect(reader.incompleteReason ?? null).toBe(wanted.incomplete_reason);
  });
});

test("the parts of one item's reasoning are one part, with a blank line between them", () => {
  const reader = createAnswerReader("a");
  const it = conversation([prompt("p"), answer("a", "p", { parts: [] })]);
  const read = (changes: Parameters<typeof reader.read>[0]) => {
    for (const change of reader.read(changes).changes) applyChange(it, change);
  };
  read([{ kind: "reasoningAppended", item: 0, part: 0, text: "one", source: "summary" }]);
  read([{ kind: "reasoningAppended", item: 0, part: 1, text: "two", source: "summary" }]);
  read([{ kind: "reasoningReplaced", item: 0, part: 0, text: "ONE", source: "summary" }]);
  expect(it.turns[1]).toMatchObject({ parts: [{ kind: "reasoning", text: "ONE\n\ntwo" }] });
});

test("another item is a step that ends", () => {
  const reader = createAnswerReader("a");
  const { changes } = reader.read([
    { kind: "itemAdded", item: 0, type: "web_search_call" },
    { kind: "itemDone", item: 0, type: "web_search_call" },
  ]);
  expect(changes.map(({ type }) => type)).toEqual(["partAdded", "stepDone"]);
});
