/** How long a sound is, in seconds, from its headers. */
import { readMovie } from "./movie.ts";

/** undefined: not a sound of these formats, or its headers do not say. */
export function findSoundLength(bytes: Buffer, format: string): number | undefined {
  try {
    switch (format) {
      case "wav":
        return readWav(bytes)?.seconds;
      case "flac":
        return readFlac(bytes);
      case "opus":
        return readOgg(bytes);
      case "mp3":
        return readMp3(bytes);
      case "m4a":
        return readMovie(bytes)?.duration;
      default:
        return undefined;
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export interface WavSound {
  seconds: number;
  bitsPerSample: number;
  isFloat: boolean;
  samples: Buffer;
}

/** A size that is not known yet, as streams have it, ends with the file. Source: RIFF WAVE. */
export function readWav(bytes: Buffer): WavSound | undefined {
  let format: Buffer | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const content = bytes.subarray(at + 8, at + 8 + size);
    if (name === "fmt ") format = content;
    if (name === "data" && format !== undefined) {
      const perSecond = format.readUInt32LE(8);
      const isFloat = format.readUInt16LE(0) === 3;
      return perSecond === 0
        ? undefined
        : { seconds: content.length / perSecond, bitsPerSample: format.readUInt16LE(14), isFloat, samples: content };
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/** Source: RFC 9639, 8.2. */
function readFlac(bytes: Buffer): number | undefined {
  const rate = bytes.readUIntBE(18, 3) >>> 4;
  const samples = (bytes.readUInt8(21) & 0x0f) * 2 ** 32 + bytes.readUInt32BE(22);
  return rate === 0 || samples === 0 ? undefined : samples / rate;
}

/** The position of the last page. Opus counts at 48 kHz, with samples to leave out at the start. Source: RFC 3533, 6; RFC 7845, 4. */
function readOgg(bytes: Buffer): number | undefined {
  const last = bytes.lastIndexOf("OggS");
  const position = Number(bytes.readBigInt64LE(last + 6));
  const opus = bytes.indexOf("OpusHead");
  if (opus !== -1) return Math.max(0, position - bytes.readUInt16LE(opus + 10)) / 48_000;
  const vorbis = bytes.indexOf("\x01vorbis", 0, "latin1");
  return vorbis === -1 ? undefined : position / bytes.readUInt32LE(vorbis + 12);
}

const bitRates = {
  version1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  version2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = [44_100, 48_000, 32_000];

/** The sum of the frames. Source: ISO/IEC 11172-3, 2.4.1.3, and 13818-3 for lower rates. */
function readMp3(bytes: Buffer): number | undefined {
  // ID3v2 writes its size with seven bits in each byte.
  let at = bytes.toString("latin1", 0, 3) === "ID3" ? 10 + [6, 7, 8, 9].reduce((size, index) => size * 128 + bytes.readUInt8(index), 0) : 0;
  let seconds = 0;
  while (at + 4 <= bytes.length) {
    const head = bytes.readUInt32BE(at);
    const version = (head >>> 19) & 3;
    const rate = (sampleRates[(head >>> 10) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
    const kilobits = bitRates[version === 3 ? "version1" : "version2"][(head >>> 12) & 15] ?? 0;
    if (head >>> 21 !== 0x7ff || ((head >>> 17) & 3) !== 1 || rate === 0 || kilobits === 0) break;
    const samples = version === 3 ? 1152 : 576;
    at += Math.floor((samples * kilobits * 125) / rate) + ((head >>> 9) & 1);
    seconds += samples / rate;
  }
  return seconds === 0 ? undefined : seconds;
}
