/** A mark that represents a citation in Markdown until its link is rendered. */

/** Brackets count as punctuation, so emphasis next to the mark still works. */
export function markCitation(number: number): string {
  return `⁅${number}⁆`;
}

/** The first character of every mark. */
export const citationStart = "⁅";

/** Matches a mark, with the number as the first group. */
export const citationMark = /⁅(\d{1,4})⁆/g;

export function withoutCitationMarks(text: string): string {
  return text.includes(citationStart) ? text.replace(citationMark, "") : text;
}
