/** A folder in; the conversations, attachments and presets kept in it, with search over all their text, out. */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Conversation, type ConversationSummary, conversationSchema, plainText } from "../../chat/conversation.ts";
import { type ConversationHead, mergeConversation } from "../../chat/mergeConversation.ts";
import { type InstructionPreset, presetSchema } from "../../chat/panelMessages.ts";
import { type Attachment, attachmentSchema, type Turn, turnSchema } from "../../chat/turn.ts";
import { openSharedDatabase } from "../../sqlite/openSharedDatabase.ts";
import { toSearchQuery } from "./toSearchQuery.ts";

export interface LoadedAttachment {
  attachment: Attachment;
  /** Absent for one that the service fetches by itself. */
  content?: Uint8Array;
}

export interface Conversations {
  load(id: string): Conversation | undefined;
  /** The newest first; with a query, those whose text or title holds all its words. */
  search(query: string): ConversationSummary[];
  newest(): string | undefined;
  /** Writes everything but the turns; what another window changed since the last reading or writing stays. */
  saveConversation(conversation: Conversation): void;
  /** Writes nothing where another window answers this turn, or has deleted it. */
  saveTurn(conversationId: string, turn: Turn): void;
  /** Takes a running answer, or keeps it, for five seconds; false while another window has it. Until it is let go, only its holder writes it. */
  claim(turnId: string): boolean;
  letGo(turnId: string): void;
  /** Asks the window that holds the answer to stop it. */
  askToStop(turnId: string): void;
  isAskedToStop(turnId: string): boolean;
  /** Another number whenever another window has written something. */
  version(): number;
  removeTurns(conversationId: string, ids: Iterable<string>): void;
  /** Writes a whole conversation at once, or nothing. */
  saveAll(conversation: Conversation): void;
  remove(id: string): void;
  saveAttachment(id: string, conversationId: string, content: Uint8Array): void;
  attachment(id: string): Uint8Array | undefined;
  /** The unsent prompt; "" where there is none. */
  draft(conversationId: string): string;
  saveDraft(conversationId: string, text: string): void;
  /** What is attached to the prompt that is being written, in its order. */
  draftAttachments(conversationId: string): LoadedAttachment[];
  saveDraftAttachment(conversationId: string, attachment: Attachment, content: Uint8Array | undefined): void;
  removeDraftAttachments(conversationId: string, ids: Iterable<string>): void;
  presets(): InstructionPreset[];
  savePreset(preset: InstructionPreset): void;
  removePreset(name: string): void;
  close(): void;
}

const schema = `
CREATE TABLE IF NOT EXISTS conversations (id TEXT PRIMARY KEY, updated INTEGER NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS conversations_by_age ON conversations (updated DESC);
CREATE TABLE IF NOT EXISTS turns (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE, body TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS turns_by_conversation ON turns (conversation, number);
CREATE TABLE IF NOT EXISTS attachments (
  id TEXT PRIMARY KEY, conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE, content BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS draft_attachments (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, conversation TEXT NOT NULL, body TEXT NOT NULL, content BLOB
) STRICT;
CREATE TABLE IF NOT EXISTS drafts (conversation TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS claims (turn TEXT PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL, stop INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE IF NOT EXISTS presets (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE IF NOT EXISTS turn_texts USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2');
CREATE TRIGGER IF NOT EXISTS turn_text_goes AFTER DELETE ON turns BEGIN DELETE FROM turn_texts WHERE rowid = old.number; END;
`;

/** A window that died lets its answers go after this time; one that lives claims them again much sooner. */
const claimMilliseconds = 5000;
/** The most rows that a list shows. */
const listLimit = 200;

export function openConversations(folder: string): Conversations {
  mkdirSync(folder, { recursive: true });
  const database = openSharedDatabase(path.join(folder, "conversations.db"), "PRAGMA synchronous = NORMAL;", (opened) =>
    opened.exec(schema),
  );
  const readConversation = database.prepare("SELECT body FROM conversations WHERE id = ?");
  const readTurns = database.prepare("SELECT body FROM turns WHERE conversation = ? ORDER BY number");
  const writeConversation = database.prepare(
    "INSERT INTO conversations (id, updated, title, body) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, title = excluded.title, body = excluded.body",
  );
  const writeTurn = database.prepare(
    "INSERT INTO turns (id, conversation, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body RETURNING number",
  );
  const changeTurn = database.prepare("UPDATE turns SET body = ? WHERE id = ? RETURNING number");
  const takeClaim = database.prepare(
    `INSERT INTO claims (turn, owner, until) VALUES (:turn, :owner, :until)
     ON CONFLICT (turn) DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE owner = :owner OR until < :now`,
  );
  const readClaim = database.prepare("SELECT owner, until, stop FROM claims WHERE turn = ?");
  const owner = randomUUID();
  /** Turns that were stored when this window last saw them: one that is gone was deleted, and is not written anew. */
  const seen = new Set<string>();
  /** The heads of conversations as this window last read or wrote them. */
  const bases = new Map<string, ConversationHead>();
  const removeText = database.prepare("DELETE FROM turn_texts WHERE rowid = ?");
  const writeText = database.prepare("INSERT INTO turn_texts (rowid, text) VALUES (?, ?)");
  const removeTurn = database.prepare("DELETE FROM turns WHERE id = ? AND conversation = ?");
  const list = database.prepare(
    `SELECT c.id, c.title, c.updated, (SELECT count(*) FROM turns WHERE conversation = c.id) AS turns FROM conversations c ORDER BY c.updated DESC LIMIT ${listLimit}`,
  );
  const find = database.prepare(
    `SELECT c.id, c.title, c.updated, (SELECT count(*) FROM turns WHERE conversation = c.id) AS turns,
       (SELECT snippet(turn_texts, 0, '', '', '…', 12) FROM turn_texts JOIN turns t ON t.number = turn_texts.rowid
          WHERE turn_texts MATCH :query AND t.conversation = c.id LIMIT 1) AS excerpt
     FROM conversations c
     WHERE c.id IN (SELECT t.conversation FROM turn_texts JOIN turns t ON t.number = turn_texts.rowid WHERE turn_texts MATCH :query)
        OR instr(lower(c.title), lower(:title)) > 0
     ORDER BY c.updated DESC LIMIT ${listLimit}`,
  );

  function inTransaction(write: () => void): void {
    database.exec("BEGIN IMMEDIATE");
    try {
      write();
      database.exec("COMMIT");
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  }

  function saveConversation(conversation: Conversation): void {
    const { turns: _, ...mine } = conversation;
    const stored = loadHead(conversation.id);
    const base = bases.get(conversation.id);
    const merged = stored === undefined || base === undefined ? mine : mergeConversation(base, mine, stored);
    writeConversation.run(merged.id, merged.updatedAt, merged.title, JSON.stringify({ ...merged, turns: [] }));
    bases.set(conversation.id, structuredClone(mine));
  }

  function loadHead(id: string): ConversationHead | undefined {
    const body = readConversation.get(id)?.body;
    if (typeof body !== "string") return undefined;
    const read = conversationSchema.safeParse(JSON.parse(body));
    if (!read.success) return undefined;
    const { turns: _, ...head } = read.data;
    return head;
  }

  function isHeldElsewhere(turnId: string): boolean {
    const held = readClaim.get(turnId);
    return held !== undefined && held.owner !== owner && Number(held.until) >= Date.now();
  }

  function saveTurn(conversationId: string, turn: Turn): void {
    if (isHeldElsewhere(turn.id)) return;
    const body = JSON.stringify(turn);
    const number = (seen.has(turn.id) ? changeTurn.get(body, turn.id) : writeTurn.get(turn.id, conversationId, body))?.number;
    seen.add(turn.id);
    if (typeof number !== "number") return;
    removeText.run(number);
    writeText.run(number, plainText(turn));
  }

  function toSummary(row: Record<string, unknown>): ConversationSummary {
    const excerpt = typeof row.excerpt === "string" && row.excerpt !== "" ? { excerpt: row.excerpt.replace(/\s+/g, " ") } : {};
    return { id: String(row.id), title: String(row.title), updatedAt: Number(row.updated), turns: Number(row.turns), ...excerpt };
  }

  return {
    load(id) {
      const head = loadHead(id);
      if (head === undefined) return undefined;
      bases.set(id, structuredClone(head));
      // A turn that cannot be read is left out; the rest of the conversation is shown.
      const turns = readTurns.all(id).flatMap((row) => turnSchema.safeParse(JSON.parse(String(row.body))).data ?? []);
      for (const turn of turns) seen.add(turn.id);
      return { ...head, turns };
    },
    search(query) {
      const words = toSearchQuery(query);
      const rows = words === undefined ? list.all() : find.all({ query: words, title: query.trim() });
      return rows.map(toSummary);
    },
    newest() {
      const id = list.get()?.id;
      return typeof id === "string" ? id : undefined;
    },
    saveConversation: (conversation) => inTransaction(() => saveConversation(conversation)),
    claim(turn) {
      const now = Date.now();
      return takeClaim.run({ turn, owner, now, until: now + claimMilliseconds }).changes > 0;
    },
    letGo: (turn) => void database.prepare("DELETE FROM claims WHERE turn = ? AND owner = ?").run(turn, owner),
    askToStop: (turn) => void database.prepare("UPDATE claims SET stop = 1 WHERE turn = ?").run(turn),
    isAskedToStop: (turn) => readClaim.get(turn)?.stop === 1,
    version: () => Number(database.prepare("PRAGMA data_version").get()?.data_version),
    saveTurn: (conversationId, turn) => inTransaction(() => saveTurn(conversationId, turn)),
    removeTurns(conversationId, ids) {
      inTransaction(() => {
        for (const id of ids) removeTurn.run(id, conversationId);
      });
    },
    saveAll(conversation) {
      inTransaction(() => {
        saveConversation(conversation);
        for (const turn of conversation.turns) saveTurn(conversation.id, turn);
      });
    },
    remove(id) {
      // Deleting by cascade runs no trigger for the rows below: the turns go first.
      inTransaction(() => {
        database.prepare("DELETE FROM draft_attachments WHERE conversation = ?").run(id);
        database.prepare("DELETE FROM drafts WHERE conversation = ?").run(id);
        database.prepare("DELETE FROM turns WHERE conversation = ?").run(id);
        database.prepare("DELETE FROM conversations WHERE id = ?").run(id);
      });
    },
    saveAttachment(id, conversationId, content) {
      database.prepare("INSERT OR REPLACE INTO attachments (id, conversation, content) VALUES (?, ?, ?)").run(id, conversationId, content);
    },
    attachment(id) {
      const content = database.prepare("SELECT content FROM attachments WHERE id = ?").get(id)?.content;
      return content instanceof Uint8Array ? content : undefined;
    },
    draft: (conversationId) => String(database.prepare("SELECT text FROM drafts WHERE conversation = ?").get(conversationId)?.text ?? ""),
    saveDraft(conversationId, text) {
      if (text === "") database.prepare("DELETE FROM drafts WHERE conversation = ?").run(conversationId);
      else database.prepare("INSERT OR REPLACE INTO drafts (conversation, text) VALUES (?, ?)").run(conversationId, text);
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
    },
    removeDraftAttachments(conversationId, ids) {
      const remove = database.prepare("DELETE FROM draft_attachments WHERE conversation = ? AND id = ?");
      for (const id of ids) remove.run(conversationId, id);
    },
    presets: () =>
      database
        .prepare("SELECT name, text FROM presets ORDER BY name")
        .all()
        .flatMap((row) => presetSchema.safeParse(row).data ?? []),
    savePreset({ name, text }) {
      database.prepare("INSERT OR REPLACE INTO presets (name, text) VALUES (?, ?)").run(name, text);
    },
    removePreset(name) {
      database.prepare("DELETE FROM presets WHERE name = ?").run(name);
    },
    close: () => database.close(),
  };
}
