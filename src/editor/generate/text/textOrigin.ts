/** What the journal stores of a text that is written into a document, or proposed for it, and what of it is missing there. */
import * as z from "zod/mini";
import { landmarkBefore, relocate } from "../../artifacts/relocate.ts";
import { locationSchema } from "../../artifacts/taskOrigin.ts";
import { joinText } from "../../edits/code/joinText.ts";

/** Code units after the cursor: enough to recognize the location, and to join the text to what follows it. */
const followingLength = 200;

const insertionSchema = z.extend(locationSchema, {
  /** What follows the cursor, at most `followingLength`. */
  after: z.string(),
});

/** Where a text is inserted. */
export type TextInsertion = z.infer<typeof insertionSchema>;

const replacementSchema = z.extend(locationSchema, {
  /** What is to be replaced, from `offset`. */
  passage: z.string(),
  /** The user's words, for the title of the proposal. */
  instruction: z.string(),
});

/** What a text replaces once the user accepts it. */
export type TextReplacement = z.infer<typeof replacementSchema>;

const originSchema = z.object({
  type: z.literal("text"),
  /** `windowFolders` of the window. */
  folders: z.array(z.string()),
  /** The document's URI; "": the text is for no document. */
  document: z.string(),
  /** undefined: the text is not inserted. */
  insertion: z.optional(insertionSchema),
  /** undefined: the text replaces nothing. */
  replacement: z.optional(replacementSchema),
});

export type TextOrigin = z.infer<typeof originSchema>;

export function readTextOrigin(recorded: unknown): TextOrigin | undefined {
  return originSchema.safeParse(recorded).data;
}

export function insertionIn(document: { uri: string; languageId: string; text: string }, offset: number): TextInsertion {
  const { uri, languageId, text } = document;
  return { uri, languageId, offset, before: landmarkBefore(text, offset), after: text.slice(offset, offset + followingLength) };
}

export function replacementIn(
  document: { uri: string; languageId: string; text: string },
  { offset, passage, instruction }: Pick<TextReplacement, "instruction" | "offset" | "passage">,
): TextReplacement {
  const { uri, languageId, text } = document;
  return { uri, languageId, offset, before: landmarkBefore(text, offset), passage, instruction };
}

/** Where the passage is in the document's `text`. undefined: it has changed, or occurs several times, so that it is not certain. */
export function findPassage(replacement: TextReplacement, text: string): { start: number; end: number } | undefined {
  const { offset, before = "" } = replacement;
  const lineEnding = text.includes("\r\n") ? "\r\n" : "\n";
  const [passage, landmark] = [replacement.passage, before].map((part) => part.replaceAll(/\r?\n/g, lineEnding));
  if (passage === undefined || passage.trim() === "" || landmark === undefined) return undefined;
  const at = (start: number) => ({ start, end: start + passage.length });
  if (text.startsWith(passage, offset) && text.slice(0, offset).endsWith(landmark)) return at(offset);
  const starts: number[] = [];
  for (let start = text.indexOf(passage); start >= 0; start = text.indexOf(passage, start + 1)) starts.push(start);
  const likely = starts.length > 1 ? starts.filter((start) => landmark !== "" && text.slice(0, start).endsWith(landmark)) : starts;
  const [start, other] = likely;
  return start === undefined || other !== undefined ? undefined : at(start);
}

/**
 * What is missing of `whole` in the document's `text`, and where. undefined: the document has changed there, so that it is not
 * certain.
 */
export function findRest(insertion: TextInsertion, text: string, whole: string): { offset: number; rest: string } | undefined {
  const { before = "" } = insertion;
  // Blank text is no landmark, but need not be searched for.
  const isUnmoved = text.slice(0, insertion.offset).endsWith(before);
  const start = isUnmoved ? insertion.offset : (relocate(text, insertion.offset, before) ?? -1);
  if (start < 0 || start > text.length || !text.slice(0, start).endsWith(before)) return undefined;
  const lineEnding = text.includes("\r\n") ? "\r\n" : "\n";
  const location = { before: text.slice(0, start), after: insertion.after, languageId: insertion.languageId };
  const joined = joinText(location, whole).replaceAll("\n", lineEnding);
  const isFollowed = (offset: number) =>
    insertion.after.length < followingLength ? text.slice(offset) === insertion.after : text.startsWith(insertion.after, offset);
  for (let written = commonLength(text.slice(start), joined); written >= 0; written -= 1)
    if (isFollowed(start + written)) return { offset: start + written, rest: joined.slice(written) };
  return undefined;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}
