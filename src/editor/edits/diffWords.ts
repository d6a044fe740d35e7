/** Differences between two short texts, word by word. */
import { diffArrays } from "diff";

export interface WordPart {
  type: "same" | "removed" | "added";
  text: string;
}

/** Words and the white space between them; joined, the parts that are not added are `before`, and those that are not removed are `after`. */
export function diffWords(before: string, after: string): WordPart[] {
  return diffArrays(splitWords(before), splitWords(after)).map(({ added, removed, value }) => ({
    type: added ? "added" : removed ? "removed" : "same",
    text: value.join(""),
  }));
}

function splitWords(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}
