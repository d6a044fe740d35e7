/** Which images of answers stay on the disk. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { AssistantTurn } from "../../../src/chat/conversation/turn.ts";
import { type ConversationStore, openConversationStore } from "../../../src/conversations/conversationStore.ts";
import { type ImageStore, openImageStore } from "../../../src/conversations/imageStore.ts";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { answer, conversation, prompt } from "../chat/turns.ts";

const day = 24 * 60 * 60 * 1000;
const soon = () => Date.now() + 6 * day;
const later = () => Date.now() + 8 * day;

let folder: string;
let conversations: ConversationStore;
let images: ImageStore;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-images-"));
  conversations = await openConversationStore(folder);
  images = openImageStore(path.join(folder, "pictures"));
  return async () => {
    await conversations.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
});

const draw = (shade: number) => encodePng({ width: 1, height: 1, channels: 3, data: new Uint8Array(3).fill(shade) });
const left = async () => (await readdir(images.folder)).toSorted();

async function keep(shade: number): Promise<string> {
  const name = await images.keepBytes(draw(shade));
  if (name === undefined) throw new Error("It was not stored.");
  return name;
}

const drawn = (id: string, file: string, more: Partial<AssistantTurn> = {}) =>
  answer(id, "p", { parts: [{ kind: "image", key: "0", state: "ready", file }], ...more });

test("those of all conversations stay, also in branches and in turns that cannot be read", async () => {
  const [first, second, third] = [await keep(1), await keep(2), await keep(3)];
  // More turns than are read at a time.
  const many = Array.from({ length: 500 }, (_, index) => prompt(`p${index}`));
  await conversations.saveAll(conversation([prompt("p"), drawn("a", first), drawn("b", second), ...many], { id: "one" }));
  // A role that this version does not know.
  await conversations.saveAll(conversation([prompt("q"), { ...drawn("c", third), role: "critic" as "assistant" }], { id: "two" }));
  await images.removeUnused(conversations.imagesInUse, later());
  expect(await left()).toEqual([first, second, third].toSorted());
  // All conversations are read once a week.
  await images.removeUnused(() => expect.fail("too soon"), later() + 6 * day);
});

test("those that no conversation has are removed a week after they were stored last", async () => {
  const gone = await keep(1);
  await writeFile(path.join(images.folder, `${gone}.an-interrupted-write`), "");
  await images.removeUnused(conversations.imagesInUse, soon());
  expect(await left()).toHaveLength(2);
  await images.removeUnused(conversations.imagesInUse, later());
  expect(await left()).toEqual([]);
});

test("those of a deleted conversation are removed a week after the deletion, unless another conversation has them", async () => {
  const [own, shared] = [await keep(1), await keep(2)];
  await conversations.saveAll(conversation([prompt("p"), drawn("a", own), drawn("b", shared)], { id: "deleted" }));
  await conversations.saveAll(conversation([prompt("q"), drawn("c", shared)], { id: "kept" }));
  await images.removeUnused(conversations.imagesInUse, later());
  await conversations.remove("deleted");
  // Another window may still show the conversation.
  await images.noteUse([own, shared, "../conversations.db"], later());
  await images.removeUnused(conversations.imagesInUse, later());
  expect(await left()).toEqual([own, shared].toSorted());
  await images.removeUnused(conversations.imagesInUse, later() + 8 * day);
  expect(await left()).toEqual([shared]);
});
