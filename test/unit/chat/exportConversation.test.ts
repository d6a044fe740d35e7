/** A conversation as a file, and back. */
import { expect, test } from "vitest";
import { visiblePath } from "../../../src/chat/conversation.ts";
import { fromJson, toJson, toMarkdown } from "../../../src/chat/exportConversation.ts";
import { readToHost, readToPanel } from "../../../src/chat/panelMessages.ts";
import { answer, conversation, prompt } from "./turns.ts";

const it = conversation([
  prompt("p"),
  answer("a", "p", {
    parts: [
      { kind: "reasoning", key: "r", text: "Hm." },
      {
        kind: "text",
        key: "0.0",
        text: "Lit by oil.",
        citations: [{ url: "https://example.com", title: "Lamps" }, { url: "https://example.com" }],
      },
    ],
  }),
  answer("b", "p", { state: "streaming" }),
]);
it.chosen = { p: "a" };

function counter(): () => string {
  let next = 0;
  return () => `new${next++}`;
}

test("Markdown holds the shown turns, and each source once", () => {
  expect(toMarkdown(it)).toBe(
    "# Title\n\n## You\n\ntext of p\n\n## model\n\n<details>\n<summary>Reasoning</summary>\n\nHm.\n\n</details>\n\nLit by oil.\n\n1. [Lamps](https://example.com)\n",
  );
});

test("JSON brings every branch back under new ids; what was running is cut off", () => {
  const back = fromJson(toJson(it), counter());
  expect(back).toBeDefined();
  if (back === undefined) return;
  expect(back.id).not.toBe(it.id);
  expect(back.turns.map(({ id }) => id)).not.toContain("p");
  expect(visiblePath(back).map((turn) => turn.role === "assistant" && turn.parts.length)).toEqual([false, 2]);
  expect(back.turns[2]).toMatchObject({ state: "truncated" });
});

test.for(["", "{", "[]", '{"format":"other","version":1}', '{"format":"generation-studio.conversation","version":1,"conversation":{}}'])(
  "%j is not a conversation",
  (text) => {
    expect(fromJson(text, counter())).toBeUndefined();
  },
);

test("messages between panel and host are read, unknown ones are not", () => {
  expect(readToHost({ type: "send", text: "Hi" })).toEqual({ type: "send", text: "Hi" });
  expect(readToHost({ type: "send", text: 1 })).toBeUndefined();
  expect(readToHost({ type: "eval", code: "1" })).toBeUndefined();
  expect(readToPanel({ type: "conversation", conversation: it, imageFolder: "x" })).toBeDefined();
  expect(readToPanel({ type: "conversation", conversation: { ...it, turns: [{}] }, imageFolder: "x" })).toBeUndefined();
});
