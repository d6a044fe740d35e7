/** Reads how long a sound or a video lasts from its own bytes. Sources: RIFF WAVE, RFC 9639, RFC 7845, ISO 11172-3, ISO 14496-3 (ADTS) and 14496-12. */

const view = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const positive = (seconds: number) => (Number.isFinite(seconds) && seconds > 0 ? seconds : undefined);

/** Seconds; undefined: the format is another one, or the file does not say. `format` is what `fileFormatOf` calls it. */
export function durationOf(bytes: Uint8Array, format: string): number | undefined {
  const file = view(bytes);
  switch (format) {
    case "wav":
      return wavDuration(file);
    case "flac":
      return flacDuration(file);
    case "opus":
      return opusDuration(file);
    case "mp3":
      return framesDuration(file, mpegFrame);
    case "aac":
      return framesDuration(file, adtsFrame);
    case "mp4":
    case "mov":
      return movieDuration(file);
    default:
      return undefined;
  }
}

/** A program that writes to a pipe does not know the size in the header: what is there counts. */
function wavDuration(file: Buffer): number | undefined {
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString("latin1", at, at + 4);
    const size = Math.min(file.readUInt32LE(at + 4), file.length - at - 8);
    if (name === "fmt " && size >= 12) bytesPerSecond = file.readUInt32LE(at + 16);
    if (name === "data") return positive(size / bytesPerSecond);
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/** STREAMINFO is the first block: 20 bits of rate, and 36 bits of samples. */
function flacDuration(file: Buffer): number | undefined {
  if (file.length < 26) return undefined;
  const rate = file.readUIntBE(18, 3) >> 4;
  const samples = ((file[21] ?? 0) & 0x0f) * 2 ** 32 + file.readUInt32BE(22);
  return positive(samples / rate);
}

/** The last page counts the samples at 48 kHz; the head says how many are skipped. Vorbis in Ogg has another clock. */
function opusDuration(file: Buffer): number | undefined {
  const head = file.subarray(0, 256).indexOf("OpusHead", 0, "latin1");
  const last = file.lastIndexOf("OggS", undefined, "latin1");
  if (head < 0 || head + 12 > file.length || last < 0 || last + 14 > file.length) return undefined;
  const samples = Number(file.readBigInt64LE(last + 6)) - file.readUInt16LE(head + 10);
  return positive(samples / 48_000);
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
function mpegFrame(file: Buffer, at: number): Frame | undefined {
  const header = file.readUInt32BE(at);
  const version = (header >>> 19) & 3;
  if (header >>> 21 !== 0x7ff || version === 1 || ((header >>> 17) & 3) !== 1) return undefined;
  const isFirst = version === 3;
  const bitrate = bitrates[isFirst ? 1 : 2][(header >>> 12) & 15];
  const fullRate = [44_100, 48_000, 32_000][(header >>> 10) & 3];
  if (!bitrate || fullRate === undefined) return undefined;
  const rate = fullRate / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = isFirst ? 1152 : 576;
  return { length: Math.floor((samples / 8) * ((bitrate * 1000) / rate)) + ((header >>> 9) & 1), seconds: samples / rate };
}

const adtsRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];

function adtsFrame(file: Buffer, at: number): Frame | undefined {
  if (at + 6 > file.length || file.readUInt16BE(at) >>> 4 !== 0xfff) return undefined;
  const rate = adtsRates[((file[at + 2] ?? 0) >>> 2) & 15];
  const length = (file.readUIntBE(at + 3, 3) >>> 5) & 0x1fff;
  return rate === undefined || length < 7 ? undefined : { length, seconds: 1024 / rate };
}

/** The sum of all frames, behind an ID3 tag; what is not a frame ends the sound. */
function framesDuration(file: Buffer, read: (file: Buffer, at: number) => Frame | undefined): number | undefined {
  const isTagged = file.length > 10 && file.toString("latin1", 0, 3) === "ID3";
  let at = isTagged ? 10 + file.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 0x7f), 0) : 0;
  let seconds = 0;
  while (at + 4 <= file.length) {
    const frame = read(file, at);
    if (!frame) break;
    seconds += frame.seconds;
    at += frame.length;
  }
  return positive(seconds);
}

/** Boxes of the file: `mvhd` in `moov` has a clock and a duration in its ticks. */
function movieDuration(file: Buffer): number | undefined {
  const movie = findBox(file, "moov");
  const header = movie && findBox(movie, "mvhd");
  if (!header || header.length < 32) return undefined;
  const isLong = header[0] === 1;
  const ticks = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return positive(ticks / header.readUInt32BE(isLong ? 20 : 12));
}

function findBox(boxes: Buffer, name: string): Buffer | undefined {
  for (let at = 0; at + 8 <= boxes.length; ) {
    const short = boxes.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= boxes.length;
    const size = isLong ? Number(boxes.readBigUInt64BE(at + 8)) : short === 0 ? boxes.length - at : short;
    const head = isLong ? 16 : 8;
    if (size < head) return undefined;
    if (boxes.toString("latin1", at + 4, at + 8) === name) return boxes.subarray(at + head, at + size);
    at += size;
  }
  return undefined;
}
