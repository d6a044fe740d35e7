/** Reads the headers of an MP4, M4A or MOV file. Source: ISO/IEC 14496-12, 8. */
import type { ByteSource } from "./byteSource.ts";
import { type Box, contentOf, readBoxes } from "./mp4Boxes.ts";

export interface Movie {
  /** Seconds. */
  duration: number | undefined;
  width: number | undefined;
  height: number | undefined;
  /** Bytes of the largest frame of the video. */
  largestFrame: number | undefined;
}

/** How many boxes of one level are read. */
const mostBoxes = 65_536;
/** Limit for a header in bytes; the sizes of the frames of a day take 10 MB. */
const largestHeader = 64 * 1024 * 1024;

/** undefined: the file has no movie header. */
export async function readMovie(source: ByteSource): Promise<Movie | undefined> {
  const movie = await findBox(source, { content: 0, to: source.size }, "moov");
  if (movie === undefined) return undefined;
  const { boxes } = await readBoxes(source, movie.content, movie.to, mostBoxes);
  const header = await readHeader(source, movie, "mvhd");
  const video = await findVideo(source, boxes);
  const track = video && (await readHeader(source, video, "tkhd"));
  const sizes = video && (await readHeader(source, video, "mdia", "minf", "stbl", "stsz"));
  // Width and height are its last two fields, fixed-point with 16 fractional bits.
  const isWhole = track !== undefined && track.length >= 84;
  return {
    duration: header && readDuration(header),
    width: isWhole ? track.readUInt16BE(track.length - 8) : undefined,
    height: isWhole ? track.readUInt16BE(track.length - 4) : undefined,
    largestFrame: sizes && readLargest(sizes),
  };
}

type Range = Pick<Box, "content" | "to">;

async function findBox(source: ByteSource, parent: Range, ...path: readonly string[]): Promise<Range | undefined> {
  const [type, ...rest] = path;
  if (type === undefined) return parent;
  const { boxes } = await readBoxes(source, parent.content, parent.to, mostBoxes);
  const found = boxes.find((box) => box.type === type);
  return found && findBox(source, found, ...rest);
}

async function readHeader(source: ByteSource, parent: Range, ...path: readonly string[]): Promise<Buffer | undefined> {
  const box = await findBox(source, parent, ...path);
  return box && (await contentOf(source, box, largestHeader));
}

async function findVideo(source: ByteSource, boxes: readonly Box[]): Promise<Box | undefined> {
  for (const box of boxes) {
    if (box.type !== "trak") continue;
    const handler = await readHeader(source, box, "mdia", "hdlr");
    if (handler?.toString("latin1", 8, 12) === "vide") return box;
  }
  return undefined;
}

function readDuration(header: Buffer): number | undefined {
  if (header.length < 32) return undefined;
  const isLong = header.readUInt8(0) === 1;
  const ticks = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  const seconds = ticks / header.readUInt32BE(isLong ? 20 : 12);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

function readLargest(sizes: Buffer): number | undefined {
  if (sizes.length < 12) return undefined;
  const same = sizes.readUInt32BE(4);
  if (same !== 0) return same;
  let largest = 0;
  for (let at = 12; at + 4 <= sizes.length; at += 4) largest = Math.max(largest, sizes.readUInt32BE(at));
  return largest;
}
