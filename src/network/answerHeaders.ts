/** Headers with lower-case names, as Node.js provides them. */
export type AnswerHeaders = Record<string, string | string[] | undefined>;

/** The header's first value. */
export function readHeader(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
