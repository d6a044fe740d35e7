/** A panel can read only the attachments of its own conversation. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { Attachment } from "../../../../../src/chat/conversation/turn.ts";
import { openConversationStore } from "../../../../../src/conversations/conversationStore.ts";
import { readShownAttachment } from "../../../../../src/editor/chat/attachments/readShownAttachment.ts";
import { HeldAttachments } from "../../../../../src/editor/chat/heldAttachments.ts";
import { conversation, prompt } from "../../../chat/turns.ts";

test("reads attachments of the draft, of messages and of the queue, but not those of another conversation", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "chat-attachments-"));
  const conversations = await openConversationStore(folder);
  try {
    const attach = (id: string): Attachment => ({ id, kind: "text", name: id, mediaType: "text/plain", size: 5 });
    const shown = conversation([prompt("p", null, { attachments: [attach("sent")] })], {
      queue: [{ id: "q", text: "Then", attachments: [attach("queued")] }],
    });
    const other = conversation([prompt("o", null, { attachments: [attach("foreign")] })], { id: "other" });
    for (const one of [shown, other]) {
      conversations.saveConversation(one);
      for (const turn of one.turns) conversations.saveTurn(one.id, turn);
    }
    for (const id of ["sent", "queued"]) conversations.saveAttachment(id, shown.id, Buffer.from(id));
    conversations.saveAttachment("foreign", other.id, Buffer.from("foreign"));
    const held = new HeldAttachments(conversations);
    held.keep("drafted", Buffer.from("drafted"));
    const read = (id: string) => {
      const content = readShownAttachment(held, shown, id);
      return content && Buffer.from(content).toString();
    };
    expect(["drafted", "sent", "queued", "foreign", "unknown"].map(read)).toEqual(["drafted", "sent", "queued", undefined, undefined]);
  } finally {
    await conversations.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
