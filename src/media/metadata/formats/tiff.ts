/**
 * TIFF: XMP and Content Credentials in entries of directories, texts in those of Exif. It is not marked. Sources: TIFF 6.0, section 2; XMP
 * Specification Part 3, 3.3; C2PA 2.2, A.3.3. The reference implementation adds a directory for its store.
 */
import type { ByteSource } from "../../files/byteSource.ts";
import { type Container, decodeUtf8, largestStore, largestText } from "../container.ts";
import { mostEntries, readExif, tiffNumbers } from "./exif.ts";

const [xmpTag, storeTag] = [700, 0xcd41];
const entryBytes = 12;
const mostDirectories = 64;

export async function readTiff(source: ByteSource): Promise<Container> {
  const entries = await readEntries(source);
  const content = async (tag: number, most: number) => {
    const entry = entries.get(tag);
    if (entry === undefined || entry.size > most) return undefined;
    const bytes = Buffer.from(await source.read(entry.at, entry.size));
    return bytes.length < entry.size ? undefined : bytes;
  };
  const packet = await content(xmpTag, largestText);
  return {
    texts: readExif(Buffer.from(await source.read(0, largestText))),
    xmp: packet && decodeUtf8(packet),
    credentials: entries.has(storeTag) ? { store: await content(storeTag, largestStore) } : undefined,
    withXmp: () => undefined,
  };
}

/** Where the contents of bytes are, by tag, in all directories. */
async function readEntries(source: ByteSource): Promise<ReadonlyMap<number, { at: number; size: number }>> {
  const found = new Map<number, { at: number; size: number }>();
  const head = Buffer.from(await source.read(0, 8));
  const numbers = tiffNumbers(head);
  if (numbers === undefined) return found;
  let directory = numbers.u32(head, 4);
  for (let count = 0; directory !== 0 && count < mostDirectories; count += 1) {
    const counted = await source.read(directory, 2);
    const entries = counted.length < 2 ? 0 : numbers.u16(counted, 0);
    if (entries === 0 || entries > mostEntries) break;
    const bytes = Buffer.from(await source.read(directory + 2, entries * entryBytes + 4));
    if (bytes.length < entries * entryBytes + 4) break;
    for (let at = 0; at < entries * entryBytes; at += entryBytes) {
      const size = numbers.u32(bytes, at + 4);
      if (size > 4) found.set(numbers.u16(bytes, at), { at: numbers.u32(bytes, at + 8), size });
    }
    directory = numbers.u32(bytes, entries * entryBytes);
  }
  return found;
}
