/** A conversation that was opened in this window and then changed in another one. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { type ConversationStore, openConversationStore } from "../../src/conversations/conversationStore.ts";
import type { ChatServices } from "../../src/editor/chat/chatServices.ts";
import type { ChatSource } from "../../src/editor/chat/chatSource.ts";
import { deleteConversation } from "../../src/editor/chat/conversations/deleteMessages.ts";
import { openChatServices } from "../../src/editor/chat/openChatServices.ts";
import { answer, conversation, prompt } from "../unit/chat/turns.ts";
import { until } from "./languageSupport.ts";

describe("a conversation that another window has changed", function () {
  this.timeout(60_000);
  let folder: string;
  let other: ConversationStore;
  let chat: ChatServices;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-windows-"));
    other = await openConversationStore(folder);
    await other.saveAll(conversation([prompt("p"), answer("a", "p", { createdAt: 1 })]));
    chat = await openChatServices({ context: { globalStorageUri: vscode.Uri.file(folder) } } as ChatSource);
    assert.ok(chat.session("c"));
  });
  afterEach(async () => {
    chat.dispose();
    await other.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** What the other window does with the conversation. */
  async function changeElsewhere(): Promise<void> {
    const theirs = other.load("c");
    assert.ok(theirs);
    const queued = { id: "q", text: "Then translate it", attachments: [] };
    await other.saveConversation({ ...theirs, title: "Named there", queue: [queued], queuePause: "stopped" });
    await other.saveTurn("c", prompt("p2", "a"));
  }

  it("shows the messages of that window at once", async () => {
    const session = chat.session("c");
    chat.setShown({}, "c");
    await changeElsewhere();
    await until(() => session?.conversation.turns.length === 3);
    assert.equal(session?.conversation.queue.length, 1);
  });

  it("is exported with the messages of that window", async () => {
    await changeElsewhere();
    assert.deepEqual(
      chat.session("c")?.conversation.turns.map(({ id }) => id),
      ["p", "a", "p2"],
    );
  });

  it("keeps what that window has written if the user does not confirm its deletion", async () => {
    await changeElsewhere();
    await assert.rejects(deleteConversation(chat, "c"), /refused to show dialog.*Named there/);
    chat.session("c")?.setSettings({ webSearch: true });
    const { title, queue, settings } = other.load("c") ?? {};
    assert.deepEqual([title, queue?.map(({ id }) => id), settings?.webSearch], ["Named there", ["q"], true]);
  });
});
