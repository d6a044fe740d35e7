/** The beginning of a text that takes at most this many characters as JSON. Never ends within a surrogate pair. */
export function fitText(text: string, most: number): string {
  if (JSON.stringify(text).length - 2 <= most) return text;
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += JSON.stringify(character).length - 2;
    if (used > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}
