/** Finds `@workspace` in a message, and the words of the message to search for. */

const mark = /(?<![\p{L}\p{N}_@./-])@workspace(?![\p{L}\p{N}_/-])/giu;

/** Maximum number of words. */
const mostTerms = 12;
const shortestTerm = 3;

/** Words of questions, which nearly every file contains or none. */
const commonWords = new Set(
  (
    "about after all also and any are because before but can code could did does done each explain file files find for from get give had has have help here how " +
    "into its just know let like list make many may more most need not now off one only other our out over please project repository should show some " +
    "something tell than that the their them then there these they this those through under use used uses using want was were what when where which who " +
    "why will with work works workspace would you your"
  ).split(" "),
);

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

export function mentionsWorkspace(text: string): boolean {
  return text.search(mark) >= 0;
}

/** In lower case and without repetitions, in the order of the text; the parts of `camelCase` and `snake_case` come after the whole. */
export function searchTerms(text: string): string[] {
  const words = text.replaceAll(mark, " ").match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const terms = words.flatMap((word) => [word, ...partsOf(word)]).map(withoutPlural);
  const useful = terms.filter((term) => (term.length >= shortestTerm || dense.test(term)) && !commonWords.has(term));
  return [...new Set(useful)].slice(0, mostTerms);
}

function partsOf(word: string): string[] {
  const parts = word.split(/[_$]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u).filter(Boolean);
  return parts.length > 1 ? parts : [];
}

function withoutPlural(word: string): string {
  return word.toLowerCase().replace(/(?<=[a-z]{3}[^s])s$/, "");
}
