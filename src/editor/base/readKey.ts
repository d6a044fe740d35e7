/** What is often copied with a key: invisible characters, its name, the scheme of a header, and separators. */
const around = [
  /^[\s\u200b-\u200f\u2060\ufeff]+|(?<![\s\u200b-\u200f\u2060\ufeff,;])[\s\u200b-\u200f\u2060\ufeff,;]+$/g,
  /^(?:export\s+)?[A-Z][A-Z0-9_]{0,60}(?:KEY|TOKEN)\s*=/,
  /^["']?(?:authorization|(?:x-)?api[-_]?key)["']?\s*:/i,
  /^bearer\s*:?\s+/i,
];
const quoted = /^(["'`])((?:(?!\1).)*)\1$/;
/** Each part at most once inside another, such as a quoted header. */
const mostNested = 4;

/** A key as it was pasted: without the scheme of a header, and without quotes. undefined: it cannot be sent in a header. */
export function readKey(typed: string): string | undefined {
  let key = typed;
  for (let count = 0; count < mostNested; count += 1) {
    key = key.trim().replace(quoted, "$2");
    for (const part of around) key = key.replace(part, "");
  }
  return /^[\x21-\x7e]*$/.test(key) ? key : undefined;
}
