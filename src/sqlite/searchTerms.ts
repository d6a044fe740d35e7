/** Converts the user's search text for SQLite's full-text search: words match by prefix, ignoring case and accents. */
import type { DatabaseSync } from "node:sqlite";

/** Each word must be found. */
export interface SearchTerms {
  /** A query for SQLite's full-text search, in which every word matches by prefix; undefined if there are no such words. */
  match: string | undefined;
  /** Folded texts that may match anywhere: scripts without spaces have no word boundaries, and symbols are not words. */
  parts: string[];
  /** All words, folded. */
  words: string[];
}

/** More words than this do not narrow a search further. */
const mostWords = 32;

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Converts to lower case without accents, as the full-text search does. */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase();
}

/** The typed text cannot contain operators. undefined: there is nothing to search for. */
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

/** Registers the function `fold`, which every connection needs to search for `parts`. */
export function prepareSearch(connection: DatabaseSync): void {
  connection.function("fold", { deterministic: true }, (text) => fold(String(text)));
}
