/** Completes JSON that breaks off, such as an error that repeats a whole request, of which only the beginning is read. */

/** The brackets that are open: the way to close the innermost one, and those around it. */
type Open = { closer: "]" | "}"; around: Open } | undefined;

/**
 * The text with its last value ended or left out, and all brackets closed. A text that is a value is kept as far as it goes. Takes time in
 * proportion to its length, however deep it is.
 */
export function completeJson(text: string): string {
  let open: Open;
  /** The end of what is complete, and the brackets that are open there. */
  let complete: { end: number; open: Open } = { end: 0, open: undefined };
  let last = "";
  const marks = /["[\]{},:]/g;
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const { index } = found;
    const [mark] = found;
    if (mark === '"') {
      const end = endOfString(text, index);
      const isValue = last === ":" || (open?.closer === "]" && /[[,]/.test(last));
      if (end === undefined && isValue) return `${withoutBegunEscape(text)}"${closersOf(open)}`;
      if (end === undefined) break;
      marks.lastIndex = end;
    } else if (mark === "[" || mark === "{") {
      open = { closer: mark === "[" ? "]" : "}", around: open };
      complete = { end: index + 1, open };
    } else if (mark === "]" || mark === "}") {
      open = open?.around;
      complete = { end: index + 1, open };
    } else if (mark === ",") complete = { end: index, open };
    last = mark;
  }
  return text.slice(0, complete.end) + closersOf(complete.open);
}

/** The index after the quote that ends the string at `start`; undefined: it breaks off. */
function endOfString(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) if (!isEscaped(text, at)) return at + 1;
  return undefined;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === "\\") start -= 1;
  return (at - start) % 2 === 1;
}

const longestEscape = "\\u0000".length;

function withoutBegunEscape(text: string): string {
  const start = Math.max(0, text.length - longestEscape + 1);
  const begun = /\\(?:u[0-9a-fA-F]{0,3})?$/.exec(text.slice(start));
  return begun && !isEscaped(text, start + begun.index) ? text.slice(0, start + begun.index) : text;
}

function closersOf(open: Open): string {
  const closers: string[] = [];
  for (let bracket = open; bracket; bracket = bracket.around) closers.push(bracket.closer);
  return closers.join("");
}
