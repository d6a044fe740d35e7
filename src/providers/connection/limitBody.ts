/** Passes on the chunks of an answer up to a limit. */

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Throws `tooLarge` beyond `limit` bytes; without it, the rest is left out. */
export async function* limitBody(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  tooLarge?: (limit: number) => Error,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of chunks) {
    received += chunk.byteLength;
    if (received > limit && tooLarge) throw tooLarge(limit);
    yield received > limit ? chunk.subarray(0, chunk.byteLength - (received - limit)) : chunk;
    if (received >= limit && !tooLarge) return;
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
    yield chunk;
  }
}
