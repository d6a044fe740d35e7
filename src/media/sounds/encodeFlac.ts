/** Encodes samples as a FLAC file of 16 bits. Source: RFC 9639. */
import { createHash } from "node:crypto";
import { type Chapter, vorbisChapters, vorbisComments } from "./chapters.ts";
import { createTurns } from "./createTurns.ts";
import { interleaved, toSixteenBits } from "./encodeWav.ts";
import type { Samples } from "./samples.ts";

const blockSize = 4096;

/** Rates with a code in the frame header; players that seek do not read STREAMINFO again. Source: RFC 9639, 9.1.2. */
const rateCodes: Readonly<Record<number, number>> = { 8000: 4, 16000: 5, 22050: 6, 24000: 7, 32000: 8, 44100: 9, 48000: 10 };

function crc(bytes: readonly number[], width: 8 | 16, polynomial: number): number {
  const top = 1 << (width - 1);
  const mask = 2 ** width - 1;
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) value = value & top ? ((value << 1) ^ polynomial) & mask : (value << 1) & mask;
  }
  return value;
}

/** Adds numbers of any width in bits to bytes, most significant bit first. */
function createBitWriter(bytes: number[]) {
  let [pending, count] = [0, 0];
  return (value: number, width: number): void => {
    for (let bit = width - 1; bit >= 0; bit -= 1) {
      pending = (pending << 1) | ((value >>> bit) & 1);
      count += 1;
      if (count < 8) continue;
      bytes.push(pending);
      [pending, count] = [0, 0];
    }
  };
}

/** The order of the fixed predictor: each sample continues the line through the two before it. Source: RFC 9639, 9.2.5. */
const order = 2;

/** The errors of the prediction, without a sign: 0, -1, 1, -2, 2 … Source: RFC 9639, 9.2.7. */
function residualOf(samples: Int16Array): Uint32Array {
  return Uint32Array.from(samples.subarray(order), (sample, index) => {
    const value = sample - 2 * (samples[index + 1] ?? 0) + (samples[index] ?? 0);
    return value >= 0 ? value * 2 : -value * 2 - 1;
  });
}

/** Frame numbers are encoded like UTF-8. Source: RFC 9639, 9.1.5. */
function frameNumber(value: number): number[] {
  if (value < 0x80) return [value];
  if (value < 0x800) return [0xc0 | (value >> 6), 0x80 | (value & 63)];
  return [0xe0 | (value >> 12), 0x80 | ((value >> 6) & 63), 0x80 | (value & 63)];
}

/** Rice codes. */
function writeResidual(residual: Uint32Array, write: (value: number, width: number) => void): void {
  const mean = residual.reduce((sum, value) => sum + value, 0) / residual.length;
  const parameter = Math.min(14, Math.floor(Math.log2(mean + 1)));
  write(parameter, 10);
  for (const value of residual) {
    for (let left = value >>> parameter; left > 0; left -= 1) write(0, 1);
    write(1, 1);
    write(value, parameter);
  }
}

function encodeFrame(channels: readonly Int16Array[], number: number, rate: number): Uint8Array {
  // A full block has a code of its own; the last block has its size after the frame number. Independent channels of 16 bits.
  const length = channels[0]?.length ?? 0;
  const size = length - 1;
  const isFull = length === blockSize;
  const form = ((channels.length - 1) << 4) | 0x08;
  const bytes = [0xff, 0xf8, (isFull ? 0xc0 : 0x70) | (rateCodes[rate] ?? 0), form, ...frameNumber(number)];
  if (!isFull) bytes.push(size >> 8, size & 255);
  bytes.push(crc(bytes, 8, 0x07));
  const write = createBitWriter(bytes);
  for (const samples of channels) writeChannel(samples, write);
  // Zeros up to the end of the byte.
  write(0, 7);
  const check = crc(bytes, 16, 0x8005);
  return Uint8Array.of(...bytes, check >> 8, check & 255);
}

function writeChannel(samples: Int16Array, write: (value: number, width: number) => void): void {
  const isConstant = samples.every((sample) => sample === samples[0]);
  const isPredicted = !isConstant && samples.length > order;
  // The other samples are stored as they are: one that stands for all, or two.
  write((isConstant ? 0 : isPredicted ? 8 + order : 1) << 1, 8);
  for (const sample of samples.subarray(0, isConstant ? 1 : order)) write(sample, 16);
  if (isPredicted) writeResidual(residualOf(samples), write);
}

function metadata(type: number, body: Uint8Array): Buffer {
  return Buffer.concat([Uint8Array.of(type, body.length >> 16, (body.length >> 8) & 255, body.length & 255), body]);
}

interface Layout {
  rate: number;
  channels: number;
  /** Samples of each channel. */
  count: number;
}

/** `digest`: the MD5 of all samples. Source: RFC 9639, 8.2. */
function streamInfo({ rate, channels, count }: Layout, digest: Uint8Array, frames: readonly Uint8Array[]): Buffer {
  const body = Buffer.alloc(18);
  body.writeUInt16BE(blockSize, 0);
  body.writeUInt16BE(blockSize, 2);
  const sizes = frames.map(({ length }) => length);
  body.writeUIntBE(Math.min(...sizes), 4, 3);
  body.writeUIntBE(Math.max(...sizes), 7, 3);
  body.writeBigUInt64BE((BigInt(rate) << 44n) | (BigInt(channels - 1) << 41n) | (15n << 36n) | BigInt(count), 10);
  return Buffer.concat([body, digest]);
}

/** The offset of every frame, without which Chromium does not seek. Source: RFC 9639, 8.5. */
function seekTable(frames: readonly Uint8Array[], count: number): Buffer {
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

/** One or two channels at `rate` samples per second; `comment` is ASCII. Only for little-endian machines, which are all that VS Code supports. */
export async function encodeFlac(
  channels: readonly Samples[],
  rate: number,
  comment: string,
  chapters: readonly Chapter[] = [],
): Promise<Uint8Array> {
  const count = channels[0]?.length ?? 0;
  const takeTurns = createTurns();
  const frames: Uint8Array[] = [];
  const digest = createHash("md5");
  for (let at = 0; at < count; at += blockSize) {
    await takeTurns();
    const values = channels.map((samples) => toSixteenBits(samples.subarray(at, at + blockSize)));
    digest.update(new Uint8Array(interleaved(values).buffer));
    frames.push(encodeFrame(values, frames.length, rate));
  }
  const last = 128;
  const head = [
    metadata(0, streamInfo({ rate, channels: channels.length, count }, digest.digest(), frames)),
    metadata(3, seekTable(frames, count)),
    metadata(last | 4, vorbisComments([`COMMENT=${comment}`, ...vorbisChapters(chapters)])),
  ];
  return new Uint8Array(Buffer.concat([Buffer.from("fLaC", "latin1"), ...head, ...frames]));
}
