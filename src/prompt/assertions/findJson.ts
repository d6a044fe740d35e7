/** How many values are found at most. */
const mostFound = 100;
/** How many characters are read from a possible start, and from all of them. */
const mostCharacters = { each: 1_000_000, all: 10_000_000 };

/** Finds the JSON objects in a text, or the lists, from the left, without nested ones. */
export function findJson(text: string, opening: "{" | "[" = "{"): unknown[] {
  const found: unknown[] = [];
  let left = mostCharacters.all;
  for (let at = text.indexOf(opening); at !== -1 && found.length < mostFound && left > 0; at = text.indexOf(opening, at + 1)) {
    const most = Math.min(mostCharacters.each, left);
    const end = findEnd(text, at, most);
    left -= end === undefined ? most : end - at;
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

/** The offset after the bracket that closes the one at `start`, ignoring brackets in strings. `most`: how many characters are read. */
function findEnd(text: string, start: number, most: number): number | undefined {
  let depth = 0;
  let isInString = false;
  const last = Math.min(text.length, start + most);
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
