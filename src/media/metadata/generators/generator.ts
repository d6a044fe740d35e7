/** A program that writes into its files how it generated them. */
import type { MetadataText } from "../container.ts";
import type { Origin } from "../origin.ts";

export interface Generator {
  /** What the tool of its files begins with. */
  name: string;
  /** @param texts All texts of a file. undefined: not a file of this program. Never throws. */
  read(texts: readonly MetadataText[]): Origin | undefined;
}

/** Keywords of texts in which programs store what has no keyword of their own, in lower case. Exif, XMP, PNG and JPEG name them differently. */
export const commentKeywords: readonly string[] = [
  "usercomment",
  "comment",
  "description",
  "imagedescription",
  "xpcomment",
  // Of MP4, QuickTime and WAV.
  "desc",
  "ldes",
  "icmt",
  "\u00a9cmt",
  "\u00a9des",
];

/** The texts with one of these keywords (lower case), in the order of the keywords. */
export function textsNamed(texts: readonly MetadataText[], ...keywords: readonly string[]): string[] {
  return keywords.flatMap((keyword) => texts.filter((one) => one.keyword.toLowerCase() === keyword).map(({ text }) => text));
}

/** The first result of reading each text. */
export function firstRead<T>(texts: readonly string[], read: (text: string) => T | undefined): T | undefined {
  for (const text of texts) {
    const result = read(text);
    if (result !== undefined) return result;
  }
  return undefined;
}
