/** Reads a text of any size line by line. */
import type { ByteSource } from "../../media/files/byteSource.ts";
import { UsedMemory } from "./usedMemory.ts";

const [lineFeed, carriageReturn] = [0x0a, 0x0d];
/** Bytes that are read at once. */
const sliceLength = 16 * 1024;
const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The lines of UTF-8 without their ends and a byte order mark, in groups: there may be millions. */
export async function* sourceLines(source: ByteSource): AsyncGenerator<string[]> {
  const used = new UsedMemory();
  let open: Uint8Array[] = [];
  const mark = (await source.read(0, utf8Mark.length)).equals(utf8Mark) ? utf8Mark.length : 0;
  try {
    for (let at = mark; at < source.size; ) {
      const slice = await source.read(at, sliceLength);
      const turn = used.add(slice.byteLength);
      if (turn) await turn;
      at += slice.byteLength;
      // A line feed may follow the last byte, and belong to it.
      const searched = at < source.size ? slice.subarray(0, -1) : slice;
      const end = Math.max(slice.lastIndexOf(lineFeed), searched.lastIndexOf(carriageReturn)) + 1;
      if (end === 0) open.push(slice);
      else {
        const text = Buffer.concat([...open, slice.subarray(0, end)]).toString();
        open = [slice.subarray(end)];
        yield text.split(/\r\n|\r|\n/).slice(0, -1);
      }
    }
  } finally {
    used.end();
  }
  yield [Buffer.concat(open).toString()];
}
