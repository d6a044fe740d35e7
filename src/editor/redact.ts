const bearer = /\b(bearer)\s+[^\s"',;]+/gi;
const keyLike = /\b(?:sk|pk|key|token)[-_][A-Za-z0-9_-]{16,}\b/g;
const dataUri = /data:[a-z0-9.+-]+\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=]+/gi;

/** Replaces known secrets, bearer headers, words that look like keys, and inline files. */
export function redact(line: string, secrets: Iterable<string>): string {
  let text = line;
  for (const secret of secrets) if (secret !== "") text = text.replaceAll(secret, "[key]");
  return text.replace(bearer, "$1 [key]").replace(keyLike, "[key]").replace(dataUri, "[data]");
}
