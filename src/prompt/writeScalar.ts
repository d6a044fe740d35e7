/** Writes a text as a YAML scalar, quoted only where YAML would read something else. */
import { Document, parse } from "yaml";

/** On one line, except for texts of several lines, which become a block scalar indented for a top-level field. */
export function writeScalar(text: string): string {
  if (/^[\w.][\w./:@ -]*$/.test(text) && !/[: ]$|: /.test(text) && isSameText(text)) return text;
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
