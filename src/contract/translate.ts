/** The language of the texts and numbers of this process: English, until the editor sets its own. Agents and the command line set none. */

/** `vscode.l10n.t`: a text with its placeholders `{0}`, `{1}`… replaced. */
export type Translate = (message: string, ...values: (string | number)[]) => string;

export const inEnglish: Translate = (message, ...values) =>
  values.length === 0 ? message : message.replace(/\{(\d)\}/g, (written, index) => String(values[Number(index)] ?? written));

declare global {
  /** A global variable, because the file that starts the extension has a copy of this module. */
  var generationStudioLanguage: { tag: string; translate: Translate } | undefined;
}
const inUse = () => globalThis.generationStudioLanguage ?? { tag: "en", translate: inEnglish };

/** `tag`: as VS Code names the language; one that `Intl` does not know counts as English. */
export function setLanguage(tag: string, translate: Translate): void {
  globalThis.generationStudioLanguage = { tag: knownTag(tag), translate };
}

/** A text in the language. Its English text is collected for translators where this is called with a literal. */
export const t: Translate = (message, ...values) => inUse().translate(message, ...values);

/** With the language's separators. */
export function writeNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(inUse().tag, options);
}

/** The day and the time. `moment`: Unix milliseconds. */
export function writeTime(moment: number): string {
  return new Date(moment).toLocaleString(inUse().tag, { dateStyle: "medium", timeStyle: "medium" });
}

export function writeDay(day: Date): string {
  return day.toLocaleDateString(inUse().tag, { dateStyle: "medium" });
}

/** The tag in a form that `Intl` takes, which throws for what is none; `en` for a language that it does not know. */
export function knownTag(tag: string): string {
  const written = tag.replaceAll("_", "-");
  const isTag = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(written);
  return (isTag ? Intl.NumberFormat.supportedLocalesOf([written])[0] : undefined) ?? "en";
}
