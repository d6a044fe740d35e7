/** The mark that stands for a citation in Markdown until its link is rendered. */

/** Brackets count as punctuation, so emphasis beside the mark still works. */
export function markCitation(number: number): string {
  return `⁅${number}⁆`;
}

/** What begins every mark. */
export const citationStart = "⁅";

/** Each mark, with the number as its first group. */
export const citationMark = /⁅(\d{1,4})⁆/g;
