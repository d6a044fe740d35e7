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
  const tokens = /"(?:[^"\\]|\\.)*(?<end>"?)|[[\]{},:]/gs;
  let last = "";
  for (const found of text.matchAll(tokens)) {
    const [token] = found;
    if (found.groups?.end === "") {
      const isValue = last === ":" || (open?.closer === "]" && /[[,]/.test(last));
      if (isValue) return `${text.slice(0, found.index)}${endString(text.slice(found.index))}${closersOf(open)}`;
      break;
    }
    if (token === "[" || token === "{") {
      open = { closer: token === "[" ? "]" : "}", around: open };
      complete = { end: found.index + 1, open };
    } else if (token === "]" || token === "}") {
      open = open?.around;
      complete = { end: found.index + 1, open };
    } else if (token === ",") complete = { end: found.index, open };
    last = token;
  }
  return text.slice(0, complete.end) + closersOf(complete.open);
}

/** Ends a text that breaks off, without the beginning of an escape. */
const endString = (start: string) => `${/^(?:[^\\]|\\(?:u[0-9a-fA-F]{4}|[^u]))*/s.exec(start)?.[0] ?? '"'}"`;

function closersOf(open: Open): string {
  const closers: string[] = [];
  for (let bracket = open; bracket; bracket = bracket.around) closers.push(bracket.closer);
  return closers.join("");
}
