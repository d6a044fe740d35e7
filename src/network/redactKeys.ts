const bearer = /\b(bearer)\s+[^\s"',;]+/gi;
const keyLike = /\b(?:sk|pk|key|token)[-_][A-Za-z0-9_-]{16,}\b/g;
const named = /((?:api[-_]?key|\bkey|token|password|secret)=|"(?:api[-_]?key|key|token|password|secret)":\s*")[^\s"'&,;]+/gi;

/** Replaces bearer headers, the values of names that stand for keys, and words that look like keys. */
export function redactKeys(text: string): string {
  return text.replace(bearer, "$1 [key]").replace(named, "$1[key]").replace(keyLike, "[key]");
}
