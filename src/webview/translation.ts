/** The texts of a panel in the editor's language. */
import { formatDay, formatMessage, formatMonth, formatNumber, type MessageValue } from "../chat/texts/formatMessage.ts";
import { type TranslatedTexts, translatedTextsSchema } from "../chat/texts/translatedTexts.ts";
import { type AmountInUnit, writeSums } from "../contract/amountSums.ts";
import { writeAmount } from "../contract/writeAmount.ts";

let translated: TranslatedTexts = {};
let language = "en";
let amountUnit = "";

/** Sets the texts of the panel. `tag`: a BCP 47 language tag. `unit`: of amounts of money. @internal */
export function setTexts(texts: TranslatedTexts, tag: string, unit = ""): void {
  translated = texts;
  language = tag;
  amountUnit = unit;
}

/** Reads what the host wrote into the document: the language, the unit of amounts and, if it is not English, the texts. */
export function readTexts(root: HTMLElement): void {
  const { texts, unit = "" } = root.dataset;
  const read = texts === undefined ? undefined : translatedTextsSchema.safeParse(JSON.parse(texts));
  setTexts(read?.data ?? {}, document.documentElement.lang || "en", unit);
}

/** Returns a function that gives a text of the table in the editor's language, with its placeholders replaced. */
export function textsOf<Name extends string>(table: Readonly<Record<Name, string>>): (name: Name, ...values: MessageValue[]) => string {
  return (name, ...values) => formatMessage(translated[name] ?? table[name], values, language);
}

/** Formats a number for the editor's language. */
export function toNumberText(value: number): string {
  return formatNumber(value, language);
}

/** An amount of money with its unit: by default the one that the host gave, if any. */
export function toAmountText(value: number, unit = amountUnit): string {
  return unit === "" ? toNumberText(value) : writeAmount(value, unit, language);
}

/** The sum of each unit, such as `$0.28 + 70 credits`; empty: there are no amounts. */
export function toSumsText(amounts: readonly AmountInUnit[]): string {
  return writeSums(amounts, amountUnit, toAmountText);
}

/** The day of a time in Unix milliseconds. */
export function toDateText(time: number): string {
  return formatDay(time, language);
}

/** The month and year of a time in Unix milliseconds. */
export function toMonthText(time: number): string {
  return formatMonth(time, language);
}
