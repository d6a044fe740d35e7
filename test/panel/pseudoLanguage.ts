/** The panel's texts in an invented language: longer than English, and without English letters. */
import { panelTexts } from "../../src/chat/texts/panelTexts.ts";
import { type TranslatedTexts, translateTexts } from "../../src/chat/texts/translatedTexts.ts";
import { imageEditorTexts } from "../../src/imageEditor/imageEditorTexts.ts";
import { comparisonTexts } from "../../src/library/comparison/comparisonTexts.ts";
import { libraryTexts } from "../../src/library/libraryTexts.ts";
import { requestFormTexts } from "../../src/requestForm/requestFormTexts.ts";

const accents: Record<string, string> = {
  a: "á",
  b: "ḅ",
  c: "ç",
  d: "ð",
  e: "é",
  f: "ƒ",
  g: "ğ",
  h: "ħ",
  i: "í",
  j: "ĵ",
  k: "ķ",
  l: "ł",
  m: "ɱ",
  n: "ñ",
  o: "ó",
  p: "þ",
  q: "ɋ",
  r: "ŕ",
  s: "š",
  t: "ţ",
  u: "ú",
  v: "ṽ",
  w: "ŵ",
  x: "ẋ",
  y: "ý",
  z: "ž",
};

function alter(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) => {
    const other = accents[letter.toLowerCase()] ?? letter;
    const lengthened = /[aeiourt]/i.test(letter) ? other + other : other;
    return letter === letter.toLowerCase() ? lengthened : lengthened.toUpperCase();
  });
}

/** Placeholders stay unchanged; the forms of a plural are translated one by one. */
function translate(message: string): string {
  return message.replaceAll(/\{\d(?:, plural,(?: *\w+ \{[^{}]*\})+ *)?\}|[^{}]+/g, (piece) =>
    piece.startsWith("{")
      ? piece.replaceAll(/(\w+ \{)([^{}]*)(?=\})/g, (_, start: string, form: string) => start + alter(form))
      : alter(piece),
  );
}

export const pseudoTexts: TranslatedTexts = translateTexts(panelTexts, translate);
export const pseudoComparisonTexts: TranslatedTexts = translateTexts(comparisonTexts, translate);
export const pseudoRequestFormTexts: TranslatedTexts = translateTexts(requestFormTexts, translate);
export const pseudoImageEditorTexts: TranslatedTexts = translateTexts(imageEditorTexts, translate);
export const pseudoLibraryTexts: TranslatedTexts = translateTexts(libraryTexts, translate);

/** How much longer the texts are in total, as a fraction of the English ones. */
export const lengthening = Object.values(pseudoTexts).join("").length / Object.values<string>(panelTexts).join("").length - 1;
