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

/** In these scripts, words have no spaces between them, or begin with other words such as an article. */
const unspaced =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Accents, vowel signs of Arabic and Hebrew, and the Arabic sign that only lengthens a word. */
const signs = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g;
/** Letters that are also written as two. */
const digraphs = [
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
] as const;
const digraphOf = new Map<string, string>(digraphs);

/** Converts to lower case without accents, as the full-text search does, and letters such as ß to two. */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(signs, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[ßæœ]/g, (letter) => digraphOf.get(letter) ?? letter);
}

/** A term of the full-text search for a word that is spelled with one letter or with two. */
function termOf(word: string): string {
  const single = digraphs.reduce((spelled, [one, two]) => spelled.replaceAll(two, one), fold(word));
  const spellings = [...new Set([word, fold(word), single])].map((spelled) => `"${spelled}"*`);
  return spellings.length === 1 ? spellings.join("") : `(${spellings.join(" OR ")})`;
}

/** Symbols that are a part of what they are written beside, as in `C++`, `C#`, `.NET` or `src/add.ts`. */
const symbols = /[+#\\/@&=<>*%$~^|{}[\]]|^\.\p{L}/u;

/** The typed text cannot contain operators. undefined: there is nothing to search for. */
export function readSearch(typed: string): SearchTerms | undefined {
  const query = typed.trim();
  if (query === "") return undefined;
  const found = query.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)?.slice(0, mostWords);
  if (found === undefined) return { match: undefined, parts: [fold(query)], words: [fold(query)] };
  const spaced = found.filter((word) => !unspaced.test(word));
  const literal = query
    .split(/\s+/)
    .map((each) => each.replace(/^[^\p{L}\p{N}.#@$]+|(?<![,.;:!?)"'])[,.;:!?)"']+$/gu, ""))
    .filter((each) => symbols.test(each))
    .slice(0, mostWords);
  return {
    match: spaced.length === 0 ? undefined : spaced.map(termOf).join(" AND "),
    parts: [...found.filter((word) => unspaced.test(word)), ...literal].map(fold),
    words: [...found, ...literal].map(fold),
  };
}

/** Registers the function `fold`, which every connection needs to search for `parts`. */
export function prepareSearch(connection: DatabaseSync): void {
  connection.function("fold", { deterministic: true }, (text) => fold(String(text)));
}
