/** Stores unsent prompts with their attachments, and the contents of sent attachments. */
import { type Attachment, attachmentSchema } from "../chat/turn.ts";
import type { Database } from "../sqlite/database.ts";
import type { SharedDatabase } from "../sqlite/sharedDatabase.ts";

export interface LoadedAttachment {
  attachment: Attachment;
  /** Absent for an attachment that the service fetches itself. */
  content?: Uint8Array;
}

export interface Drafts {
  saveAttachment(id: string, conversationId: string, content: Uint8Array): Promise<void>;
  /** Also of a conversation that was deleted less than a week ago. */
  attachment(id: string): Uint8Array | undefined;
  /** Whether there is an unsent prompt, or an attachment for one. */
  hasDraft(conversationId: string): boolean;
  /** The unsent prompt; "" if there is none. */
  draft(conversationId: string): string;
  saveDraft(conversationId: string, text: string): Promise<void>;
  /** The attachments of the unsent prompt, in order. */
  draftAttachments(conversationId: string): LoadedAttachment[];
  saveDraftAttachment(conversationId: string, attachment: Attachment, content: Uint8Array | undefined): Promise<void>;
  removeDraftAttachments(conversationId: string, ids: Iterable<string>): Promise<void>;
}

/** Must be called within a transaction. */
export function writeAttachment(database: Database, id: string, conversationId: string, content: Uint8Array): void {
  database.run("INSERT OR REPLACE INTO attachments (id, conversation, content) VALUES (?, ?, ?)", [id, conversationId, content]);
}

/** Milliseconds. Another window may show a deleted conversation, and store it again when the user writes in it. */
const longestDeleted = 7 * 24 * 60 * 60 * 1000;

/** Keeps the attachments of a conversation that is being deleted. Must be called within a transaction. */
export function keepDeletedAttachments(database: Database, conversationId: string, now: number): void {
  database.run("INSERT OR REPLACE INTO deleted_attachments SELECT id, conversation, content, ? FROM attachments WHERE conversation = ?", [
    now,
    conversationId,
  ]);
}

/** Restores the attachments of a conversation that is stored again. Must be called within a transaction. */
export function restoreAttachments(database: Database, conversationId: string): void {
  database.run("INSERT OR IGNORE INTO attachments SELECT id, conversation, content FROM deleted_attachments WHERE conversation = ?", [
    conversationId,
  ]);
  database.run("DELETE FROM deleted_attachments WHERE conversation = ?", [conversationId]);
}

/** Removes attachments of conversations that were deleted more than a week before `now` (Unix milliseconds). */
export async function removeDeletedAttachments(shared: SharedDatabase, now: number): Promise<void> {
  const before = [now - longestDeleted];
  if (shared.database.get("SELECT 1 FROM deleted_attachments WHERE deleted < ?", before) === undefined) return;
  await shared.write(() => shared.database.run("DELETE FROM deleted_attachments WHERE deleted < ?", before));
}

export function createDrafts(shared: SharedDatabase): Drafts {
  const { database } = shared;
  /** Texts that are not written yet, for a panel that loads again in the meantime. */
  const unwritten = new Map<string, string>();

  function removeEmpty(conversationId: string): void {
    database.run(
      `DELETE FROM drafts WHERE conversation = $id AND text = ''
       AND NOT EXISTS (SELECT 1 FROM draft_attachments WHERE conversation = $id)`,
      { $id: conversationId },
    );
  }

  return {
    async saveAttachment(id, conversationId, content) {
      await shared.write(() => writeAttachment(database, id, conversationId, content));
    },
    attachment(id) {
      const sql = "SELECT content FROM attachments WHERE id = $id UNION ALL SELECT content FROM deleted_attachments WHERE id = $id LIMIT 1";
      const content = database.get(sql, { $id: id })?.content;
      return content instanceof Uint8Array ? content : undefined;
    },
    hasDraft: (conversationId) => database.get("SELECT 1 FROM drafts WHERE conversation = ?", [conversationId]) !== undefined,
    draft: (conversationId) =>
      unwritten.get(conversationId) ?? String(database.get("SELECT text FROM drafts WHERE conversation = ?", [conversationId])?.text ?? ""),
    async saveDraft(conversationId, text) {
      unwritten.set(conversationId, text);
      await shared.write(() => {
        database.run("INSERT OR REPLACE INTO drafts (conversation, text, updated) VALUES (?, ?, ?)", [conversationId, text, Date.now()]);
        removeEmpty(conversationId);
      });
      if (unwritten.get(conversationId) === text) unwritten.delete(conversationId);
    },
    draftAttachments: (conversationId) =>
      database
        .all("SELECT body, content FROM draft_attachments WHERE conversation = ? ORDER BY number", [conversationId])
        .flatMap(({ body, content }) => {
          const attachment = attachmentSchema.safeParse(JSON.parse(String(body))).data;
          return attachment === undefined ? [] : [{ attachment, ...(content instanceof Uint8Array ? { content } : {}) }];
        }),
    async saveDraftAttachment(conversationId, attachment, content) {
      await shared.write(() => {
        database.run(
          "INSERT INTO draft_attachments (id, conversation, body, content) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body, content = excluded.content",
          [attachment.id, conversationId, JSON.stringify(attachment), content ?? null],
        );
        database.run(
          "INSERT INTO drafts (conversation, text, updated) VALUES (?, '', ?) ON CONFLICT (conversation) DO UPDATE SET updated = excluded.updated",
          [conversationId, Date.now()],
        );
      });
    },
    async removeDraftAttachments(conversationId, ids) {
      await shared.write(() => {
        for (const id of ids) database.run("DELETE FROM draft_attachments WHERE conversation = ? AND id = ?", [conversationId, id]);
        removeEmpty(conversationId);
      });
    },
  };
}
