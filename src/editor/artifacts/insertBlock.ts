export interface Insertion {
  /** Zero-based offset, UTF-16 code units. */
  offset: number;
  text: string;
}

export interface BlockStyle {
  lineEnding: "\n" | "\r\n";
  /** Whether the block is indented like the line above it. */
  isIndented: boolean;
}

/** The insertion of a block below the line of `offset`, with one blank line before and after it; existing blank lines are used. */
export function insertBlock(text: string, offset: number, block: string, { lineEnding, isIndented }: BlockStyle): Insertion {
  // A selection of whole lines ends at the start of the next one, but the block belongs below the last selected line.
  const last = offset > 0 && text[offset - 1] === "\n" ? offset - (text[offset - 2] === "\r" ? 2 : 1) : offset;
  const newline = text.indexOf("\n", last);
  const isLastLine = newline === -1;
  const lineEnd = isLastLine ? text.length : text[newline - 1] === "\r" ? newline - 1 : newline;
  const after = text.slice(lineEnd);
  const isBlankBelow = /^(?:\r?\n[ \t]*){2}/.test(after) || /^\s*$/.test(after);
  const line = text.slice(text.lastIndexOf("\n", last - 1) + 1, lineEnd);
  const indentation = isIndented ? (/^[ \t]*/.exec(line)?.[0] ?? "") : "";
  const body = block.replaceAll(/^(?=.)/gm, indentation).replaceAll("\n", lineEnding);
  const closing = isLastLine || isBlankBelow ? "" : lineEnding;
  return { offset: lineEnd, text: `${lineEnding}${lineEnding}${body}${closing}` };
}
