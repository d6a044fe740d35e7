/** A panel's texts in the editor's language. */
import * as z from "zod/mini";

/** Messages by name; a missing one is shown in English. */
export const translatedTextsSchema = z.record(z.string(), z.string());
export type TranslatedTexts = z.infer<typeof translatedTextsSchema>;

/** `translate` gets an English message, and returns it in the editor's language with the same placeholders. */
export function translateTexts(texts: Readonly<Record<string, string>>, translate: (message: string) => string): TranslatedTexts {
  return Object.fromEntries(Object.entries(texts).map(([name, message]) => [name, translate(message)]));
}
