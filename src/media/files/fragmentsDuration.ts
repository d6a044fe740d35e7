/** The duration of a fragmented MP4 file, whose movie header does not contain it. Source: ISO/IEC 14496-12, 8.8. */
import type { ByteSource } from "./byteSource.ts";
import { type BoxRange, boxContent, findBox, mostBoxes, readBoxes, readBoxHeader, readTimescale, toSeconds } from "./mp4Boxes.ts";

const largestBox = 16 * 1024 * 1024;

/** Of a track. */
interface Clock {
  timescale: number;
  /** Ticks of a sample, if a fragment does not state them. */
  sample: number;
  /** The end of the last fragment in ticks. */
  end: number;
}

/** Seconds; undefined: the file is not fragmented, or damaged. */
export async function findFragmentsDuration(source: ByteSource, movie: BoxRange): Promise<number | undefined> {
  const extension = await findBox(source, movie, "mvex");
  const header = await readBoxHeader(source, movie, "mvhd");
  if (extension === undefined || header === undefined || header.length < 32) return undefined;
  const stated = await readBoxHeader(source, extension, "mehd");
  const isLong = stated?.[0] === 1;
  const ticks =
    stated === undefined || stated.length < (isLong ? 12 : 8) ? 0 : isLong ? Number(stated.readBigUInt64BE(4)) : stated.readUInt32BE(4);
  return toSeconds(ticks, readTimescale(header)) ?? (await addFragments(source, movie, extension));
}

async function addFragments(source: ByteSource, movie: BoxRange, extension: BoxRange): Promise<number | undefined> {
  const clocks = await readClocks(source, movie, extension);
  const { boxes } = await readBoxes(source, 0, source.size, mostBoxes);
  for (const fragment of boxes.filter(({ type }) => type === "moof")) {
    const tracks = (await readBoxes(source, fragment.content, fragment.to, mostBoxes)).boxes.filter(({ type }) => type === "traf");
    for (const track of tracks) await addTrack(source, track, clocks);
  }
  const seconds = [...clocks.values()].map(({ end, timescale }) => toSeconds(end, timescale) ?? 0);
  return toSeconds(Math.max(0, ...seconds), 1);
}

async function readClocks(source: ByteSource, movie: BoxRange, extension: BoxRange): Promise<Map<number, Clock>> {
  const clocks = new Map<number, Clock>();
  for (const track of (await readBoxes(source, movie.content, movie.to, mostBoxes)).boxes.filter(({ type }) => type === "trak")) {
    const [header, media] = [await readBoxHeader(source, track, "tkhd"), await readBoxHeader(source, track, "mdia", "mdhd")];
    if (header === undefined || media === undefined || header.length < 24 || media.length < 24) continue;
    clocks.set(header.readUInt32BE(header[0] === 1 ? 20 : 12), { timescale: readTimescale(media), sample: 0, end: 0 });
  }
  for (const box of (await readBoxes(source, extension.content, extension.to, mostBoxes)).boxes.filter(({ type }) => type === "trex")) {
    const defaults = await boxContent(source, box, largestBox);
    const clock = defaults && defaults.length >= 16 ? clocks.get(defaults.readUInt32BE(4)) : undefined;
    if (clock !== undefined && defaults !== undefined) clock.sample = defaults.readUInt32BE(12);
  }
  return clocks;
}

async function addTrack(source: ByteSource, track: BoxRange, clocks: ReadonlyMap<number, Clock>): Promise<void> {
  const header = await readBoxHeader(source, track, "tfhd");
  const clock = header && header.length >= 8 ? clocks.get(header.readUInt32BE(4)) : undefined;
  if (header === undefined || clock === undefined) return;
  const flags = header.readUIntBE(1, 3);
  // The fields before the duration are optional.
  const at = 8 + ((flags & 0x1) === 0 ? 0 : 8) + ((flags & 0x2) === 0 ? 0 : 4);
  const sample = (flags & 0x8) !== 0 && header.length >= at + 4 ? header.readUInt32BE(at) : clock.sample;
  const time = await readBoxHeader(source, track, "tfdt");
  let end =
    time === undefined || time.length < 8
      ? clock.end
      : time[0] === 1 && time.length >= 12
        ? Number(time.readBigUInt64BE(4))
        : time.readUInt32BE(4);
  for (const run of (await readBoxes(source, track.content, track.to, mostBoxes)).boxes.filter(({ type }) => type === "trun"))
    end += durationOfRun((await boxContent(source, run, largestBox)) ?? Buffer.alloc(0), sample);
  clock.end = Math.max(clock.end, end);
}

/** Ticks of a run of samples, each with its own duration or with that of the fragment. */
function durationOfRun(run: Buffer, sample: number): number {
  if (run.length < 8) return 0;
  const flags = run.readUIntBE(1, 3);
  const count = run.readUInt32BE(4);
  if ((flags & 0x100) === 0) return count * sample;
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length;
  let ticks = 0;
  let at = 8 + ((flags & 0x1) === 0 ? 0 : 4) + ((flags & 0x4) === 0 ? 0 : 4);
  for (let index = 0; index < count && at + 4 <= run.length; index += 1, at += fields * 4) ticks += run.readUInt32BE(at);
  return ticks;
}
