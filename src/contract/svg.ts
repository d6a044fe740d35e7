/**
 * Whether a text begins like an SVG document: after the XML declaration, processing instructions, comments and a document type with its
 * internal subset, the first element is `svg`, with any prefix. Source: XML 1.0, "prolog"; SVG 2, 5.1.
 */
export function isSvg(text: string): boolean {
  return /^<(?:[\p{L}_][\p{L}\p{N}._-]*:)?svg[\s/>]/u.test(text.slice(skipProlog(text)));
}

/** The position after everything that may precede the first element; the end of the text if it is cut off before. */
function skipProlog(text: string): number {
  let at = 0;
  for (;;) {
    while (/[\s\ufeff]/.test(text.charAt(at))) at += 1;
    const end = endOfMarkup(text, at);
    if (end === undefined) return at;
    at = end;
  }
}

function endOfMarkup(text: string, at: number): number | undefined {
  if (text.startsWith("<?", at)) return after(text, "?>", at);
  if (text.startsWith("<!--", at)) return after(text, "-->", at + 4);
  return /^<!doctype\s/i.test(text.slice(at, at + 10)) ? endOfDocumentType(text, at) : undefined;
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found < 0 ? text.length : found + end.length;
}

/** In the subset, `>` also ends declarations, and may be in quotes and comments. */
function endOfDocumentType(text: string, start: number): number {
  let isInSubset = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (text.startsWith("<!--", at)) at = after(text, "-->", at + 4) - 1;
    else if (character === '"' || character === "'") at = after(text, character, at + 1) - 1;
    else if (character === "[") isInSubset = true;
    else if (character === "]") isInSubset = false;
    else if (character === ">" && !isInSubset) return at + 1;
  }
  return text.length;
}
