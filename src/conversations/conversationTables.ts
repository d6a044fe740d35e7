/** The tables of the chat's database. */
import type { DatabaseSchema } from "../sqlite/databaseSchema.ts";

/** The first step does not change existing tables. */
const migrations: readonly string[] = [
  `
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
CREATE TABLE IF NOT EXISTS answering (conversation TEXT PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL, stop INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE IF NOT EXISTS presets (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE IF NOT EXISTS turn_texts USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2');
CREATE TRIGGER IF NOT EXISTS turn_text_goes AFTER DELETE ON turns BEGIN DELETE FROM turn_texts WHERE rowid = old.number; END;
`,
  `
ALTER TABLE drafts ADD COLUMN updated INTEGER NOT NULL DEFAULT 0;
INSERT OR IGNORE INTO drafts (conversation, text) SELECT DISTINCT conversation, '' FROM draft_attachments;
`,
  `
DROP TABLE answering;
CREATE TABLE answering (conversation TEXT PRIMARY KEY, owner TEXT NOT NULL, stop INTEGER NOT NULL DEFAULT 0) STRICT;
`,
  `
ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN unread INTEGER NOT NULL DEFAULT 0;
`,
  `
CREATE TABLE deleted_attachments (
  id TEXT PRIMARY KEY, conversation TEXT NOT NULL, content BLOB NOT NULL, deleted INTEGER NOT NULL
) STRICT;
`,
];

export const conversationDatabase: DatabaseSchema = {
  name: "The list of conversations",
  content: { table: "conversations", plural: "Conversations" },
  migrations,
};
