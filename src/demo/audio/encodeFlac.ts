/** Encodes samples as a FLAC file of 16 bits. Source: RFC 9639. */
import { createHash } from "node:crypto";
import { createBitWriter } from "./bitWriter.ts";
import { toSixteenBits } from "./encodeWav.ts";

const blockSize = 4096;

/** Rates with a code in the frame header; players that seek do not read STREAMINFO again. Source: RFC 9639, 9.1.2. */
const rateCodes: Readonly<Record<number, number>> = { 8000: 4, 16000: 5, 22050: 6, 24000: 7, 32000: 8, 44100: 9, 48000: 10 };

function crc(bytes: Uint8Array, width: 8 | 16, polynomial: number): number {
  const top = 1 << (width - 1);
  const mask = 2 ** width - 1;
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) value = value & top ? ((value << 1) ^ polynomial) & mask : (value << 1) & mask;
  }
  return value;
}

/** The residual of each sample after the fixed predictor of that order. Source: RFC 9639, 9.2.5. */
function residual(samples: Int16Array, order: number): Int32Array {
  const values = new Int32Array(samples);
  for (let pass = 0; pass < order; pass += 1) {
    for (let index = values.length - 1; index > pass; index -= 1) values[index] = (values[index] ?? 0) - (values[index - 1] ?? 0);
  }
  return values.subarray(order);
}

const folded = (value: number) => (value >= 0 ? value * 2 : -value * 2 - 1);

/** The order with the smallest residual, and the Rice parameter for it. */
function choosePredictor(samples: Int16Array): { order: number; rest: Int32Array; parameter: number } {
  const choices = [0, 1, 2, 3, 4].filter((order) => order < samples.length).map((order) => ({ order, rest: residual(samples, order) }));
  const sums = choices.map(({ rest }) => rest.reduce((sum, value) => sum + folded(value), 0));
  const best = sums.indexOf(Math.min(...sums));
  const { order, rest } = choices[best] ?? { order: 0, rest: residual(samples, 0) };
  const mean = (sums[best] ?? 0) / Math.max(1, rest.length);
  return { order, rest, parameter: Math.max(0, Math.min(14, Math.floor(Math.log2(mean + 1)))) };
}

/** Frame numbers are encoded like UTF-8. Source: RFC 9639, 9.1.5. */
function frameNumber(value: number): number[] {
  if (value < 0x80) return [value];
  if (value < 0x800) return [0xc0 | (value >> 6), 0x80 | (value & 63)];
  return [0xe0 | (value >> 12), 0x80 | ((value >> 6) & 63), 0x80 | (value & 63)];
}

function encodeFrame(samples: Int16Array, number: number, rate: number): Uint8Array {
  // A full block has a code of its own; the last block has its size after the frame number. One channel, 16 bits.
  const size = samples.length - 1;
  const whole = samples.length === blockSize;
  const header = [
    0xff,
    0xf8,
    (whole ? 0xc0 : 0x70) | (rateCodes[rate] ?? 0),
    0x08,
    ...frameNumber(number),
    ...(whole ? [] : [size >> 8, size & 255]),
  ];
  const writer = createBitWriter();
  for (const byte of [...header, crc(Uint8Array.from(header), 8, 0x07)]) writer.write(byte, 8);
  const { order, rest, parameter } = choosePredictor(samples);
  writer.write((8 + order) << 1, 8);
  for (const sample of samples.subarray(0, order)) writer.write(sample & 0xffff, 16);
  writer.write(0, 6);
  writer.write(parameter, 4);
  for (const value of rest) {
    const code = folded(value);
    writer.writeUnary(code >>> parameter);
    writer.write(code & (2 ** parameter - 1), parameter);
  }
  const bytes = writer.finish();
  const check = crc(bytes, 16, 0x8005);
  return Uint8Array.of(...bytes, check >> 8, check & 255);
}

function metadata(type: number, body: Uint8Array, last: boolean): Buffer {
  return Buffer.concat([Uint8Array.of((last ? 128 : 0) | type, body.length >> 16, (body.length >> 8) & 255, body.length & 255), body]);
}

function streamInfo(samples: Int16Array, rate: number, frames: readonly Uint8Array[]): Uint8Array {
  const sizes = frames.map((frame) => frame.length);
  const writer = createBitWriter();
  writer.write(blockSize, 16);
  writer.write(blockSize, 16);
  writer.write(Math.min(...sizes), 24);
  writer.write(Math.max(...sizes), 24);
  writer.write(rate, 20);
  writer.write(0, 3);
  writer.write(15, 5);
  writer.write(Math.floor(samples.length / 2 ** 32), 4);
  writer.write(samples.length >>> 16, 16);
  writer.write(samples.length & 0xffff, 16);
  return Buffer.concat([writer.finish(), createHash("md5").update(new Uint8Array(samples.buffer)).digest()]);
}

/** The offset of every frame, so that a player can seek directly. Source: RFC 9639, 8.5. */
function seekTable(frames: readonly Uint8Array[], count: number): Uint8Array {
  const table = Buffer.alloc(frames.length * 18);
  let offset = 0;
  for (const [index, frame] of frames.entries()) {
    table.writeBigUInt64BE(BigInt(index * blockSize), index * 18);
    table.writeBigUInt64BE(BigInt(offset), index * 18 + 8);
    table.writeUInt16BE(Math.min(blockSize, count - index * blockSize), index * 18 + 16);
    offset += frame.length;
  }
  return table;
}

function vorbisComment(comment: string): Uint8Array {
  const sized = (text: string) => Buffer.concat([Uint8Array.of(text.length & 255, text.length >> 8, 0, 0), Buffer.from(text, "latin1")]);
  return Buffer.concat([sized("Generation Studio"), Uint8Array.of(1, 0, 0, 0), sized(`COMMENT=${comment}`)]);
}

/** One channel at `rate` samples per second; `comment` is ASCII. Only for little-endian machines, which are all that VS Code supports. */
export function encodeFlac(samples: Float32Array, rate: number, comment: string): Uint8Array {
  const values = toSixteenBits(samples);
  const frames = Array.from({ length: Math.ceil(values.length / blockSize) }, (_, index) =>
    encodeFrame(values.subarray(index * blockSize, (index + 1) * blockSize), index, rate),
  );
  const head = [
    metadata(0, streamInfo(values, rate, frames), false),
    metadata(3, seekTable(frames, values.length), false),
    metadata(4, vorbisComment(comment), true),
  ];
  return new Uint8Array(Buffer.concat([Buffer.from("fLaC", "latin1"), ...head, ...frames]));
}
