/** Converts the user's search text for SQLite's full-text search: words match by prefix, ignoring case and accents. */
import type { DatabaseSync } from "node:sqlite";
import { digraphs, foldText, plainLetters } from "../contract/foldText.ts";

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

/**
 * In these scripts, words have no spaces between them, are joined with others or begin with an article, or have accents that the full-text search
 * keeps.
 */
const unspaced =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Greek}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Zeros of the scripts whose digits are common in texts: Arabic, Persian, Devanagari, Bengali, Thai. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];
/** Characters that a text may have in the place of several letters. */
const ligatures = [
  ["ﬃ", "ffi"],
  ["ﬄ", "ffl"],
  ["ﬀ", "ff"],
  ["ﬁ", "fi"],
  ["ﬂ", "fl"],
] as const;
/** The full-text search reads these marks as spaces. */
const marked = /\p{M}/u;

/** Spellings of a word are searched up to this number. */
const mostSpellings = 16;

/** The folded word with letters of the table in the place of those that are typed instead: `lodz` is `łodz` too. */
function withStrokes(folded: string): string[] {
  if (folded.length < 2) return [folded];
  let spellings = [""];
  for (const typed of folded) {
    const letters = [typed, ...plainLetters.flatMap(([letter, plain]) => (plain === typed ? [letter] : []))];
    const choices = spellings.length * letters.length > mostSpellings ? [typed] : letters;
    spellings = spellings.flatMap((begun) => choices.map((letter) => begun + letter));
  }
  return spellings;
}

/** The folded word in letters or digits that the full-text search does not fold. */
function inOtherForms(folded: string): string[] {
  const moved = (zero: number) => folded.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  const wide = folded.replace(/[a-z\d]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
  const tied = ligatures.reduce((spelled, [one, several]) => spelled.replaceAll(several, one), folded);
  return [wide, tied, ...(/^\d+$/.test(folded) ? zeros.map(moved) : [])];
}

/** A term of the full-text search for a word in its spellings: with one letter or with two, and with or without a stroke. */
function termOf(word: string): string {
  const folded = foldText(word);
  const single = digraphs.reduce((spelled, [one, two]) => spelled.replaceAll(two, one), folded);
  const all = [word.normalize("NFC"), ...withStrokes(folded), ...withStrokes(single), ...inOtherForms(folded)];
  const spellings = [...new Set(all)].map((spelled) => `"${spelled}"*`);
  return spellings.length === 1 ? spellings.join("") : `(${spellings.join(" OR ")})`;
}

/** Symbols that are a part of what they are written beside, as in `C++`, `C#`, `.NET`, `node.js`, `my_name` or `src/add.ts`. */
const symbols = /[+#\\/@&=<>*%$~^|{}[\]]|^\.\p{L}|[\p{L}\p{N}][._][\p{L}\p{N}]/u;

/** The typed text cannot contain operators. undefined: there is nothing to search for. */
export function readSearch(typed: string): SearchTerms | undefined {
  const query = typed.trim();
  if (query === "") return undefined;
  const found = query.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)?.slice(0, mostWords);
  if (found === undefined) return { match: undefined, parts: [foldText(query)], words: [foldText(query)] };
  const isSpaced = (word: string) => !unspaced.test(word) && !marked.test(foldText(word));
  const spaced = found.filter(isSpaced);
  const literal = query
    .split(/\s+/)
    .map((each) => each.replace(/^[^\p{L}\p{N}.#@$]+|(?<![,.;:!?)"'])[,.;:!?)"']+$/gu, ""))
    .filter((each) => symbols.test(each))
    .slice(0, mostWords);
  return {
    match: spaced.length === 0 ? undefined : spaced.map(termOf).join(" AND "),
    parts: [...found.filter((word) => !isSpaced(word)), ...literal].map(foldText),
    words: [...found, ...literal].map(foldText),
  };
}

/** Registers the function `fold`, which every connection needs to search for `parts`. */
export function prepareSearch(connection: DatabaseSync): void {
  connection.function("fold", { deterministic: true }, (text) => foldText(String(text)));
}
