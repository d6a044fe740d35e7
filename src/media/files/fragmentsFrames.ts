/** The largest frame of a track in a fragmented MP4 file, whose movie header lists none. Source: ISO/IEC 14496-12, 8.8.3, 8.8.7 and 8.8.8. */
import type { ByteSource } from "./byteSource.ts";
import { type BoxRange, boxContent, findBox, mostBoxes, readBoxes, readBoxHeader } from "./mp4Boxes.ts";

const largestBox = 16 * 1024 * 1024;

/** Bytes; undefined: the track has no fragment. */
export async function findLargestFragmentFrame(source: ByteSource, movie: BoxRange, track: number): Promise<number | undefined> {
  const extension = await findBox(source, movie, "mvex");
  if (extension === undefined) return undefined;
  const usual = await readUsualSize(source, extension, track);
  let largest: number | undefined;
  for (const fragment of await boxesOf(source, { content: 0, to: source.size }, "moof"))
    for (const part of await boxesOf(source, fragment, "traf")) {
      const header = await readBoxHeader(source, part, "tfhd");
      if (header === undefined || header.length < 8 || header.readUInt32BE(4) !== track) continue;
      const size = sizeOfFragment(header) ?? usual;
      for (const run of await boxesOf(source, part, "trun"))
        largest = Math.max(largest ?? 0, largestOfRun((await boxContent(source, run, largestBox)) ?? Buffer.alloc(0), size));
    }
  return largest;
}

async function boxesOf(source: ByteSource, { content, to }: BoxRange, type: string): Promise<BoxRange[]> {
  return (await readBoxes(source, content, to, mostBoxes)).boxes.filter((box) => box.type === type);
}

async function readUsualSize(source: ByteSource, extension: BoxRange, track: number): Promise<number> {
  for (const box of await boxesOf(source, extension, "trex")) {
    const defaults = await boxContent(source, box, largestBox);
    if (defaults !== undefined && defaults.length >= 20 && defaults.readUInt32BE(4) === track) return defaults.readUInt32BE(16);
  }
  return 0;
}

/** The fields before the size are optional. */
function sizeOfFragment(header: Buffer): number | undefined {
  const flags = header.readUIntBE(1, 3);
  const at = 8 + ((flags & 0x1) === 0 ? 0 : 8) + ((flags & 0x2) === 0 ? 0 : 4) + ((flags & 0x8) === 0 ? 0 : 4);
  return (flags & 0x10) !== 0 && header.length >= at + 4 ? header.readUInt32BE(at) : undefined;
}

/** Of a run of samples, each with its own size or with that of the fragment. */
function largestOfRun(run: Buffer, usual: number): number {
  if (run.length < 8) return 0;
  const flags = run.readUIntBE(1, 3);
  if ((flags & 0x200) === 0) return run.readUInt32BE(4) > 0 ? usual : 0;
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length;
  const first = 8 + ((flags & 0x1) === 0 ? 0 : 4) + ((flags & 0x4) === 0 ? 0 : 4) + ((flags & 0x100) === 0 ? 0 : 4);
  let largest = 0;
  for (let index = 0, at = first; index < run.readUInt32BE(4) && at + 4 <= run.length; index += 1, at += fields * 4)
    largest = Math.max(largest, run.readUInt32BE(at));
  return largest;
}
