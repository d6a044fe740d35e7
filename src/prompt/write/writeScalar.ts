/** Writes a text as a YAML scalar, quoted only if YAML would read it differently. */
import { Document, parse } from "yaml";

/** Writes on one line, except for multi-line texts, which become a block scalar indented for a top-level field. */
export function writeScalar(text: string): string {
  if (/^[\p{L}\p{N}_.][\p{L}\p{N}\p{M}_./:@ -]*$/u.test(text) && !/[: ]$|: /.test(text) && isSameText(text)) return text;
  if (text.includes("\n") && !unwritten.test(text)) {
    const written = new Document({ value: text }).toString({ lineWidth: 0, blockQuote: "literal" }).trimEnd();
    if (isSameText(text, written)) return written.replace(/^value: /, "");
  }
  return writeQuoted(text);
}

/** JSON, which is YAML too, on one line for every reader: also without the ends of lines of Unicode and control characters. */
export function writeQuoted(value: unknown): string {
  return JSON.stringify(value).replaceAll(unwrittenEach, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Ends of lines besides LF, and other characters that YAML does not allow in a document or that cannot be seen. */
const unwritten = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/u;
const unwrittenEach = /[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/gu;

/** Whether YAML reads the text again; `written`: as the value of a field. */
function isSameText(text: string, written = `value: ${text}`): boolean {
  try {
    const read: unknown = parse(written, { logLevel: "silent", schema: "core" });
    return typeof read === "object" && read !== null && "value" in read && read.value === text;
  } catch {
    return false;
  }
}
