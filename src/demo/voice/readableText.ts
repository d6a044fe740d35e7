/** What the built-in voice can read: English. It would pass over other scripts in silence. */
import { toWords } from "./spokenWords.ts";

/** Of letters. Words of other scripts inside an English text may be few. */
const mostOtherLetters = 0.2;

/** Whether the voice can read the text. A text without letters or digits has nothing to read. */
export function isReadable(text: string): boolean {
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return /\p{Nd}/u.test(text);
  return letters - latin <= mostOtherLetters * letters;
}

const spoken: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": ", ",
  "—": ", ",
  "…": ". ",
  ß: "ss",
  æ: "ae",
  Æ: "Ae",
  œ: "oe",
  Œ: "Oe",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  þ: "th",
  ð: "th",
  "×": " by ",
  "÷": " divided by ",
  "±": " plus or minus ",
  "°": " degrees ",
  "→": " to ",
  "&": " and ",
  "@": " at ",
  "+": " plus ",
  "=": " equals ",
  "≠": " does not equal ",
  "≈": " about ",
  "≤": " at most ",
  "≥": " at least ",
  "½": " one half ",
  "¼": " one quarter ",
  "¾": " three quarters ",
  "²": " squared",
  "³": " cubed",
  µ: " micro ",
  "№": " number ",
  "©": " copyright ",
  "™": " ",
  "®": " ",
  ẞ: "SS",
  ı: "i",
  "‰": " per mille ",
  "§": " section ",
  "∞": " infinity ",
  "√": " root of ",
  α: " alpha ",
  β: " beta ",
  γ: " gamma ",
  δ: " delta ",
  Δ: " delta ",
  θ: " theta ",
  λ: " lambda ",
  μ: " micro ",
  π: " pi ",
  σ: " sigma ",
  Ω: " ohms ",
};
const sign = new RegExp(`[${Object.keys(spoken).join("")}]`, "gu");

/** The text in ASCII, which is all that the voice knows: letters without their accents, signs as words, nothing for the rest. */
export function toSpokenLetters(text: string): string {
  return toWords(text)
    .replaceAll(sign, (one) => spoken[one] ?? " ")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e\n]/g, " ");
}
