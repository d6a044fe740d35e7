/** What the built-in voice can read: English. It would pass over other scripts in silence. */

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
  "€": " euros ",
  "£": " pounds ",
  "×": " by ",
  "÷": " divided by ",
  "±": " plus or minus ",
  "°": " degrees ",
  "→": " to ",
};

/** The text in ASCII, which is all that the voice knows: letters without their accents, signs as words, nothing for the rest. */
export function toSpokenLetters(text: string): string {
  return text
    .replaceAll(/([€£])\s?(\d[\d.,]*)/g, (_, sign: string, amount: string) => `${amount}${spoken[sign]}`)
    .replaceAll(/[‘’“”–—…ßæÆœŒøØłŁđþð€£×÷±°→]/gu, (sign) => spoken[sign] ?? " ")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e\n]/g, " ");
}
