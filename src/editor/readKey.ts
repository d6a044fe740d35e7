/** A key as it was pasted: without the scheme of a header, and without quotes. undefined: it cannot be sent in a header. */
export function readKey(typed: string): string | undefined {
  const key = typed
    .trim()
    .replace(/^(?:authorization:\s*)?bearer\s+/i, "")
    .replace(/^(["'`])(.*)\1$/, "$2")
    .trim();
  return /^[\x21-\x7e]*$/.test(key) ? key : undefined;
}
