/** What a person types to search, as SQLite's full-text search compares: words by their beginning, whatever their case and accents. */
import type { DatabaseSync } from "node:sqlite";

/** Each word must be found. */
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

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Lower case without accents, as the full-text search compares too. */
export function fold(text: string): string {
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

/** Every connection in which `parts` are looked for needs its function `fold`. */
export function prepareSearch(connection: DatabaseSync): void {
  connection.function("fold", { deterministic: true }, (text) => fold(String(text)));
}
