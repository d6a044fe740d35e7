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
};
const sign = new RegExp(`[${Object.keys(spoken).join("")}]`, "gu");

const currencies: Readonly<Record<string, string>> = { "€": "euros", "£": "pounds", "¥": "yen", "₹": "rupees", "₩": "won", "₽": "roubles" };
const months = "January February March April May June July August September October November December".split(" ");

/** Behind a number. */
const units: Readonly<Record<string, string>> = {
  km: "kilometer",
  m: "meter",
  cm: "centimeter",
  mm: "millimeter",
  kg: "kilogram",
  g: "gram",
  mg: "milligram",
  l: "liter",
  ml: "milliliter",
  h: "hour",
  min: "minute",
  s: "second",
  ms: "millisecond",
  kB: "kilobyte",
  MB: "megabyte",
  GB: "gigabyte",
  TB: "terabyte",
};

/** Flite knows titles and `St.`, but says nothing or single letters for these. */
const abbreviations: Readonly<Record<string, string>> = {
  "e.g.": "for example",
  "i.e.": "that is",
  "vs.": "versus",
  "approx.": "approximately",
  "Fig.": "Figure",
};

/** Only the host of an address is read: nobody can follow the rest. */
const addresses = /\bhttps?:\/\/(?:www\.)?([^\s/?#<>()[\]"']+)(?:[/?#][^\s<>()[\]"']*)?/gi;
const mailAddresses = /(?<![\w.%+-])([\w.%+-]{1,64})@([\w-]{1,63}(?:\.[\w-]{1,63}){1,8})/g;
/** Behind an address, it belongs to the sentence. */
const punctuation = /(?<![.,;:!?])[.,;:!?]+$/;
const readDots = (name: string) => name.replace(punctuation, "").replaceAll(".", " dot ");

/** Signs and short forms as words, since the voice passes over them or spells them. */
function toWords(text: string): string {
  return text
    .replaceAll(addresses, (address: string, host: string) => `${readDots(host)}${punctuation.exec(address)?.[0] ?? ""}`)
    .replaceAll(mailAddresses, (_, name: string, host: string) => `${readDots(name)} at ${readDots(host)}`)
    .replaceAll(
      /\b(\d{4})-(0[1-9]|1[0-2])-([0-2]\d|3[01])\b/g,
      (_, year: string, month: string, day: string) => `${months[Number(month) - 1]} ${Number(day)}, ${year}`,
    )
    .replaceAll(/([€£¥₹₩₽])\s?(\d+(?:[.,]\d+)*)/g, (_, currency: string, amount: string) => `${amount} ${currency}`)
    .replaceAll(/(\d),(\d{1,2})(?= ?[€£¥₹₩₽])/g, "$1.$2")
    .replaceAll(/ ?([€£¥₹₩₽])/g, (_, currency: string) => ` ${currencies[currency]}`)
    .replaceAll(
      /(?<![\w.,])(\d+(?:[.,]\d+)*) ?(km|kg|kB|cm|mm|mg|ml|ms|min|MB|GB|TB|m|g|l|h|s)\b(?!['’-])/g,
      (_, count: string, unit: string) => `${count} ${units[unit]}${count === "1" ? "" : "s"}`,
    )
    .replaceAll(/(?<![\p{L}.])(?:e\.g\.|i\.e\.|vs\.|approx\.|Fig\.(?=\s\d))/gu, (short) => abbreviations[short] ?? short)
    .replaceAll(/ ?° ?([CF])\b/g, (_, scale: string) => ` degrees ${scale === "C" ? "Celsius" : "Fahrenheit"}`)
    .replaceAll(/(\d) ?([½¼¾])/g, "$1 and $2")
    .replaceAll(/(^|\s)#(?=\d)/g, "$1number ")
    .replaceAll(/(^|\s)~(?=\d)/g, "$1about ")
    .replaceAll(/(?:->|=>)/g, " to ")
    .replaceAll(/(?<=[\s\d])<(?=[\s\d])/g, " is less than ")
    .replaceAll(/(?<=[\s\d])>(?=[\s\d])/g, " is greater than ");
}

/** The text in ASCII, which is all that the voice knows: letters without their accents, signs as words, nothing for the rest. */
export function toSpokenLetters(text: string): string {
  return toWords(text)
    .replaceAll(sign, (one) => spoken[one] ?? " ")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e\n]/g, " ");
}
