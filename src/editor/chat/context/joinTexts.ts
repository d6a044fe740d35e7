/** Joins texts up to a limit, and adds how many were left out. */

/** UTF-16 code units, some 50,000 tokens. Few models read more than that reliably. */
export const longestContext = 200_000;

/**
 * A text that does not fit is left out as a whole, but shorter ones after it may still fit.
 * `describeRest` describes how many were left out.
 */
export function joinTexts(texts: readonly string[], separator: string, describeRest: (count: number) => string): string {
  const kept: string[] = [];
  let length = 0;
  for (const text of texts) {
    if (length + text.length > longestContext) continue;
    length += text.length + separator.length;
    kept.push(text);
  }
  const left = texts.length - kept.length;
  return [...kept, ...(left > 0 ? [describeRest(left)] : [])].join(separator);
}
