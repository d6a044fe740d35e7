/** Stores unsent prompts with their attachments, and the contents of sent attachments. */
import { type Attachment, attachmentSchema } from "../chat/conversation/turn.ts";
import type { Database } from "../sqlite/database.ts";
import type { SharedDatabase } from "../sqlite/sharedDatabase.ts";

export interface LoadedAttachment {
  attachment: Attachment;
  /** Absent for an attachment that the service fetches itself. */
  content?: Uint8Array;
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

export class Drafts {
  readonly #shared: SharedDatabase;
  readonly #database: Database;
  /** Texts that are not written yet, for a panel that loads again in the meantime. */
  readonly #unwritten = new Map<string, string>();

  constructor(shared: SharedDatabase) {
    this.#shared = shared;
    this.#database = shared.database;
  }

  async saveAttachment(id: string, conversationId: string, content: Uint8Array): Promise<void> {
    await this.#shared.write(() => writeAttachment(this.#database, id, conversationId, content));
  }

  /** Also of a conversation that was deleted less than a week ago. */
  attachment(id: string): Uint8Array | undefined {
    const sql = "SELECT content FROM attachments WHERE id = $id UNION ALL SELECT content FROM deleted_attachments WHERE id = $id LIMIT 1";
    const content = this.#database.get(sql, { $id: id })?.content;
    return content instanceof Uint8Array ? content : undefined;
  }

  /** Whether there is an unsent prompt, or an attachment for one. */
  hasDraft(conversationId: string): boolean {
    return this.#database.get("SELECT 1 FROM drafts WHERE conversation = ?", [conversationId]) !== undefined;
  }

  /** The unsent prompt; "" if there is none. */
  draft(conversationId: string): string {
    const written = () => this.#database.get("SELECT text FROM drafts WHERE conversation = ?", [conversationId])?.text ?? "";
    return this.#unwritten.get(conversationId) ?? String(written());
  }

  async saveDraft(conversationId: string, text: string): Promise<void> {
    this.#unwritten.set(conversationId, text);
    await this.#shared.write(() => {
      const values = [conversationId, text, Date.now()];
      this.#database.run("INSERT OR REPLACE INTO drafts (conversation, text, updated) VALUES (?, ?, ?)", values);
      this.#removeEmpty(conversationId);
    });
    if (this.#unwritten.get(conversationId) === text) this.#unwritten.delete(conversationId);
  }

  /** The attachments of the unsent prompt, in order. */
  draftAttachments(conversationId: string): LoadedAttachment[] {
    return this.#database
      .all("SELECT body, content FROM draft_attachments WHERE conversation = ? ORDER BY number", [conversationId])
      .flatMap(({ body, content }) => {
        const attachment = attachmentSchema.safeParse(JSON.parse(String(body))).data;
        return attachment === undefined ? [] : [{ attachment, ...(content instanceof Uint8Array ? { content } : {}) }];
      });
  }

  async saveDraftAttachment(conversationId: string, attachment: Attachment, content: Uint8Array | undefined): Promise<void> {
    await this.#shared.write(() => {
      this.#database.run(
        "INSERT INTO draft_attachments (id, conversation, body, content) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body, content = excluded.content",
        [attachment.id, conversationId, JSON.stringify(attachment), content ?? null],
      );
      this.#database.run(
        "INSERT INTO drafts (conversation, text, updated) VALUES (?, '', ?) ON CONFLICT (conversation) DO UPDATE SET updated = excluded.updated",
        [conversationId, Date.now()],
      );
    });
  }

  async removeDraftAttachments(conversationId: string, ids: Iterable<string>): Promise<void> {
    await this.#shared.write(() => {
      for (const id of ids) this.#database.run("DELETE FROM draft_attachments WHERE conversation = ? AND id = ?", [conversationId, id]);
      this.#removeEmpty(conversationId);
    });
  }

  #removeEmpty(conversationId: string): void {
    this.#database.run(
      `DELETE FROM drafts WHERE conversation = $id AND text = ''
       AND NOT EXISTS (SELECT 1 FROM draft_attachments WHERE conversation = $id)`,
      { $id: conversationId },
    );
  }
}
