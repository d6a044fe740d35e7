/** When a streamed answer is written to disk. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ConversationStore, openConversationStore } from "../../../src/conversations/conversationStore.ts";
import { Transcript } from "../../../src/conversations/transcript.ts";
import { answer, conversation, prompt } from "../chat/turns.ts";

let folder: string;
let store: ConversationStore;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "chat-transcript-"));
  store = await openConversationStore(folder);
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test("an answer is on disk 250 ms after its first text, and then once a second", () => {
  const it = conversation([prompt("p"), answer("a", "p", { state: "streaming", parts: [] })]);
  store.saveAll(it);
  const transcript = new Transcript(it, store, () => {});
  const write = (text: string) => {
    transcript.apply([{ type: "textAppended", turnId: "a", key: "0", text }]);
    transcript.saveSoon("a");
  };
  const stored = () => store.load("c")?.turns[1];
  transcript.apply([{ type: "partAdded", turnId: "a", part: { kind: "text", key: "0", text: "", citations: [] } }]);
  write("One");
  vi.advanceTimersByTime(250);
  expect(stored()).toMatchObject({ parts: [{ text: "One" }] });
  write(" two");
  vi.advanceTimersByTime(990);
  expect(stored()).toMatchObject({ parts: [{ text: "One" }] });
  vi.advanceTimersByTime(10);
  expect(stored()).toMatchObject({ parts: [{ text: "One two" }] });
  transcript.dispose();
});
