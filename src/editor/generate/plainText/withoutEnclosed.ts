/** Removes parts of a source that are not its text: code of templates, comments and what is in braces. */

/** Removes what is between the signs; what is not closed stays. */
export function withoutEnclosed(source: string, open: string, close: string): string {
  const [first = "", ...others] = source.split(open);
  return others.reduce((text, piece) => {
    const end = piece.indexOf(close);
    return text + (end < 0 ? open + piece : piece.slice(end + close.length));
  }, first);
}

/** Removes what is in braces; a brace that is not closed stays. */
export function withoutBraces(source: string): string {
  let text = "";
  let from = 0;
  for (let at = source.indexOf("{"); at >= 0; at = source.indexOf("{", at)) {
    const end = endOfBraces(source, at);
    if (end === undefined) break;
    text += source.slice(from, at);
    from = end;
    at = end;
  }
  return text + source.slice(from);
}

function endOfBraces(source: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === "{") depth += 1;
    if (source[at] === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
