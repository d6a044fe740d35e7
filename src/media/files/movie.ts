/** Reads the headers of an MP4, M4A or MOV file. Source: ISO/IEC 14496-12, 8. */
import type { ByteSource } from "./byteSource.ts";
import { findFragmentsDuration } from "./fragmentsDuration.ts";
import { findLargestFragmentFrame } from "./fragmentsFrames.ts";
import { type Box, type BoxRange, findBox, mostBoxes, readBoxes, readBoxHeader, readDuration } from "./mp4Boxes.ts";

export interface Movie {
  /** Seconds. */
  duration: number | undefined;
  width: number | undefined;
  height: number | undefined;
  /** Bytes of the largest frame of the video. */
  largestFrame: number | undefined;
}

/** undefined: the file has no movie header. */
export async function readMovie(source: ByteSource): Promise<Movie | undefined> {
  const movie = await findBox(source, { content: 0, to: source.size }, "moov");
  if (movie === undefined) return undefined;
  const { boxes } = await readBoxes(source, movie.content, movie.to, mostBoxes);
  const header = await readBoxHeader(source, movie, "mvhd");
  const video = await findVideo(source, boxes);
  const track = video && (await readBoxHeader(source, video, "tkhd"));
  const sizes = video && (await readBoxHeader(source, video, "mdia", "minf", "stbl", "stsz"));
  // Width and height are its last two fields, fixed-point with 16 fractional bits.
  const isWhole = track !== undefined && track.length >= 84;
  return {
    duration: (await findFragmentsDuration(source, movie)) ?? (header && readDuration(header)) ?? (await longestTrack(source, boxes)),
    width: isWhole ? track.readUInt16BE(track.length - 8) : undefined,
    height: isWhole ? track.readUInt16BE(track.length - 4) : undefined,
    largestFrame: (await largestOfFragments(source, movie, track)) ?? (sizes && readLargest(sizes)),
  };
}

async function largestOfFragments(source: ByteSource, movie: BoxRange, track: Buffer | undefined): Promise<number | undefined> {
  const at = track?.[0] === 1 ? 20 : 12;
  return track === undefined || track.length < at + 4 ? undefined : findLargestFragmentFrame(source, movie, track.readUInt32BE(at));
}

async function longestTrack(source: ByteSource, boxes: readonly Box[]): Promise<number | undefined> {
  let longest: number | undefined;
  for (const box of boxes) {
    const header = box.type === "trak" ? await readBoxHeader(source, box, "mdia", "mdhd") : undefined;
    const seconds = header && readDuration(header);
    if (seconds !== undefined) longest = Math.max(longest ?? 0, seconds);
  }
  return longest;
}

async function findVideo(source: ByteSource, boxes: readonly Box[]): Promise<Box | undefined> {
  for (const box of boxes) {
    if (box.type !== "trak") continue;
    const handler = await readBoxHeader(source, box, "mdia", "hdlr");
    if (handler?.toString("latin1", 8, 12) === "vide") return box;
  }
  return undefined;
}

function readLargest(sizes: Buffer): number | undefined {
  if (sizes.length < 12) return undefined;
  const same = sizes.readUInt32BE(4);
  if (same !== 0) return same;
  let largest = 0;
  for (let at = 12; at + 4 <= sizes.length; at += 4) largest = Math.max(largest, sizes.readUInt32BE(at));
  return largest;
}
