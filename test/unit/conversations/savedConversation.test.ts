/** When a streamed answer is written to disk. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ConversationStore, openConversationStore } from "../../../src/conversations/conversationStore.ts";
import { SavedConversation } from "../../../src/conversations/savedConversation.ts";
import { answer, conversation, prompt } from "../chat/turns.ts";

let folder: string;
let store: ConversationStore;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "chat-saved-"));
  store = await openConversationStore(folder);
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test("what is seen first of an answer is on disk at once, and the rest at growing intervals of up to a second", () => {
  const it = conversation([prompt("p"), answer("a", "p", { state: "streaming", parts: [] })]);
  store.saveAll(it);
  const saves = vi.spyOn(store, "saveTurn");
  const saved = new SavedConversation(it, store, () => {});
  const stored = () => {
    const turn = store.load("c")?.turns[1];
    return turn?.role === "assistant" ? turn.parts.map((part) => (part.kind === "text" ? part.text : "")).join() : undefined;
  };
  let seen: string | undefined;
  saved.subscribe(() => {
    // A page shows it after this turn of the event loop.
    setTimeout(() => {
      seen ??= stored();
    });
  });
  const write = (text: string) => {
    saved.apply([{ type: "textAppended", turnId: "a", key: "0", text }]);
    saved.saveSoon("a");
  };
  saved.apply([{ type: "partAdded", turnId: "a", part: { kind: "text", key: "0", text: "", citations: [] } }]);
  write("One");
  vi.advanceTimersByTime(20);
  expect(seen).toBe("One");
  for (let delta = 0; delta < 600; delta += 1) {
    write("-");
    vi.advanceTimersByTime(10);
    const lost = (3 + delta + 1 - (stored()?.length ?? 0)) * 10;
    expect(lost).toBeLessThanOrEqual(1020);
  }
  expect(saves.mock.calls.length).toBeLessThan(6 + 8);
  saved.dispose();
});
