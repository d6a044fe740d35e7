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

/**
 * In these scripts, words have no spaces between them, are joined with others or begin with an article, or have accents that the full-text search
 * keeps.
 */
const unspaced =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Greek}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Accents, vowel signs of Arabic and Hebrew, and the Arabic sign that only lengthens a word. */
const signs = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g;
/** Letters that are also written as two. */
const digraphs = [
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["þ", "th"],
] as const;
/** Letters with a stroke or without a dot, which have no accent that could be removed, and the letter that is typed instead. */
const plainLetters = [
  ["đ", "d"],
  ["ð", "d"],
  ["ł", "l"],
  ["ø", "o"],
  ["ı", "i"],
  ["ħ", "h"],
] as const;
/** Forms of one letter: at the end of a word, and as it is typed in Persian, Urdu and Arabic. */
const forms = [
  ["ς", "σ"],
  ["ى", "ي"],
  ["ی", "ي"],
  ["ک", "ك"],
  ["ة", "ه"],
] as const;
const foldedOf = new Map<string, string>([...digraphs, ...plainLetters, ...forms]);
const foldedLetters = new RegExp(`[${[...foldedOf.keys()].join("")}]`, "g");

/** Converts to lower case without accents and forms of letters, more than the full-text search does, and letters such as ß to two. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(signs, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(foldedLetters, (letter) => foldedOf.get(letter) ?? letter);
}

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

/** A term of the full-text search for a word in its spellings: with one letter or with two, and with or without a stroke. */
function termOf(word: string): string {
  const folded = fold(word);
  const single = digraphs.reduce((spelled, [one, two]) => spelled.replaceAll(two, one), folded);
  const spellings = [...new Set([word, ...withStrokes(folded), ...withStrokes(single)])].map((spelled) => `"${spelled}"*`);
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
