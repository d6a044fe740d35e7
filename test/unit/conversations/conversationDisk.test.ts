/** The disk of the conversations becomes full. */
import { expect, test, vi } from "vitest";
import { openConversationStore } from "../../../src/conversations/conversationStore.ts";
import { SavedConversation } from "../../../src/conversations/savedConversation.ts";
import { answer, conversation, prompt } from "../chat/turns.ts";
import { fillDisk, mountDisk } from "../generations/journal/mountDisk.ts";

/** Disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

/** Too long for the unused part of the log that is already on the disk. */
const longText = "word ".repeat(20_000);
const full = expect.objectContaining({ errcode: 13 });

test("an answer, a new conversation and a draft that a full disk refused are stored as soon as there is space", async ({ skip }) => {
  const disk = await mountDisk("size=2m");
  if (disk === undefined) return skip("needs a disk of its own");
  const store = await openConversationStore(disk);
  const [asked, next] = [prompt("p1"), conversation([prompt("p2", null, { text: longText })], { id: "next", title: longText })];
  await store.saveAll(conversation([asked], { id: "one" }));
  const reply = answer("a1", "p1", { parts: [{ kind: "text", key: "0", text: longText, citations: [] }] });
  const free = fillDisk(disk);
  await expect(store.saveTurn("one", reply)).rejects.toEqual(full);
  await expect(store.saveConversation(next)).rejects.toEqual(full);
  await expect(store.saveDraft("one", longText)).rejects.toEqual(full);
  expect([store.isDeleted("next"), store.draft("one")]).toEqual([false, longText]);

  free();
  await store.saveTurn("one", reply);
  await store.saveConversation(next);
  await store.saveDraft("one", longText);
  await store.close();
  const opened = await openConversationStore(disk);
  expect(opened.load("one")?.turns.map(({ id }) => id)).toEqual(["p1", "a1"]);
  expect([opened.load("next")?.title, opened.draft("one")]).toEqual([longText, longText]);
  await opened.close();
});

test("a saved repeats what a full disk refused until it is stored, without turns that were removed meanwhile", async ({ skip }) => {
  const disk = await mountDisk("size=2m");
  if (disk === undefined) return skip("needs a disk of its own");
  const store = await openConversationStore(disk);
  const it = conversation([prompt("p1")], { id: "one" });
  await store.saveAll(it);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const warnings: string[] = [];
  const saved = new SavedConversation(it, store, (message) => warnings.push(message));
  const free = fillDisk(disk);
  const turns = ["a1", "a2"].map((id) => answer(id, "p1", { parts: [{ kind: "text", key: "0", text: longText, citations: [] }] }));
  saved.apply([{ type: "titleChanged", title: longText }, ...turns.map((turn) => ({ type: "turnAdded", turn }) as const)]);
  await saved.saveConversation();
  for (const { id } of turns) saved.saveTurn(id);
  await vi.advanceTimersByTimeAsync(6000);
  saved.apply([{ type: "turnRemoved", turnId: "a2" }]);
  free();
  await vi.advanceTimersByTimeAsync(6000);
  expect(store.load("one")).toMatchObject({ title: longText, turns: [{ id: "p1" }, { id: "a1" }] });
  expect(warnings).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
  saved.dispose();
  vi.useRealTimers();
  await store.close();
});
