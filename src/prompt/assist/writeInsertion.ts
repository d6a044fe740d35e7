/** Writes a value where the cursor is, so that YAML reads exactly this value. */

import type { TextRange } from "../text/textRange.ts";
import { writeScalar } from "../write/writeScalar.ts";
import type { TypedScalar } from "./findCursorContext.ts";

export interface Insertion {
  range: TextRange;
  insertText: string;
}

/** `text` as the value of a scalar that is being typed; undefined: it cannot be written there. */
export function writeInsertion({ range, quote, isClosed }: TypedScalar, text: string): Insertion | undefined {
  if (quote === undefined) return { range, insertText: writeOnOneLine(text) };
  const inner = escapeFor(quote, text);
  return inner === undefined ? undefined : { range, insertText: isClosed ? inner : `${inner}${quote}` };
}

/** `text` as a part of a scalar that is being typed; undefined: it cannot be written there. */
export function writePart({ quote, inFlow }: Pick<TypedScalar, "quote" | "inFlow">, text: string): string | undefined {
  if (quote !== undefined) return escapeFor(quote, text);
  const isPlain = !/[:?-]?\s#|:(?:\s|$)|[\r\n]/.test(text) && !(inFlow && /[,[\]{}]/.test(text));
  return isPlain ? text : undefined;
}

/** undefined: single quotes cannot contain control characters. */
function escapeFor(quote: '"' | "'", text: string): string | undefined {
  if (quote === '"') return JSON.stringify(text).slice(1, -1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for.
  return /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff\ufeff]/.test(
    text.replaceAll(/[\ud800-\udbff][\udc00-\udfff]/g, ""),
  )
    ? undefined
    : text.replaceAll("'", "''");
}

function writeOnOneLine(text: string): string {
  return text.includes("\n") ? JSON.stringify(text) : writeScalar(text);
}
