/** A token: up to eight letters or digits with the white space before them, or one other character. Never splits a surrogate pair. */
const token = /\s*[\p{L}\p{N}_]{1,8}|\s*[^\s\p{L}\p{N}_]|\s+/gu;

/** Splits a text into tokens; joined, they result in the text. */
export function splitTokens(text: string): string[] {
  return text.match(token) ?? [];
}

export function countTokens(text: string): number {
  let count = 0;
  // Unlike `matchAll`, this creates no objects.
  token.lastIndex = 0;
  while (token.test(text)) count += 1;
  return count;
}
