/** The tables of the chat's database. */
import type { DatabaseSchema } from "../sqlite/databaseSchema.ts";

const create = `
CREATE TABLE conversations (
  id TEXT PRIMARY KEY, updated INTEGER NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, pinned INTEGER NOT NULL DEFAULT 0, unread INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX conversations_by_age ON conversations (updated DESC);
CREATE TABLE turns (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE, body TEXT NOT NULL
) STRICT;
CREATE INDEX turns_by_conversation ON turns (conversation, number);
CREATE TABLE attachments (
  id TEXT PRIMARY KEY, conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE, content BLOB NOT NULL
) STRICT;
CREATE TABLE draft_attachments (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, conversation TEXT NOT NULL, body TEXT NOT NULL, content BLOB
) STRICT;
CREATE TABLE drafts (conversation TEXT PRIMARY KEY, text TEXT NOT NULL, updated INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE presets (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE turn_texts USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2');
CREATE TRIGGER turn_text_goes AFTER DELETE ON turns BEGIN DELETE FROM turn_texts WHERE rowid = old.number; END;
CREATE TABLE answering (conversation TEXT PRIMARY KEY, owner TEXT NOT NULL, stop INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE deleted_attachments (
  id TEXT PRIMARY KEY, conversation TEXT NOT NULL, content BLOB NOT NULL, deleted INTEGER NOT NULL
) STRICT;
`;

export const conversationDatabase: DatabaseSchema = {
  name: "The list of conversations",
  content: { table: "conversations", plural: "Conversations" },
  earliest: { version: 5, create },
  migrations: [],
};
