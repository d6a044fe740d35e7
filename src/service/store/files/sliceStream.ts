/** Splits bytes into slices of `size`; the last one may be shorter. Throws if there are fewer than `length`. */
export async function* sliceStream(stream: AsyncIterable<Uint8Array>, size: number, length: number): AsyncGenerator<Uint8Array> {
  let slice = Buffer.allocUnsafeSlow(Math.min(size, length));
  let [filled, left] = [0, length];
  for await (const chunk of stream) {
    for (let from = 0; from < chunk.byteLength && left > 0; ) {
      const part = chunk.subarray(from, from + slice.byteLength - filled);
      slice.set(part, filled);
      filled += part.byteLength;
      from += part.byteLength;
      if (filled < slice.byteLength) continue;
      yield slice;
      left -= filled;
      slice = Buffer.allocUnsafeSlow(Math.min(size, left));
      filled = 0;
    }
  }
  if (left > 0) throw new Error("A stored file is shorter than it was.");
}
