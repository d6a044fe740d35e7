/** The chat's database and what a person typed in; the conversations that hold all its words, the newest first, out. */
import type { DatabaseSync } from "node:sqlite";
import type { ConversationSummary } from "../../chat/conversation.ts";

/** Each word must stand in one turn, or in the title, whatever its case and accents. */
export interface SearchTerms {
  /** A query for SQLite's full-text search, in which every word matches by its beginning; undefined: none is looked for in this way. */
  match: string | undefined;
  /** Folded texts that are looked for anywhere: scripts without spaces have no words that begin somewhere, and signs are no words. */
  parts: string[];
  /** All of them, folded. */
  words: string[];
}

/** More words than this do not narrow a search any further. */
const mostWords = 32;
/** The most rows that a list shows. */
const listLimit = 200;

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Lower case without accents, as the full-text search compares too. */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase();
}

/** Nothing that is typed is an operator. undefined: nothing is looked for. */
export function readSearch(typed: string): SearchTerms | undefined {
  const query = typed.trim();
  if (query === "") return undefined;
  const found = query.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)?.slice(0, mostWords);
  if (found === undefined) return { match: undefined, parts: [fold(query)], words: [fold(query)] };
  const spaced = found.filter((word) => !unspaced.test(word));
  return {
    match: spaced.length === 0 ? undefined : spaced.map((word) => `"${word}"*`).join(" "),
    parts: found.filter((word) => unspaced.test(word)).map(fold),
    words: found.map(fold),
  };
}

function toSummary(row: Record<string, unknown>): ConversationSummary {
  const excerpt = typeof row.excerpt === "string" && row.excerpt !== "" ? { excerpt: row.excerpt.replace(/\s+/g, " ") } : {};
  return { id: String(row.id), title: String(row.title), updatedAt: Number(row.updated), turns: Number(row.turns), ...excerpt };
}

export function createConversationSearch(database: DatabaseSync): (typed: string) => ConversationSummary[] {
  database.function("fold", { deterministic: true }, (text) => fold(String(text)));
  const columns = "c.id, c.title, c.updated, (SELECT count(*) FROM turns WHERE conversation = c.id) AS turns";
  const list = database.prepare(`SELECT ${columns} FROM conversations c ORDER BY c.updated DESC LIMIT ${listLimit}`);

  function find({ match, parts, words }: SearchTerms): Record<string, unknown>[] {
    const inText = [
      ...(match === undefined ? [] : ["turn_texts MATCH :match"]),
      ...parts.map((_, index) => `instr(fold(text), :part${index}) > 0`),
    ];
    const inTitle = words.map((_, index) => `instr(fold(c.title), :word${index}) > 0`);
    const excerpt =
      match === undefined ? "substr(text, max(1, instr(fold(text), :part0) - 24), 80)" : "snippet(turn_texts, 0, '', '', '…', 12)";
    const matching = `FROM turn_texts JOIN turns t ON t.number = turn_texts.rowid WHERE ${inText.join(" AND ")}`;
    return database
      .prepare(
        `SELECT ${columns}, (SELECT ${excerpt} ${matching} AND t.conversation = c.id LIMIT 1) AS excerpt
         FROM conversations c
         WHERE c.id IN (SELECT t.conversation ${matching}) OR (${inTitle.join(" AND ")})
         ORDER BY c.updated DESC LIMIT ${listLimit}`,
      )
      .all({
        ...(match === undefined ? {} : { match }),
        ...Object.fromEntries(parts.map((part, index) => [`part${index}`, part])),
        ...Object.fromEntries(words.map((word, index) => [`word${index}`, word])),
      });
  }

  return (typed) => {
    const terms = readSearch(typed);
    return (terms === undefined ? list.all() : find(terms)).map(toSummary);
  };
}
