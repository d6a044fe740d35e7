/** Which conversations the list marks as unread, and when it is redrawn. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Change } from "../../src/chat/conversation/change.ts";
import { type ConversationStore, openConversationStore } from "../../src/conversations/conversationStore.ts";
import { createShownConversations } from "../../src/editor/chat/conversations/createShownConversations.ts";
import { conversation, prompt } from "../unit/chat/turns.ts";

describe("the list of conversations", function () {
  this.timeout(60_000);
  let folder: string;
  let conversations: ConversationStore;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-list-"));
    conversations = await openConversationStore(folder);
    await conversations.saveAll(conversation([prompt("p")], { id: "c" }));
  });
  after(async () => {
    await conversations.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const isUnread = () => conversations.search("")[0]?.unread === true;
  const settled = (state: "completed" | "stopped"): Change => ({ type: "answerSettled", turnId: "a", state });

  it("marks a conversation whose answer ended while another was shown, until it is shown", () => {
    const shown = createShownConversations(conversations);
    const viewer = {};
    shown.set(viewer, "other");
    shown.follow("c", [settled("stopped")]);
    assert.equal(isUnread(), false);
    shown.follow("c", [settled("completed")]);
    assert.equal(isUnread(), true);
    shown.set(viewer, "c");
    assert.equal(isUnread(), false);
    shown.follow("c", [settled("completed")]);
    assert.equal(isUnread(), false);
    shown.set(viewer, undefined);
    shown.follow("c", [settled("completed")]);
    assert.equal(isUnread(), true);
    shown.dispose();
  });

  it("is redrawn once for all changes of one turn of the event loop, and not for the text of an answer", async () => {
    const shown = createShownConversations(conversations);
    let times = 0;
    const drawn = new Promise<void>((resolve) => {
      shown.onDidChangeList(() => {
        times += 1;
        resolve();
      });
    });
    shown.follow("c", [{ type: "titleChanged", title: "Lamps" }]);
    shown.follow("c", [settled("completed")]);
    await drawn;
    shown.follow("c", [{ type: "textAppended", turnId: "a", key: "0", text: "More" }]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(times, 1);
    shown.dispose();
  });
});
