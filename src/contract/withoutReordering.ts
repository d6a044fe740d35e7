/** Embeddings, overrides and isolates: they reorder the text after them (UAX 9, section 2). */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name, caption or title in which characters that reorder it are escape sequences. One without other text reorders nothing, and stays. */
export function withoutReordering(text: string): string {
  return text.length > 1 ? text.replaceAll(reordering, writeEscape) : text;
}

/** Its UTF-16 code units, as JSON writes them. */
export function writeEscape(characters: string): string {
  return [...Array(characters.length).keys()].map((at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
}
