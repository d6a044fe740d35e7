/** How many possible starts of JSON are tried at most. */
const mostTries = 100;
/** How many characters are read from each. */
const mostCharacters = 100_000;

/** Finds the JSON objects in a text, from the left, without nested ones. */
export function findJson(text: string): unknown[] {
  const found: unknown[] = [];
  let tries = 0;
  for (let at = 0; at < text.length && tries < mostTries; at += 1) {
    if (text[at] !== "{") continue;
    tries += 1;
    const end = findEnd(text, at);
    if (end === undefined) continue;
    try {
      found.push(JSON.parse(text.slice(at, end)));
      at = end - 1;
    } catch {
      // It is not valid JSON, but may contain some.
    }
  }
  return found;
}

/** The offset after the bracket that closes the one at `start`, ignoring brackets in strings. */
function findEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let isInString = false;
  const last = Math.min(text.length, start + mostCharacters);
  for (let at = start; at < last; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
