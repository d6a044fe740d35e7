/** Exported conversations. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { toMarkdown } from "../../src/chat/conversation/conversationMarkdown.ts";
import type { Attachment } from "../../src/chat/conversation/turn.ts";
import { openConversationStore } from "../../src/conversations/conversationStore.ts";
import { openImageStore } from "../../src/conversations/imageStore.ts";
import { exportJson, readMoved } from "../../src/editor/chat/conversations/moveConversations.ts";
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

  (process.platform === "win32" ? it.skip : it)("brings its own images, and none that a link among them names", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-import-"));
    try {
      const png = encodePng({ width: 1, height: 1, channels: 3, data: new Uint8Array(3) });
      const [shared, own] = [path.join(folder, "shared"), path.join(folder, "private.png")];
      await mkdir(path.join(shared, "talk-images"), { recursive: true });
      await writeFile(own, png);
      await writeFile(path.join(shared, "talk-images/a.png"), png);
      await symlink(own, path.join(shared, "talk-images/b.png"));
      await symlink("/proc/self/pagemap", path.join(shared, "talk-images/c.png"));
      const parts = ["a.png", "b.png", "c.png"].map((file) => ({ kind: "image", key: file, state: "ready", file }) as const);
      const talk = conversation([prompt("p", null), answer("a", "p", { parts })]);
      await writeFile(path.join(shared, "talk.md"), toMarkdown(talk, "talk-images"));
      const moved = await readMoved(vscode.Uri.file(path.join(shared, "talk.md")));
      assert.ok(typeof moved === "object" && "images" in moved, JSON.stringify(moved));
      assert.deepEqual([...moved.images.keys()], ["a.png"]);
      // The same folder through a link is no other folder.
      await symlink(shared, path.join(folder, "opened"));
      const opened = await readMoved(vscode.Uri.file(path.join(folder, "opened/talk.md")));
      assert.ok(typeof opened === "object" && "images" in opened);
      assert.deepEqual([...opened.images.keys()], ["a.png"]);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
