/**
 * Joins recordings of AAC into an M4A file with pauses and chapters, without decoding them: the frames are copied, and those of a pause are
 * silent. Sources: ISO/IEC 14496-3, 1.6 and 4.4 (AAC), 14496-12 and 14496-14 (MP4); for the chapters, which Nero has defined, mp4v2 and ffmpeg.
 */
import { readAdtsFrame, skipId3 } from "../files/audioFrames.ts";
import { sourceOfBytes } from "../files/byteSource.ts";
import { type Chapter, milliseconds } from "./chapters.ts";

interface Frames {
  /** The first bytes of all frames are the same: version, profile, rate and channels. */
  profile: number;
  rateCode: number;
  /** Samples of each channel per second. */
  rate: number;
  channels: number;
  frames: readonly Uint8Array[];
}

const samplesOfFrame = 1024;
/** Blocks of one and of two channels without a spectrum, and their end. */
const silence: Readonly<Record<number, string>> = { 1: "00000007", 2: "21000000001c" };
/** `chpl` counts its chapters in one byte. */
const mostChapters = 255;

/** @param pause Seconds. @returns undefined: not AAC in ADTS, or of different rates or channels */
export async function joinAac(recordings: readonly { title: string; bytes: Buffer }[], pause: number): Promise<Buffer | undefined> {
  const frames: Uint8Array[] = [];
  const chapters: Chapter[] = [];
  let first: Frames | undefined;
  for (const [index, { title, bytes }] of recordings.entries()) {
    const read = await readAdts(bytes);
    first ??= read;
    if (read === undefined || first === undefined || !isAlike(read, first)) return undefined;
    const seconds = (count: number) => (count * samplesOfFrame) / read.rate;
    const start = seconds(frames.length);
    frames.push(...read.frames);
    chapters.push({ title, start, end: seconds(frames.length) });
    const silent = Buffer.from(silence[read.channels] ?? "", "hex");
    const count = index < recordings.length - 1 ? Math.round(pause / seconds(1)) : 0;
    for (let at = 0; at < count; at += 1) frames.push(silent);
  }
  return first && writeM4a(first, frames, chapters);
}

function isAlike(one: Frames, other: Frames): boolean {
  return one.profile === other.profile && one.rateCode === other.rateCode && one.channels === other.channels;
}

/** A tag before the frames, such as the one that states their origin, is skipped. undefined: it is damaged, or has what cannot be copied. */
async function readAdts(bytes: Buffer): Promise<Frames | undefined> {
  const frames: Uint8Array[] = [];
  let shared: { head: number; rate: number } | undefined;
  for (let at = await skipId3(sourceOfBytes(bytes), 0); at + 7 <= bytes.length; ) {
    const frame = readAdtsFrame(bytes.subarray(at));
    if (frame === undefined) return undefined;
    const head = bytes.readUInt32BE(at);
    shared ??= { head, rate: frame.rate };
    // A checksum follows the head of some files.
    const start = (bytes.readUInt8(at + 1) & 1) === 1 ? 7 : 9;
    const isSame = (head & 0xffc0) === (shared.head & 0xffc0);
    const hasOneBlock = (bytes.readUInt8(at + 6) & 3) === 0;
    if (!isSame || !hasOneBlock || frame.length <= start || at + frame.length > bytes.length) return undefined;
    frames.push(bytes.subarray(at + start, at + frame.length));
    at += frame.length;
  }
  if (shared === undefined) return undefined;
  const { head, rate } = shared;
  const channels = (head >>> 6) & 7;
  if (silence[channels] === undefined) return undefined;
  return { profile: ((head >>> 14) & 3) + 1, rateCode: (head >>> 10) & 15, rate, channels, frames };
}

function writeM4a({ profile, rateCode, rate, channels }: Frames, frames: readonly Uint8Array[], chapters: readonly Chapter[]): Buffer {
  const duration = frames.length * samplesOfFrame;
  const type = box("ftyp", Buffer.from("M4A \0\0\0\0M4A mp42isom", "latin1"));
  const data = box("mdat", ...frames);
  const config = Buffer.from([(profile << 3) | (rateCode >>> 1), ((rateCode & 1) << 7) | (channels << 3)]);
  const decoder = descriptor(4, Buffer.from([0x40, 0x15, 0, 0, 0]), u32(0, 0), descriptor(5, config));
  const stream = full("esds", 0, descriptor(3, Buffer.from([0, 0, 0]), decoder, descriptor(6, Buffer.from([2]))));
  const entry = box(
    "mp4a",
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(8),
    u16(channels, 16, 0, 0),
    u32((rate > 0xffff ? 0 : rate) * 0x1_0000),
    stream,
  );
  const samples = box(
    "stbl",
    full("stsd", 0, u32(1), entry),
    full("stts", 0, u32(1, frames.length, samplesOfFrame)),
    full("stsc", 0, u32(1, 1, frames.length, 1)),
    full("stsz", 0, u32(0, frames.length, ...frames.map(({ length }) => length))),
    full("stco", 0, u32(1, type.length + 8)),
  );
  const reference = box("dinf", full("dref", 0, u32(1), full("url ", 1)));
  const information = box("minf", full("smhd", 0, u32(0)), reference, samples);
  const handler = full("hdlr", 0, u32(0), Buffer.from("soun"), Buffer.alloc(13));
  const media = box("mdia", full("mdhd", 0, u32(0, 0, rate, duration), u16(0x55c4, 0)), handler, information);
  const matrix = u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000);
  const track = box("trak", full("tkhd", 7, u32(0, 0, 1, 0, duration, 0, 0), u16(0, 0, 0x100, 0), matrix, u32(0, 0)), media);
  const head = full("mvhd", 0, u32(0, 0, rate, duration, 0x1_0000), u16(0x100, 0), u32(0, 0), matrix, Buffer.alloc(24), u32(2));
  return Buffer.concat([type, data, box("moov", head, track, box("udta", writeChapters(chapters)))]);
}

function writeChapters(chapters: readonly Chapter[]): Buffer {
  const kept = chapters.slice(0, mostChapters);
  const entries = kept.flatMap(({ title, start }) => {
    const head = Buffer.alloc(9);
    // In units of 100 nanoseconds.
    head.writeBigUInt64BE(BigInt(milliseconds(start)) * 10_000n);
    const text = Buffer.from(title, "utf8").subarray(0, 255);
    head.writeUInt8(text.length, 8);
    return [head, text];
  });
  return box("chpl", Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, kept.length]), ...entries);
}

function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const size = parts.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([u32(size), Buffer.from(type, "latin1"), ...parts]);
}

/** With a version of 0, and flags. */
const full = (type: string, flags: number, ...parts: readonly Uint8Array[]) => box(type, u32(flags), ...parts);

function descriptor(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, body.length]), body]);
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}
