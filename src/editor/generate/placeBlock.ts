/** A document's text, a place in it and a block of markup in; where the block goes, and with which blank lines, out. */

export interface Insertion {
  /** Zero-based offset, UTF-16 code units. */
  offset: number;
  text: string;
}

/** Below the line of `offset`, with one blank line before and after; blank lines that are there already serve. */
export function placeBlock(text: string, offset: number, block: string, lineEnding: "\n" | "\r\n"): Insertion {
  // A selection of whole lines ends at the start of the next one: the block belongs below the last selected line.
  const last = offset > 0 && text[offset - 1] === "\n" ? offset - (text[offset - 2] === "\r" ? 2 : 1) : offset;
  const newline = text.indexOf("\n", last);
  const isLastLine = newline === -1;
  const lineEnd = isLastLine ? text.length : text[newline - 1] === "\r" ? newline - 1 : newline;
  const after = text.slice(lineEnd);
  const isBlankBelow = /^(?:\r?\n[ \t]*){2}/.test(after) || /^\s*$/.test(after);
  const body = block.replaceAll("\n", lineEnding);
  const closing = isLastLine || isBlankBelow ? "" : lineEnding;
  return { offset: lineEnd, text: `${lineEnding}${lineEnding}${body}${closing}` };
}
