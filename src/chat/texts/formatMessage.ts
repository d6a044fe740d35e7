/** Formats a message and its values in the user's language. */

export type MessageValue = string | number;

/** `{0}`, or `{0, plural, one {# file} other {# files}}`, whose forms contain no braces. */
const value = /\{(\d)(?:, plural,((?: *\w+ \{[^{}]*\})+) *)?\}/g;
const form = /(?<!\w)(\w+) \{([^{}]*)\}/g;

/** Making these takes longer than using them. */
const numbers = perLanguage(
  (tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 2, maximumSignificantDigits: 3, roundingPriority: "morePrecision" }),
);
const days = perLanguage((tag) => new Intl.DateTimeFormat(tag, { dateStyle: "short" }));
const months = perLanguage((tag) => new Intl.DateTimeFormat(tag, { year: "numeric", month: "long" }));
const plurals = perLanguage((tag) => new Intl.PluralRules(tag));

/** Returns a function that calls `make` once for each language. */
function perLanguage<Made>(make: (tag: string) => Made): (language: string) => Made {
  const made = new Map<string, Made>();
  return (language) => {
    const known = made.get(language);
    if (known !== undefined) return known;
    // A language that is none, as a test's or a stranger's, counts as English does.
    const [supported = "en"] = language === "en" ? [] : supportedTag(language);
    const created = make(supported);
    made.set(language, created);
    return created;
  };
}

function supportedTag(tag: string): string[] {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag);
  } catch {
    return [];
  }
}

/** A number that is not rounded: its whole part, which has at most 21 digits without an exponent, and its decimal places. */
const shortNumber = /^(\d{1,21})(\.\d\d?)?$/;

/** A number with the language's separators: three significant digits or two decimal places, whichever is more. */
export function formatNumber(value: number, language: string): string {
  // Most numbers of a panel are short. Without the formatter they are shown sooner, because the first one of a process takes long to make.
  const short = language === "en" ? shortNumber.exec(String(value)) : null;
  if (short !== null) return `${short[1]?.replace(/\B(?=(?:\d{3}){1,7}$)/g, ",")}${short[2] ?? ""}`;
  return numbers(language).format(value);
}

/** The day of a time in Unix milliseconds; "" for an invalid time, which an imported file may contain. */
export function formatDay(time: number, language: string): string {
  return Number.isNaN(new Date(time).getTime()) ? "" : days(language).format(time);
}

/** The month and the year of a time in Unix milliseconds. */
export function formatMonth(time: number, language: string): string {
  return months(language).format(time);
}

function choosePlural(forms: string, count: number, language: string): string {
  const texts = new Map([...forms.matchAll(form)].map(([, category, text]) => [category, text]));
  const text = texts.get(plurals(language).select(count)) ?? texts.get("other") ?? "";
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
