/** Inserts a mark after each cited text in a slice of Markdown. */

import { numberCitations } from "../../chat/texts/numberSources.ts";
import { markCitation } from "../../markup/markdown/citationMark.ts";
import type { Citation } from "../../output/outputPart.ts";

/** A position in the slice, and the mark to insert there. */
interface Insertion {
  at: number;
  /** Number of UTF-16 code units that the mark replaces. */
  replaces: number;
  mark: string;
}

/** A cited text that is only the link itself, such as `([host](url))`, is replaced by the mark. */
const onlyLink = /^\s*\(?\[[^\]]*\]\([^)]*\)\)?$/;

/** A service may count differently from UTF-16, so its position can be inside a character. */
const halfCharacter = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/;

function insertionFor(slice: string, offset: number, citation: Citation, number: number): Insertion | undefined {
  if (citation.end === undefined) return undefined;
  const end = citation.end - offset;
  if (end <= 0 || end > slice.length) return undefined;
  const start = citation.start === undefined ? -1 : citation.start - offset;
  if (start >= 0 && start < end && onlyLink.test(slice.slice(start, end)))
    return { at: start, replaces: end - start, mark: markCitation(number) };
  let at = end;
  while (at > 0 && /\s/.test(slice.charAt(at - 1))) at -= 1;
  if (halfCharacter.test(slice.slice(at - 1, at + 1))) at += 1;
  return at === 0 ? undefined : { at, replaces: 0, mark: markCitation(number) };
}

/** `offset`: position of the slice in the whole text, in UTF-16 code units. */
export function insertCitations(slice: string, offset: number, citations: readonly Citation[]): string {
  if (citations.length === 0 || /^ {0,3}(?:`{3}|~{3})/.test(slice)) return slice;
  const numbers = numberCitations(citations);
  const insertions = citations
    .flatMap((citation, index) => insertionFor(slice, offset, citation, numbers[index] ?? 0) ?? [])
    .sort((one, other) => one.at - other.at);
  let inserted = "";
  let from = 0;
  for (const { at, replaces, mark } of insertions) {
    inserted += slice.slice(from, Math.max(from, at)) + mark;
    from = Math.max(from, at + replaces);
  }
  return inserted + slice.slice(from);
}
