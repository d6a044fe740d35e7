/** Sounds that are frames one after another. Sources: ISO/IEC 11172-3 and 13818-3 (MPEG), 14496-3 (ADTS), ATSC A/52 (AC-3), RFC 4867, 5 (AMR). */
import { endOfId3 } from "../../contract/formatOfBytes.ts";
import type { ByteSource } from "./byteSource.ts";

interface Frame {
  /** Samples per second. */
  rate: number;
  /** Bytes. */
  length: number;
  seconds: number;
}

/** Of layers III and II, in thousands of bits. */
const bitrates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  second: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
} as const;

/** A frame of MPEG 1, 2 or 2.5, layer III or II. */
function readMpegFrame(head: Buffer): Frame | undefined {
  const bits = head.readUInt32BE(0);
  const version = (bits >>> 19) & 3;
  const layer = 4 - ((bits >>> 17) & 3);
  if (bits >>> 21 !== 0x7ff || version === 1 || (layer !== 3 && layer !== 2)) return undefined;
  const isFirst = version === 3;
  const bitrate = bitrates[isFirst ? (layer === 2 ? "second" : 1) : 2][(bits >>> 12) & 15];
  const fullRate = [44_100, 48_000, 32_000][(bits >>> 10) & 3];
  if (!bitrate || fullRate === undefined) return undefined;
  const rate = fullRate / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = isFirst || layer === 2 ? 1152 : 576;
  return { rate, length: Math.floor((samples / 8) * ((bitrate * 1000) / rate)) + ((bits >>> 9) & 1), seconds: samples / rate };
}

/** The channels of an MP3 file, from its first frame; undefined: no frame follows its tag. */
export async function findMpegChannels(source: ByteSource): Promise<1 | 2 | undefined> {
  const head = await source.read(await skipId3(source, 0), frameHeadBytes);
  if (head.length < frameHeadBytes || readMpegFrame(head) === undefined) return undefined;
  return head.readUInt8(3) >>> 6 === 3 ? 1 : 2;
}

const adtsRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];

/** `head`: its first six bytes. */
export function readAdtsFrame(head: Buffer): Frame | undefined {
  if (head.readUInt16BE(0) >>> 4 !== 0xfff) return undefined;
  const rate = adtsRates[(head.readUInt8(2) >>> 2) & 15];
  const length = (head.readUIntBE(3, 3) >>> 5) & 0x1fff;
  return rate === undefined || length < 7 ? undefined : { rate, length, seconds: 1024 / rate };
}

/** Kilobits per second of AC-3, each for two codes of a frame's size. */
const ac3Bitrates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];
const ac3Rates = [48_000, 44_100, 32_000];

function readAc3Frame(head: Buffer): Frame | undefined {
  const [rateCode, sizeCode] = [head.readUInt8(4) >>> 6, head.readUInt8(4) & 63];
  const rate = ac3Rates[rateCode];
  const bitrate = ac3Bitrates[sizeCode >>> 1];
  if (head.readUInt16BE(0) !== 0x0b77 || rate === undefined || bitrate === undefined || head.readUInt8(5) >>> 3 > 10) return undefined;
  // Frames at 44.1 kHz have an odd number of 16-bit words now and then, which the code says.
  const words = Math.floor((bitrate * 1000 * 1536) / (rate * 16)) + (rateCode === 1 ? sizeCode & 1 : 0);
  return { rate, length: words * 2, seconds: 1536 / rate };
}

/** Frames of other streams than the first, and those that add channels to it, take no time of their own. */
function readEac3Frame(head: Buffer): Frame | undefined {
  if (head.readUInt16BE(0) !== 0x0b77 || head.readUInt8(5) >>> 3 <= 10) return undefined;
  const bits = head.readUInt32BE(2);
  const rateCode = (bits >>> 14) & 3;
  const second = (bits >>> 12) & 3;
  const rate = (ac3Rates[rateCode === 3 ? second : rateCode] ?? 0) / (rateCode === 3 ? 2 : 1);
  if (rate === 0) return undefined;
  const blocks = rateCode === 3 ? 6 : ([1, 2, 3, 6][second] ?? 6);
  const isFirst = bits >>> 30 !== 1 && ((bits >>> 27) & 7) === 0;
  return { rate, length: (((bits >>> 16) & 0x7ff) + 1) * 2, seconds: isFirst ? (256 * blocks) / rate : 0 };
}

/** Bytes of a frame by its type, with its first byte; frames of 20 ms. */
const amrSizes = [13, 14, 16, 18, 20, 21, 27, 32, 6, 6, 6, 6, 1, 1, 1, 1];
const amrWideSizes = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1];

/** Several channels have a frame each, one after another; the number of channels ends the four bytes behind the name. */
async function findAmrDuration(source: ByteSource): Promise<number> {
  const head = await source.read(0, 19);
  const [name, wide, several] = /^#!AMR(-WB)?(_MC1\.0)?\n/.exec(head.toString("latin1")) ?? [];
  if (name === undefined) return 0;
  const start = name.length + (several === undefined ? 0 : 4);
  const channels = several === undefined ? 1 : Math.max(1, (head[start - 1] ?? 0) & 15);
  const sizes = wide === undefined ? amrSizes : amrWideSizes;
  let frames = 0;
  for (let at = start; at < source.size; frames += 1) at += sizes[((await source.read(at, 1)).readUInt8(0) >>> 3) & 15] ?? 1;
  return frames / channels / 50;
}

const readers = { mp3: readMpegFrame, mp2: readMpegFrame, aac: readAdtsFrame, ac3: readAc3Frame, eac3: readEac3Frame } as const;

/** 0: there are no frames. */
export async function findFramesDuration(source: ByteSource, format: keyof typeof readers | "amr"): Promise<number> {
  if (format === "amr") return findAmrDuration(source);
  let seconds = 0;
  for await (const { at, frame } of framesOf(source, readers[format]))
    if (format !== "mp3" || !(await isDescription(source, at, frame))) seconds += frame.seconds;
  return seconds;
}

const frameHeadBytes = 6;
/** How far the next frame is searched for behind data that is not audio. */
const searchBytes = 64 * 1024;

/** Offsets at which the rate of an MP3 file changes, from 0 on: joined files may have several. */
export async function findMpegRates(source: ByteSource): Promise<{ from: number; rate: number }[]> {
  const parts: { from: number; rate: number }[] = [];
  for await (const { at, frame } of framesOf(source, readMpegFrame))
    if (parts.at(-1)?.rate !== frame.rate) parts.push({ from: parts.length === 0 ? 0 : at, rate: frame.rate });
  return parts;
}

/** All frames. Tags, padding and damaged data between them are skipped: joined files have all of them. */
async function* framesOf(source: ByteSource, read: (head: Buffer) => Frame | undefined): AsyncGenerator<{ at: number; frame: Frame }> {
  for (let at = await skipId3(source, 0); at + frameHeadBytes <= source.size; ) {
    const frame = read(await source.read(at, frameHeadBytes));
    if (frame === undefined) {
      const next = await findFrame(source, at, read);
      if (next === undefined) break;
      at = next;
      continue;
    }
    yield { at, frame };
    at += frame.length;
  }
}

/** A first frame without audio that describes the others. Source: "Xing" and "VBRI" headers, after the side information of layer III. */
async function isDescription(source: ByteSource, at: number, { length }: Frame): Promise<boolean> {
  const start = (await source.read(at, Math.min(length, 48))).toString("latin1");
  return /^.{13,36}(?:Xing|Info|VBRI)/s.test(start);
}

/** The next two frames in a row; zeros and tags may have any length. undefined: no audio follows. */
async function findFrame(source: ByteSource, from: number, read: (head: Buffer) => Frame | undefined): Promise<number | undefined> {
  let at = await skipZeros(source, from);
  const tagged = await skipId3(source, at);
  if (tagged !== at) return tagged;
  for (const end = at + searchBytes; at < end && at + frameHeadBytes <= source.size; at += 1) {
    const frame = read(await source.read(at, frameHeadBytes));
    if (frame === undefined) continue;
    const next = at + frame.length;
    if (next === source.size || (next + frameHeadBytes <= source.size && read(await source.read(next, frameHeadBytes)) !== undefined))
      return at;
  }
  return undefined;
}

async function skipZeros(source: ByteSource, from: number): Promise<number> {
  for (let at = from; at < source.size; ) {
    const block = await source.read(at, searchBytes);
    const index = block.findIndex((byte) => byte !== 0);
    if (index >= 0) return at + index;
    at += Math.max(1, block.length);
  }
  return source.size;
}

/** The end of the ID3v2 tags at an offset. */
export async function skipId3(source: ByteSource, from: number): Promise<number> {
  let at = from;
  for (;;) {
    const end = endOfId3(await source.read(at, 10));
    if (end === 0) return at;
    at += end;
  }
}
