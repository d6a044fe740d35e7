/** Reads the JSON of engines that do not write it exactly. */

/** undefined: not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads JSON objects that are not separated by line ends, that contain `NaN` or `Infinity` as Python writes them, or control characters in
 * their texts. Returns none if anything else is in the text or an object is incomplete.
 */
export function parseLooseObjects(text: string): unknown[] {
  const values: unknown[] = [];
  let start = 0;
  while (start < text.length) {
    const gap = /^(?:[\s,]|data:)+/i.exec(text.slice(start, start + 40))?.[0].length ?? 0;
    if (gap > 0) {
      start += gap;
      continue;
    }
    const found = text[start] === "{" ? readObject(text, start) : undefined;
    const value = found && parseJson(found.repaired);
    if (!found || value === undefined) return [];
    values.push(value);
    start = found.end;
  }
  return values;
}

const notNumbers = ["-Infinity", "Infinity", "NaN"];

/** undefined: the object is incomplete. */
function readObject(text: string, start: number): { end: number; repaired: string } | undefined {
  let repaired = "";
  let kept = start;
  let depth = 0;
  let isInText = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (isInText && character === "\\") at += 1;
    else if (character === '"') isInText = !isInText;
    else if (isInText && character < " ") {
      repaired += text.slice(kept, at) + JSON.stringify(character).slice(1, -1);
      kept = at + 1;
    } else if (!isInText) {
      const word = notNumbers.find((one) => text.startsWith(one, at));
      if (word !== undefined) {
        repaired += `${text.slice(kept, at)}null`;
        kept = at + word.length;
        at = kept - 1;
      } else if (character === "{" || character === "[") depth += 1;
      else if (character === "}" || character === "]") depth -= 1;
      if (depth === 0) return { end: at + 1, repaired: repaired + text.slice(kept, at + 1) };
    }
  }
  return undefined;
}
