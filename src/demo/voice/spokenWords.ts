/** Writes addresses, dates, times, amounts, units and short forms as the words that a reader says, since the voice passes over them or spells them. */

const months = "January February March April May June July August September October November December".split(" ");

/** The words behind a number: for one, and for several. */
type Words = readonly [one: string, many: string];

const currencies: Readonly<Record<string, Words>> = {
  $: ["dollar", "dollars"],
  "€": ["euro", "euros"],
  "£": ["pound", "pounds"],
  "¥": ["yen", "yen"],
  "₹": ["rupee", "rupees"],
  "₩": ["won", "won"],
  "₽": ["rouble", "roubles"],
  "¢": ["cent", "cents"],
};
const magnitudes: Readonly<Record<string, string>> = { k: "thousand", m: "million", bn: "billion", b: "billion", tn: "trillion" };

const units: Readonly<Record<string, Words>> = {
  km: ["kilometer", "kilometers"],
  m: ["meter", "meters"],
  cm: ["centimeter", "centimeters"],
  mm: ["millimeter", "millimeters"],
  ft: ["foot", "feet"],
  kg: ["kilogram", "kilograms"],
  g: ["gram", "grams"],
  mg: ["milligram", "milligrams"],
  lb: ["pound", "pounds"],
  lbs: ["pound", "pounds"],
  oz: ["ounce", "ounces"],
  l: ["liter", "liters"],
  ml: ["milliliter", "milliliters"],
  h: ["hour", "hours"],
  min: ["minute", "minutes"],
  s: ["second", "seconds"],
  ms: ["millisecond", "milliseconds"],
  kB: ["kilobyte", "kilobytes"],
  MB: ["megabyte", "megabytes"],
  GB: ["gigabyte", "gigabytes"],
  TB: ["terabyte", "terabytes"],
  Hz: ["hertz", "hertz"],
  kHz: ["kilohertz", "kilohertz"],
  MHz: ["megahertz", "megahertz"],
  GHz: ["gigahertz", "gigahertz"],
  V: ["volt", "volts"],
  W: ["watt", "watts"],
  kW: ["kilowatt", "kilowatts"],
  kWh: ["kilowatt hour", "kilowatt hours"],
  dB: ["decibel", "decibels"],
  px: ["pixel", "pixels"],
  mph: ["mile per hour", "miles per hour"],
  fps: ["frame per second", "frames per second"],
};
const unitNames = Object.keys(units)
  .sort((one, other) => other.length - one.length)
  .join("|");
const number = String.raw`\d+(?:[.,]\d+)*`;
const amountOfUnit = new RegExp(String.raw`(?<![\w.,])(${number}) ?(${unitNames})(?:/(h|min|s|km|kg|m|l))?(?![\w'’-])`, "g");
const count = (amount: string, [one, many]: Words = ["", ""]) => `${amount} ${amount === "1" ? one : many}`;

/** Flite knows titles and `St.`, but says nothing or single letters for these. */
const abbreviations: readonly (readonly [RegExp, string])[] = [
  [/(?<![\p{L}.])[Ee]\.g\./gu, "for example"],
  [/(?<![\p{L}.])[Ii]\.e\./gu, "that is"],
  [/(?<![\p{L}.])vs\./gu, "versus"],
  [/(?<![\p{L}.])[Aa]pprox\./gu, "approximately"],
  [/(?<![\p{L}.])cf\./gu, "compare"],
  [/(?<![\p{L}.])etc\.(?=\s+\p{Lu}|\s*$)/gu, "et cetera."],
  [/(?<![\p{L}.])etc\./gu, "et cetera"],
  [/(?<![\p{L}.])ca\.(?=\s?\d)/gu, "about"],
  [/(?<![\p{L}.])Fig\.(?=\s\d)/gu, "Figure"],
  [/(?<![\p{L}.])No\.(?=\s?\d)/gu, "number"],
  [/(?<![\p{L}.])pp\.(?=\s?\d)/gu, "pages"],
  [/(?<![\p{L}.])p\.(?=\s?\d)/gu, "page"],
  [/(?<![\p{L}\p{N}])CO(?:2|₂)(?![\p{L}\p{N}])/gu, "C O 2"],
];

/** Only the host of an address is read: nobody can follow the rest. */
const addresses = /\b(?:(?:https?|ftp):\/\/(?:www\.)?|www\.)([^\s/?#<>()[\]"']+)(?:[/?#][^\s<>()[\]"']*)?/gi;
const mailAddresses = /(?<![\w.%+-])([\w.%+-]{1,64})@([\w-]{1,63}(?:\.[\w-]{1,63}){1,8})/g;
/** Behind an address, it belongs to the sentence. */
const punctuation = /(?<![.,;:!?])[.,;:!?]+$/;
const readDots = (name: string) => name.replace(punctuation, "").replaceAll(".", " dot ");

function readAddresses(text: string): string {
  return text
    .replaceAll(addresses, (address: string, host: string) => `${readDots(host)}${punctuation.exec(address)?.[0] ?? ""}`)
    .replaceAll(mailAddresses, (_, name: string, host: string) => `${readDots(name)} at ${readDots(host)}`)
    .replaceAll(/(?<![\d.])\d{1,4}(?:\.\d{1,4}){2,5}(?![\d.]*\d)/g, (version) =>
      isDate(version) ? version : version.replaceAll(".", " point "),
    )
    .replaceAll(/(?<=[\p{L}\p{N}]{2})\.(?=\p{Ll})/gu, " dot ");
}

const isDate = (text: string) => /^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.\d{4}$/.test(text);
const writeDate = (year: string, month: string, day: string) => `${months[Number(month) - 1]} ${Number(day)}, ${year}`;

/** `90` or `1990` as the years that begin with it. */
function readDecade(century: string, tens: string): string {
  const names = ["hundreds", "tens", "twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"];
  const name = names[Number(tens)] ?? "";
  return tens === "0" && century.endsWith("0") ? `${Number(century) / 10} thousands` : `${century} ${name}`.trimStart();
}

function readTimes(text: string): string {
  return text
    .replaceAll(/\b(\d{4})-(0[1-9]|1[0-2])-([0-2]\d|3[01])(?:T(?=\d)|\b)/g, (date: string, year: string, month: string, day: string) =>
      date.endsWith("T") ? `${writeDate(year, month, day)}, ` : writeDate(year, month, day),
    )
    .replaceAll(/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g, (date: string, day: string, month: string, year: string) =>
      isDate(date) ? writeDate(year, month, day) : date,
    )
    .replaceAll(/\b(\d{1,2}):([0-5]\d):([0-5]\d)(?:[.,]\d{1,9})?Z?\b/g, (_, hours: string, minutes: string, seconds: string) => {
      const rest = seconds === "00" ? "" : ` and ${count(String(Number(seconds)), units.s)}`;
      return Number(hours) === 0 ? `${count(String(Number(minutes)), units.min)}${rest}` : `${hours}:${minutes}${rest}`;
    })
    .replaceAll(/(\d{1,2}:\d{2})\s?[-–]\s?(?=\d{1,2}:\d{2})/g, "$1 to ")
    .replaceAll(/\b(\d{1,2}):(\d)\b/g, "$1 to $2")
    .replaceAll(/\b(1[5-9]|20)(\d)0s\b/g, (_, century: string, tens: string) => readDecade(century, tens))
    .replaceAll(/(?:['’]|(?<=\b(?:the|his|her|their|my|early|mid|late)[ -]))([2-9])0s\b/gi, (_, tens: string) => readDecade("", tens))
    .replaceAll(/\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.(?=\s\d)/g, (_, short: string) =>
      String(months.find((month) => month.startsWith(short.slice(0, 3)))),
    );
}

function readAmounts(text: string): string {
  const named = (amount: string, sign: string, magnitude = "") => {
    const size = magnitudes[magnitude.toLowerCase()];
    const value = amount.replace(/,(\d{1,2})$/, ".$1");
    return count(size === undefined ? value : `${value} ${size}`, currencies[sign]);
  };
  return (
    text
      .replaceAll(
        /([A-Z]{0,3})\$ ?(\d+(?:[.,]\d+)*)(?: ?(bn|tn)|([kKmMB]))\b/g,
        (_, country: string, amount: string, long?: string, short?: string) =>
          `${country} ${named(amount, "$", long ?? short)}`.trimStart(),
      )
      // Flite reads the rest.
      .replaceAll(/\$ (?=\d)/g, "$")
      .replaceAll(
        /([€£¥₹₩₽]) ?(\d+(?:[.,]\d+)*)(?:(?: ?(bn|tn)|([kKmMB]))\b)?/g,
        (_, sign: string, amount: string, long?: string, short?: string) => named(amount, sign, long ?? short),
      )
      .replaceAll(
        /(?<!\d)(?<!\d[.,])(\d+(?:[.,]\d+)*)(?: ?(bn|tn)|([kKmMB]))? ?([€£¥₹₩₽¢])/g,
        (_, amount: string, long: string, short: string, sign: string) => named(amount, sign, long ?? short),
      )
      .replaceAll(/ ?([€£¥₹₩₽¢])/g, (_, sign: string) => ` ${currencies[sign]?.[1]}`)
      .replaceAll(
        amountOfUnit,
        (_, amount: string, unit: string, per?: string) =>
          `${count(amount, units[unit])}${per === undefined ? "" : ` per ${units[per]?.[0]}`}`,
      )
      .replaceAll(/ ?° ?([CF])\b/g, (_, scale: string) => ` degrees ${scale === "C" ? "Celsius" : "Fahrenheit"}`)
      .replaceAll(/(\d) ?([½¼¾])/g, "$1 and $2")
      .replaceAll(/(\d)x\b/g, "$1 times")
      .replaceAll(/(\d\.\d+)(?=[A-Za-z])/g, "$1 ")
  );
}

function readSigns(text: string): string {
  return text
    .replaceAll(/(^|[\s(])[−–](?=\d)/g, "$1-")
    .replaceAll(/(?<=[\d%])–(?=\d)|(?<=%)-(?=\d)/g, " to ")
    .replaceAll(/(?<=\d) - (?=\d+(?:[.,]\d+)* ?[=≠≈])| ?− ?/g, " minus ")
    .replaceAll(/(^|\s)#(?=\d)/g, "$1number ")
    .replaceAll(/(^|\s)~ ?(?=\d)/g, "$1about ")
    .replaceAll(/\^2\b/g, " squared")
    .replaceAll(/(?<=\w)\^(?=\w)/g, " to the power of ")
    .replaceAll("&&", " and ")
    .replaceAll("||", " or ")
    .replaceAll(/(?:->|=>)/g, " to ")
    .replaceAll(/(?<=[\s\d])<(?=[\s\d])/g, " is less than ")
    .replaceAll(/(?<=[\s\d])>(?=[\s\d])/g, " is greater than ");
}

/** Signs and short forms as words. */
export function toWords(text: string): string {
  const plain = text.replaceAll(/(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g, "").replaceAll(/[\u00a0\u2007\u2009\u202f]/g, " ");
  const short = abbreviations.reduce((all, [form, words]) => all.replaceAll(form, words), plain);
  return readSigns(readAmounts(readTimes(readAddresses(short))));
}
