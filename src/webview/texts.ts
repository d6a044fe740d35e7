/** The texts of the panel in the editor's language. */
import { formatDay, formatMessage, formatNumber, type MessageValue } from "../chat/formatMessage.ts";
import { type PanelTextName, panelTexts, type TranslatedTexts, translatedTextsSchema } from "../chat/panelTexts.ts";

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

/** The text of this name in the editor's language, with values in its places. */
export function t(name: PanelTextName, ...values: MessageValue[]): string {
  return formatMessage(translated[name] ?? panelTexts[name], values, language);
}

/** A number as the editor's language writes it. */
export function toNumberText(value: number): string {
  return formatNumber(value, language);
}

/** The day of a time in Unix milliseconds. */
export function toDateText(time: number): string {
  return formatDay(time, language);
}
