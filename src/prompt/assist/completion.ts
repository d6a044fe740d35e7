/** What is offered to complete a text, and how it is written there. */
import type { TextRange } from "../text/textRange.ts";
import type { CursorContext } from "./findCursorContext.ts";
import type { Insertion } from "./writeInsertion.ts";

export interface PromptCompletion {
  label: string;
  sort: "field" | "value" | "model" | "file" | "variable" | "role";
  /** What `insertText` replaces; on one line, around the offset. */
  range: TextRange;
  insertText: string;
  /** A short text next to the label. */
  detail: string;
  /** Markdown. */
  documentation: string;
  /** Smaller numbers are listed first. */
  rank: number;
  /** true: completion is triggered again after inserting. */
  continues: boolean;
}

/** Where a field, or its value, is being typed. */
export type FieldContext = Extract<CursorContext, { path: readonly string[] }>;

export function item(sort: PromptCompletion["sort"], label: string, range: TextRange, rest: Partial<PromptCompletion>): PromptCompletion {
  return { label, sort, range, insertText: label, detail: "", documentation: "", rank: 0, continues: false, ...rest };
}

/** None if it cannot be written there. */
export function writtenItem(
  sort: PromptCompletion["sort"],
  label: string,
  insertion: Insertion | undefined,
  rest: Partial<PromptCompletion> = {},
): PromptCompletion[] {
  return insertion === undefined ? [] : [item(sort, label, insertion.range, { ...rest, insertText: insertion.insertText })];
}
