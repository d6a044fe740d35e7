/** Characters after which it is decided whether the pieces are joined: a power of two. */
const step = 12;
/** What was read last, so that the reading is not left out as useless. */
let _read = 0;

/**
 * Adds a piece to a text that grows by small ones. V8 joins the pieces of a string only when it is read, and needs 32 bytes for each until
 * then, ten times as much as for a word: a character is read each time the text has grown by an eighth.
 */
export function growText(text: string, piece: string): string {
  const grown = text + piece;
  const [before, after] = [text.length >> step, grown.length >> step];
  if (before === after) return grown;
  const eighth = Math.max(0, 28 - Math.clz32(after));
  if (before >> eighth !== after >> eighth) _read ^= grown.charCodeAt(grown.length - 1);
  return grown;
}
