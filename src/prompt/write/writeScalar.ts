/** Writes a text as a YAML scalar, quoted only if YAML would read it differently. */
import { Document, parse } from "yaml";

/** Writes on one line, except for multi-line texts, which become a block scalar indented for a top-level field. */
export function writeScalar(text: string): string {
  if (/^[\p{L}\p{N}_.][\p{L}\p{N}_./:@ -]*$/u.test(text) && !/[: ]$|: /.test(text) && isSameText(text)) return text;
  if (text.includes("\n"))
    return new Document({ value: text })
      .toString({ lineWidth: 0, blockQuote: "literal" })
      .replace(/^value: /, "")
      .trimEnd();
  return JSON.stringify(text);
}

function isSameText(text: string): boolean {
  const read: unknown = parse(text, { logLevel: "silent", schema: "core" });
  return read === text;
}
