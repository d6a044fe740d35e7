/** Writes the files in the lines of an answer to the disk while they arrive: parsing and decoding them takes ten times their size. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type FileTarget, StringFiles, smallestOf } from "./stringFiles.ts";

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/**
 * Passes on the name of a file in the place of a string that is one. A line waits until it ends, before which nobody reads it, or is as long
 * as the smallest file: then its strings are looked at.
 */
export async function* keepLineFiles(chunks: AsyncIterable<Uint8Array>, target: FileTarget): AsyncGenerator<Uint8Array> {
  let open: Uint8Array[] = [];
  let length = 0;
  let strings: StringFiles | undefined;
  try {
    for await (const chunk of chunks) {
      let rest = chunk;
      if (strings) {
        const end = firstEnd(rest);
        const passed = await strings.add(rest.subarray(0, end));
        if (passed.byteLength > 0) yield passed;
        rest = rest.subarray(end);
        if (rest.byteLength === 0) continue;
        // No string of JSON contains the end of a line.
        yield* strings.end();
        strings = undefined;
      }
      const end = Math.max(rest.lastIndexOf(lineFeed), rest.lastIndexOf(carriageReturn)) + 1;
      if (end > 0) {
        yield* open;
        yield rest.subarray(0, end);
        open = [];
        length = 0;
      }
      if (end < rest.byteLength) open.push(rest.subarray(end));
      length += rest.byteLength - end;
      if (length <= smallestOf[target.kind]) continue;
      strings = new StringFiles(target);
      const begun = open;
      open = [];
      length = 0;
      for (const piece of begun) {
        const passed = await strings.add(piece);
        if (passed.byteLength > 0) yield passed;
        // Of some MiB, other requests are answered meanwhile.
        await nextTurn();
      }
    }
  } catch (error) {
    // Of a text that breaks off, what has arrived is kept.
    yield* open;
    throw error;
  }
  yield* open;
  if (strings) yield* strings.end();
}

/** The index of the first end of a line, or the length. */
function firstEnd(bytes: Uint8Array): number {
  const found = [bytes.indexOf(lineFeed), bytes.indexOf(carriageReturn)].filter((at) => at >= 0);
  return Math.min(bytes.byteLength, ...found);
}
