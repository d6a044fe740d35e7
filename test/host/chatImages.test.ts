/** The images of answers, when a window opens the chat. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";
import { openConversationStore } from "../../src/conversations/conversationStore.ts";
import { openImageStore } from "../../src/conversations/imageStore.ts";
import type { ChatSource } from "../../src/editor/chat/chatSource.ts";
import { openChatServices } from "../../src/editor/chat/openChatServices.ts";
import { encodePng } from "../../src/media/images/encodePng.ts";
import { answer, conversation, prompt } from "../unit/chat/turns.ts";

describe("the images of the chat", () => {
  it("are removed if no conversation has them; those of a deleted conversation stay for a while", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-images-"));
    const images = openImageStore(path.join(folder, "chat-pictures"));
    const keep = async (shade: number): Promise<string> => {
      const name = await images.keepBytes(encodePng({ width: 1, height: 1, channels: 3, data: new Uint8Array(3).fill(shade) }));
      assert.ok(name);
      await age(name);
      return name;
    };
    const age = (name: string) => utimes(path.join(images.folder, name), 1, 1);
    const isAged = async (name: string) => (await stat(path.join(images.folder, name))).mtimeMs === 1000;
    const [unused, used] = [await keep(1), await keep(2)];
    const stored = await openConversationStore(folder);
    const drawn = answer("a", "p", { parts: [{ kind: "image", key: "0", state: "ready", file: used }] });
    await stored.saveAll(conversation([prompt("p"), drawn], { id: "c" }));
    await stored.close();
    const chat = await openChatServices({ context: { globalStorageUri: vscode.Uri.file(folder) } } as ChatSource);
    try {
      while (existsSync(path.join(images.folder, unused))) await setImmediate();
      while (await isAged(used)) await setImmediate();
      await age(used);
      await chat.deleteConversation("c");
      while (await isAged(used)) await setImmediate();
    } finally {
      chat.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
