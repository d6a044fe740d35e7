/** Estimates of a message's tokens. */
import { expect, test } from "vitest";
import type { Attachment } from "../../../../src/chat/conversation/turn.ts";
import { estimateDraft, estimateHistory, estimateTokens } from "../../../../src/chat/request/estimateTokens.ts";
import { answer, prompt } from "../turns.ts";

test.for([
  ["", 0],
  ["Hello", 2],
  ["A lighthouse at dusk, seen from the sea.", 10],
  ["灯台の歴史", 5],
  ["등대 and 灯台", 6],
] as const)("“%s” has about %i tokens", ([text, tokens]) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test("attached texts count by their size; other files only by their number", () => {
  const attached = (kind: Attachment["kind"], size: number): Attachment => ({ id: kind, kind, name: kind, mediaType: "", size });
  expect(estimateDraft("Hello", [attached("text", 4000), attached("image", 9000), attached("document", 9000)])).toEqual({
    tokens: 1002,
    files: 2,
  });
});

test("the previous conversation counts as the service last reported it, and later turns are estimated", () => {
  const reported = answer("a", "p", { usage: { input_tokens: 900, output_tokens: 100 } });
  const later = [
    prompt("q", "a", { text: "x".repeat(40) }),
    answer("b", "q", { parts: [{ kind: "text", key: "0", text: "y".repeat(80), citations: [] }] }),
  ];
  expect(estimateHistory([])).toBe(0);
  expect(estimateHistory([prompt("p"), reported])).toBe(1000);
  expect(estimateHistory([prompt("p"), reported, ...later])).toBe(1030);
  expect(estimateHistory(later)).toBe(30);
});
