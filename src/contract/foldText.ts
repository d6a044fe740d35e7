/** How texts are compared in searches: without case, accents, and other forms of letters and digits. */

/** Accents, vowel signs of Arabic and Hebrew, the Arabic sign that only lengthens a word, and what nobody sees inside words: hyphens, joiners, directions. */
const signs = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** Letters that are also written as two. */
export const digraphs = [
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["þ", "th"],
] as const;
/** Letters with a stroke or without a dot, which have no accent that could be removed, and the letter that is typed instead. */
export const plainLetters = [
  ["đ", "d"],
  ["ð", "d"],
  ["ł", "l"],
  ["ø", "o"],
  ["ı", "i"],
  ["ħ", "h"],
  // The full-text search keeps the accent of this one.
  ["ё", "е"],
  ["ґ", "г"],
] as const;
/** Forms of one letter: at the end of a word, and as it is typed in Persian, Urdu and Arabic. */
const forms = [
  ["ς", "σ"],
  ["ى", "ي"],
  ["ی", "ي"],
  ["ک", "ك"],
  ["ة", "ه"],
  // Models write typographic marks, which few keyboards have.
  ["’", "'"],
  ["‘", "'"],
  ["ʼ", "'"],
  ["“", '"'],
  ["”", '"'],
  ["„", '"'],
  ["‐", "-"],
  ["–", "-"],
  ["—", "-"],
  ["−", "-"],
] as const;
const foldedOf = new Map<string, string>([...digraphs, ...plainLetters, ...forms]);
const foldedLetters = new RegExp(`[${[...foldedOf.keys()].join("")}]`, "g");
const otherDigits = /[^\P{Nd}0-9]/gu;

/** The digits of a script follow one another from its zero. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Lower case without accents, one form of each letter and digit, and two letters for those such as ß: more than the full-text search folds. */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(signs, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(foldedLetters, (letter) => foldedOf.get(letter) ?? letter)
    .replace(otherDigits, digitOf);
}

/** A character with those that join it: marks, also those of half-width kana, and the letters of a Korean syllable, as macOS writes names. */
const cluster = /[\u3131-\u314e\uffa1-\uffbe][\u314f-\u3163\uffc2-\uffdc]|.[\p{M}\u1160-\u11ff\uff9e\uff9f]*/gsu;

export interface FoldedText {
  folded: string;
  /** Where in the text the characters begin that this character of the folded text comes from, and where they end. */
  rangeAt(index: number): { start: number; end: number };
}

export function foldWithRanges(text: string): FoldedText {
  // Most texts, and the longest ones.
  if (/^\p{ASCII}*$/u.test(text)) return { folded: text.toLowerCase(), rangeAt: (index) => ({ start: index, end: index + 1 }) };
  let folded = "";
  const ranges: { start: number; end: number }[] = [];
  for (const { 0: part, index } of text.matchAll(cluster)) {
    const one = foldText(part);
    folded += one;
    const range = { start: index, end: index + part.length };
    for (let count = 0; count < one.length; count += 1) ranges.push(range);
  }
  return { folded, rangeAt: (index) => ranges[index] ?? { start: text.length, end: text.length } };
}
