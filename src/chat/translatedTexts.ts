/** A panel's texts in the editor's language. */
import * as z from "zod/mini";

/** Messages by name; a name that is missing is said in English. */
export const translatedTextsSchema = z.record(z.string(), z.string());
export type TranslatedTexts = z.infer<typeof translatedTextsSchema>;

/** `translate`: a message in English in; the same in the editor's language out, its places as they were. */
export function translateTexts(texts: Readonly<Record<string, string>>, translate: (message: string) => string): TranslatedTexts {
  return Object.fromEntries(Object.entries(texts).map(([name, message]) => [name, translate(message)]));
}
