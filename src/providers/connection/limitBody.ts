/** Passes on the chunks of an answer up to a limit. */
import { UsedMemory } from "./usedMemory.ts";

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Bytes of events that are read in one turn of the event loop. */
const slice = 16 * 1024;

/** Throws `tooLarge` beyond `limit` bytes; without it, the rest is left out. Frees what has been used of it. */
export async function* limitBody(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  tooLarge?: (limit: number) => Error,
): AsyncGenerator<Uint8Array> {
  const used = new UsedMemory();
  let received = 0;
  try {
    for await (const chunk of chunks) {
      used.add(chunk.byteLength);
      received += chunk.byteLength;
      if (received > limit && tooLarge) throw tooLarge(limit);
      yield received > limit ? chunk.subarray(0, chunk.byteLength - (received - limit)) : chunk;
      if (received >= limit && !tooLarge) return;
    }
  } finally {
    used.end();
  }
}

/** Throws `tooLarge` for a line of more than `limit` bytes. */
export async function* limitEvents(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  tooLarge: (limit: number) => Error,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of chunks) {
    const end = Math.max(chunk.lastIndexOf(lineFeed), chunk.lastIndexOf(carriageReturn));
    length = end < 0 ? length + chunk.byteLength : chunk.byteLength - end - 1;
    if (length > limit) throw tooLarge(limit);
    for (let at = 0; at < chunk.byteLength; at += slice) yield chunk.subarray(at, at + slice);
  }
}
