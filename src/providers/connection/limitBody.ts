/** Passes on the chunks of an answer up to a limit. */
import { Readable } from "node:stream";
import { UsedMemory } from "../files/usedMemory.ts";
import { WordCounter } from "../files/wordCounter.ts";

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Bytes of events that are read in one turn of the event loop. */
const slice = 4 * 1024;
/** Bytes at the start of a line that are taken for words. */
const uncounted = 1024 ** 2;

/** Throws `tooLarge` beyond `limit` bytes; without it, the rest is left out. Frees what has been used of it. */
export async function* limitBody(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  tooLarge?: (limit: number) => Error,
): AsyncGenerator<Uint8Array> {
  const used = new UsedMemory();
  // Whoever reads it may stop without a word: then `finally` is never reached.
  if (chunks instanceof Readable) chunks.once("close", () => used.end());
  let received = 0;
  try {
    for await (const chunk of chunks) {
      const turn = used.add(chunk.byteLength);
      if (turn) await turn;
      received += chunk.byteLength;
      if (received > limit && tooLarge) throw tooLarge(limit);
      yield received > limit ? chunk.subarray(0, chunk.byteLength - (received - limit)) : chunk;
      if (received >= limit && !tooLarge) return;
    }
  } finally {
    used.end();
  }
}

/** Throws `tooLarge` for a line of more than `limits.line` bytes, or with more than `limits.words` beside files. */
export async function* limitEvents(
  chunks: AsyncIterable<Uint8Array>,
  limits: { line: number; words: number },
  tooLarge: (limit: number) => Error,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  let words = new WordCounter();
  for await (const chunk of chunks) {
    const end = Math.max(chunk.lastIndexOf(lineFeed), chunk.lastIndexOf(carriageReturn));
    if (end >= 0) words = new WordCounter();
    length = end < 0 ? length + chunk.byteLength : chunk.byteLength - end - 1;
    if (length > limits.line) throw tooLarge(limits.line);
    // What is shorter is not looked at.
    if (length > uncounted) words.add(chunk);
    if (words.bytes > limits.words - uncounted) throw tooLarge(limits.words);
    for (let at = 0; at < chunk.byteLength; at += slice) yield chunk.subarray(at, at + slice);
  }
}
