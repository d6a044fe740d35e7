/** Reads the duration of audio and video files. Sources: RFC 9639, RFC 3533, RFC 7845, ISO/IEC 11172-3 and 13818-3, and 14496-3 (ADTS). */
import type { ByteSource } from "./byteSource.ts";
import { readMovie } from "./movie.ts";
import { readWavSound } from "./wavSound.ts";

/** Seconds; undefined: another format, or the file does not contain it. `format` is the usual file extension. */
export async function findDuration(source: ByteSource, format: string): Promise<number | undefined> {
  try {
    return await readDuration(source, format);
  } catch (error) {
    // The file ends within a header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function readDuration(source: ByteSource, format: string): Promise<number | undefined> {
  switch (format) {
    case "wav":
      return (await readWavSound(source))?.seconds;
    case "flac":
      return readFlac(source);
    case "opus":
    case "ogg":
      return readOgg(source);
    case "mp3":
      return addFrames(source, readMpegFrame);
    case "aac":
      return addFrames(source, readAdtsFrame);
    case "m4a":
    case "mp4":
    case "mov":
      return (await readMovie(source))?.duration;
    default:
      return undefined;
  }
}

const positive = (seconds: number) => (Number.isFinite(seconds) && seconds > 0 ? seconds : undefined);

/** STREAMINFO is the first block: 20 bits of sample rate, and 36 bits of samples. */
async function readFlac(source: ByteSource): Promise<number | undefined> {
  const block = await source.read((await skipId3(source)) + 8, 18);
  const rate = block.readUIntBE(10, 3) >>> 4;
  const samples = (block.readUInt8(13) & 0x0f) * 2 ** 32 + block.readUInt32BE(14);
  return positive(samples / rate);
}

/** The size of the largest page, and of the start of the file that is read. */
const largestPage = 65_307;

/** The last page contains the position of its last sample. Opus counts at 48 kHz, and some samples at the start are skipped. */
async function readOgg(source: ByteSource): Promise<number | undefined> {
  const head = await source.read(0, largestPage);
  const opus = head.indexOf("OpusHead", 0, "latin1");
  const vorbis = head.indexOf("\x01vorbis", 0, "latin1");
  const [rate, skipped] = opus >= 0 ? [48_000, head.readUInt16LE(opus + 10)] : vorbis >= 0 ? [head.readUInt32LE(vorbis + 12), 0] : [0, 0];
  const tail = await source.read(Math.max(0, source.size - largestPage), largestPage);
  const last = tail.lastIndexOf("OggS", undefined, "latin1");
  return last < 0 ? undefined : positive((Number(tail.readBigInt64LE(last + 6)) - skipped) / rate);
}

interface Frame {
  /** Bytes. */
  length: number;
  seconds: number;
}

const bitrates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

/** A frame of MPEG 1, 2 or 2.5, layer III. */
function readMpegFrame(head: Buffer): Frame | undefined {
  const bits = head.readUInt32BE(0);
  const version = (bits >>> 19) & 3;
  if (bits >>> 21 !== 0x7ff || version === 1 || ((bits >>> 17) & 3) !== 1) return undefined;
  const isFirst = version === 3;
  const bitrate = bitrates[isFirst ? 1 : 2][(bits >>> 12) & 15];
  const fullRate = [44_100, 48_000, 32_000][(bits >>> 10) & 3];
  if (!bitrate || fullRate === undefined) return undefined;
  const rate = fullRate / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = isFirst ? 1152 : 576;
  return { length: Math.floor((samples / 8) * ((bitrate * 1000) / rate)) + ((bits >>> 9) & 1), seconds: samples / rate };
}

/** The channels of an MP3 file, from its first frame; undefined: no frame follows its tag. */
export async function findMpegChannels(source: ByteSource): Promise<1 | 2 | undefined> {
  const head = await source.read(await skipId3(source), frameHeadBytes);
  if (head.length < frameHeadBytes || readMpegFrame(head) === undefined) return undefined;
  return head.readUInt8(3) >>> 6 === 3 ? 1 : 2;
}

const adtsRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];

function readAdtsFrame(head: Buffer): Frame | undefined {
  if (head.readUInt16BE(0) >>> 4 !== 0xfff) return undefined;
  const rate = adtsRates[(head.readUInt8(2) >>> 2) & 15];
  const length = (head.readUIntBE(3, 3) >>> 5) & 0x1fff;
  return rate === undefined || length < 7 ? undefined : { length, seconds: 1024 / rate };
}

const frameHeadBytes = 6;

/** Sums all frames; the audio ends at the first data that is not a frame. */
async function addFrames(source: ByteSource, read: (head: Buffer) => Frame | undefined): Promise<number | undefined> {
  let seconds = 0;
  for (let at = await skipId3(source); at + frameHeadBytes <= source.size; ) {
    const frame = read(await source.read(at, frameHeadBytes));
    if (frame === undefined) break;
    seconds += frame.seconds;
    at += frame.length;
  }
  return positive(seconds);
}

/** The end of a tag before the audio; its size has seven bits in each byte. Source: ID3v2.4.0, 3.1. */
async function skipId3(source: ByteSource): Promise<number> {
  const head = await source.read(0, 10);
  if (head.length < 10 || head.toString("latin1", 0, 3) !== "ID3") return 0;
  return 10 + head.subarray(6).reduce((size, byte) => size * 128 + (byte & 0x7f), 0);
}
