/** What a person typed in; a query for SQLite's full-text search that finds all the words, the last one by its beginning, out. */
export function toSearchQuery(typed: string): string | undefined {
  const words = typed.match(/[\p{L}\p{N}]+/gu);
  return words === null ? undefined : words.map((word) => `"${word}"*`).join(" ");
}
