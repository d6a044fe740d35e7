/** Formats a message and its values in the user's language. */

export type MessageValue = string | number;

/** `{0}`, or `{0, plural, one {# file} other {# files}}`, whose forms contain no braces. */
const value = /\{(\d)(?:, plural,((?: *\w+ \{[^{}]*\})+) *)?\}/g;
const form = /(?<!\w)(\w+) \{([^{}]*)\}/g;

interface Language {
  number: Intl.NumberFormat;
  day: Intl.DateTimeFormat;
  month: Intl.DateTimeFormat;
  plural: Intl.PluralRules;
}

/** Making these takes longer than using them. */
const languages = new Map<string, Language>();

function languageOf(tag: string): Language {
  const known = languages.get(tag);
  if (known !== undefined) return known;
  // A language that is none, as a test's or a stranger's, counts as English does.
  const [supported = "en"] = supportedTag(tag);
  const language = {
    number: new Intl.NumberFormat(supported, { maximumFractionDigits: 2, maximumSignificantDigits: 3, roundingPriority: "morePrecision" }),
    day: new Intl.DateTimeFormat(supported, { dateStyle: "short" }),
    month: new Intl.DateTimeFormat(supported, { year: "numeric", month: "long" }),
    plural: new Intl.PluralRules(supported),
  };
  languages.set(tag, language);
  return language;
}

function supportedTag(tag: string): string[] {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag);
  } catch {
    return [];
  }
}

/** A number with the language's separators: three significant digits or two decimal places, whichever is more. */
export function formatNumber(value: number, language: string): string {
  return languageOf(language).number.format(value);
}

/** The day of a time in Unix milliseconds; "" for an invalid time, which an imported file may contain. */
export function formatDay(time: number, language: string): string {
  return Number.isNaN(new Date(time).getTime()) ? "" : languageOf(language).day.format(time);
}

/** The month and the year of a time in Unix milliseconds. */
export function formatMonth(time: number, language: string): string {
  return languageOf(language).month.format(time);
}

function choosePlural(forms: string, count: number, language: string): string {
  const texts = new Map([...forms.matchAll(form)].map(([, category, text]) => [category, text]));
  const text = texts.get(languageOf(language).plural.select(count)) ?? texts.get("other") ?? "";
  return text.replaceAll("#", formatNumber(count, language));
}

/** `language`: a BCP 47 tag. A placeholder without a value stays in the text; placeholders inside values are not replaced. */
export function formatMessage(message: string, values: readonly MessageValue[], language: string): string {
  if (values.length === 0) return message;
  return message.replaceAll(value, (whole, index: string, forms: string | undefined) => {
    const value = values[Number(index)];
    if (value === undefined) return whole;
    if (forms !== undefined) return choosePlural(forms, Number(value), language);
    return typeof value === "number" ? formatNumber(value, language) : value;
  });
}
