/** Exported conversations. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { Attachment } from "../../src/chat/conversation/turn.ts";
import { openConversationStore } from "../../src/conversations/conversationStore.ts";
import { openImageStore } from "../../src/conversations/imageStore.ts";
import { exportJson } from "../../src/editor/chat/conversations/moveConversations.ts";
import { encodePng } from "../../src/media/images/encodePng.ts";
import { answer, conversation, prompt } from "../unit/chat/turns.ts";

describe("an exported conversation", () => {
  it("is refused if its attachments and images together are larger than an import may be", async function () {
    this.timeout(60_000);
    const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-export-"));
    const conversations = await openConversationStore(folder);
    const images = openImageStore(path.join(folder, "pictures"));
    const target = vscode.Uri.file(path.join(folder, "exported.json"));
    try {
      // Each alone is small enough.
      const size = 100_000_000;
      const png = Buffer.alloc(size);
      png.set(encodePng({ width: 1, height: 1, channels: 3, data: new Uint8Array(3) }));
      const file = await images.keepBytes(png);
      assert.ok(file);
      const attachment: Attachment = { id: "large", kind: "image", name: "large.png", mediaType: "image/png", size };
      const drawn = answer("a", "p", { parts: [{ kind: "image", key: "0", state: "ready", file }] });
      const whole = conversation([prompt("p", null, { attachments: [attachment] }), drawn]);
      await conversations.saveAll(whole, new Map([["large", png]]));
      await assert.rejects(() => exportJson({ conversations, images }, { conversation: whole }, target), /too large for one JSON file/);
      assert.equal(existsSync(target.fsPath), false);
    } finally {
      await conversations.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
