/** Stores unsent prompts with their attachments, and the contents of sent ones. */
import type { DatabaseSync } from "node:sqlite";
import { type Attachment, attachmentSchema } from "../chat/turn.ts";

export interface LoadedAttachment {
  attachment: Attachment;
  /** Absent for one that the service fetches by itself. */
  content?: Uint8Array;
}

export interface Drafts {
  saveAttachment(id: string, conversationId: string, content: Uint8Array): void;
  attachment(id: string): Uint8Array | undefined;
  /** Whether there is an unsent prompt, or something attached to one. */
  hasDraft(conversationId: string): boolean;
  /** The unsent prompt; "" where there is none. */
  draft(conversationId: string): string;
  saveDraft(conversationId: string, text: string): void;
  /** What is attached to the prompt that is being written, in its order. */
  draftAttachments(conversationId: string): LoadedAttachment[];
  saveDraftAttachment(conversationId: string, attachment: Attachment, content: Uint8Array | undefined): void;
  removeDraftAttachments(conversationId: string, ids: Iterable<string>): void;
}

export function createDrafts(database: DatabaseSync): Drafts {
  function removeEmpty(conversationId: string): void {
    database
      .prepare(
        `DELETE FROM drafts WHERE conversation = :id AND text = ''
         AND NOT EXISTS (SELECT 1 FROM draft_attachments WHERE conversation = :id)`,
      )
      .run({ id: conversationId });
  }

  return {
    saveAttachment(id, conversationId, content) {
      database.prepare("INSERT OR REPLACE INTO attachments (id, conversation, content) VALUES (?, ?, ?)").run(id, conversationId, content);
    },
    attachment(id) {
      const content = database.prepare("SELECT content FROM attachments WHERE id = ?").get(id)?.content;
      return content instanceof Uint8Array ? content : undefined;
    },
    hasDraft: (conversationId) => database.prepare("SELECT 1 FROM drafts WHERE conversation = ?").get(conversationId) !== undefined,
    draft: (conversationId) => String(database.prepare("SELECT text FROM drafts WHERE conversation = ?").get(conversationId)?.text ?? ""),
    saveDraft(conversationId, text) {
      database
        .prepare("INSERT OR REPLACE INTO drafts (conversation, text, updated) VALUES (?, ?, ?)")
        .run(conversationId, text, Date.now());
      removeEmpty(conversationId);
    },
    draftAttachments: (conversationId) =>
      database
        .prepare("SELECT body, content FROM draft_attachments WHERE conversation = ? ORDER BY number")
        .all(conversationId)
        .flatMap(({ body, content }) => {
          const attachment = attachmentSchema.safeParse(JSON.parse(String(body))).data;
          return attachment === undefined ? [] : [{ attachment, ...(content instanceof Uint8Array ? { content } : {}) }];
        }),
    saveDraftAttachment(conversationId, attachment, content) {
      database
        .prepare(
          "INSERT INTO draft_attachments (id, conversation, body, content) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body, content = excluded.content",
        )
        .run(attachment.id, conversationId, JSON.stringify(attachment), content ?? null);
      database
        .prepare(
          "INSERT INTO drafts (conversation, text, updated) VALUES (?, '', ?) ON CONFLICT (conversation) DO UPDATE SET updated = excluded.updated",
        )
        .run(conversationId, Date.now());
    },
    removeDraftAttachments(conversationId, ids) {
      const remove = database.prepare("DELETE FROM draft_attachments WHERE conversation = ? AND id = ?");
      for (const id of ids) remove.run(conversationId, id);
      removeEmpty(conversationId);
    },
  };
}
