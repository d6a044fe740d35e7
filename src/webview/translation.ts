/** The texts of a panel in the editor's language. */
import { formatDay, formatMessage, formatMonth, formatNumber, type MessageValue } from "../chat/formatMessage.ts";
import { type TranslatedTexts, translatedTextsSchema } from "../chat/translatedTexts.ts";

let translated: TranslatedTexts = {};
let language = "en";

/** The panel's words from here on. `tag`: a BCP 47 language tag. @internal */
export function setTexts(texts: TranslatedTexts, tag: string): void {
  translated = texts;
  language = tag;
}

/** Reads what the host wrote into the document: its language, and the texts where they are not English. */
export function readTexts(root: HTMLElement): void {
  const { texts } = root.dataset;
  const read = texts === undefined ? undefined : translatedTextsSchema.safeParse(JSON.parse(texts));
  setTexts(read?.data ?? {}, document.documentElement.lang || "en");
}

/** A function that gives the text of a name of a table in the editor's language, with values in its places. */
export function textsOf<Name extends string>(table: Readonly<Record<Name, string>>): (name: Name, ...values: MessageValue[]) => string {
  return (name, ...values) => formatMessage(translated[name] ?? table[name], values, language);
}

/** A number as the editor's language writes it. */
export function toNumberText(value: number): string {
  return formatNumber(value, language);
}

/** The day of a time in Unix milliseconds. */
export function toDateText(time: number): string {
  return formatDay(time, language);
}

/** The month of a time in Unix milliseconds, with its year. */
export function toMonthText(time: number): string {
  return formatMonth(time, language);
}
