/** The sizes of sounds that a program has written to a pipe, as they are saved. */
import { describe, expect, test } from "vitest";
import { sourceOfBytes } from "../../../../src/media/files/byteSource.ts";
import { findDuration } from "../../../../src/media/files/duration.ts";
import { finishBytes } from "../../../../src/media/metadata/finishFile.ts";

const rate = 24_000;
const samples = Buffer.from(Int16Array.from({ length: rate }, (_, index) => Math.sin(index / 20) * 20_000).buffer);
const seconds = samples.length / 2 / rate;

interface Chunk {
  type: string;
  content: Uint8Array;
  size?: number;
}

function chunk({ type, content, size = content.length }: Chunk): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, "latin1");
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

interface Format {
  code?: number;
  bits?: number;
  at?: number;
  block?: number;
  bytesPerSecond?: number;
}

function format({ code = 1, bits = 16, at = rate, block = bits / 8, bytesPerSecond = at * block }: Format = {}): Buffer {
  const fields = Buffer.alloc(16);
  fields.writeUInt16LE(code, 0);
  fields.writeUInt16LE(1, 2);
  fields.writeUInt32LE(at, 4);
  fields.writeUInt32LE(bytesPerSecond, 8);
  fields.writeUInt16LE(block, 12);
  fields.writeUInt16LE(bits, 14);
  return fields;
}

/** undefined: the true size. */
function wav(
  riff: number | undefined,
  data: number | undefined,
  others: { before?: Chunk[]; after?: Chunk[]; content?: Buffer; fields?: Buffer } = {},
) {
  const { before = [], after = [], content = samples, fields = format() } = others;
  const size = data ?? content.length;
  const chunks = [{ type: "fmt ", content: fields }, ...before, { type: "data", content, size }, ...after];
  const file = Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVE"), ...chunks.map(chunk)]);
  file.writeUInt32LE(riff ?? file.length - 8, 4);
  return file;
}

const list: Chunk = { type: "LIST", content: Buffer.from("INFOISFT\x04\0\0\0abc\0", "latin1") };
const fact = (count: number): Chunk => ({ type: "fact", content: Buffer.from(Uint32Array.of(count).buffer) });

/** RIFF and data as programs write them; the sources are in the names. */
const members: readonly [name: string, file: Buffer][] = [
  ["Python's wave to a pipe: 36 and 0", wav(36, 0)],
  ["both 0", wav(0, 0)],
  ["ffmpeg: all bits", wav(0xffff_ffff, 0xffff_ffff, { before: [list] })],
  ["espeak-ng", wav(0x7fff_f024, 0x7fff_f000)],
  ["sox: the largest signed number", wav(0x7fff_ffff, 0x7fff_ffff)],
  ["the largest signed number without the head", wav(0x7fff_ffff, 0x7fff_ffdb)],
  ["2,000,000,000", wav(2_000_000_036, 2_000_000_000)],
  ["2,000,000,000 for both", wav(2_000_000_000, 2_000_000_000)],
  ["the sign bit", wav(0x8000_0024, 0x8000_0000)],
  ["all bits less the head", wav(0xffff_ffff, 0xffff_ffdb)],
  ["an even number below all bits", wav(0xffff_fffe, 0xffff_fffe)],
  ["only the file's size is missing", wav(0, undefined)],
  ["only the file's size is too large", wav(0xffff_ffff, undefined)],
  ["only the file's size is that of a head", wav(36, undefined)],
  ["only the samples' size is missing", wav(undefined, 0)],
  ["only the samples' size is too large", wav(undefined, 0xffff_ffff)],
  ["the file's size is one byte too small", wav(35 + samples.length, undefined)],
  ["the file's size is that of the samples", wav(samples.length, undefined)],
  ["the file's size contains its own head", wav(44 + samples.length, undefined)],
  ["a size for twice the samples", wav(36 + samples.length * 2, samples.length * 2)],
  ["texts before the samples", wav(36 + 20, 0, { before: [list] })],
  ["texts behind samples of known size", wav(0, undefined, { after: [list] })],
  [
    "floating point samples with a count",
    wav(0xffff_ffff, 0xffff_ffff, {
      fields: format({ code: 3, bits: 32 }),
      before: [fact(0xffff_ffff)],
      content: Buffer.from(new Float32Array(rate).fill(0.25).buffer),
    }),
  ],
  [
    "sox: telephony with a count",
    wav(0x7fff_f032, 0x7fff_f000, {
      fields: format({ code: 7, bits: 8 }),
      before: [fact(0x7fff_f000)],
      content: Buffer.alloc(rate, 0x55),
    }),
  ],
  [
    "sox: blocks with a count",
    wav(0x7fff_effa, 0x7fff_efc2, {
      // GSM 6.10: 65 bytes for 320 samples.
      fields: Buffer.concat([format({ code: 0x31, bits: 0, block: 65 }), Buffer.from(Uint16Array.of(2, 320).buffer)]),
      before: [fact(0x7627_1280)],
      content: Buffer.alloc((rate / 320) * 65, 0x55),
    }),
  ],
  ["a rate of bytes that is too small", wav(undefined, undefined, { fields: format({ at: rate, bytesPerSecond: rate }) })],
  [
    "8 bits with an odd number of samples",
    wav(0, 0, { fields: format({ bits: 8 }), content: Buffer.alloc(rate + 1, 127) }).subarray(0, -1),
  ],
];

/** The sizes that the file states, each with what it is. */
function readSizes(file: Uint8Array) {
  const bytes = Buffer.from(file);
  let offset = 12;
  const chunks: [string, number][] = [];
  for (; offset + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(offset + 4);
    chunks.push([bytes.toString("latin1", offset, offset + 4), size]);
    offset += 8 + size + (size % 2);
  }
  return { riff: bytes.readUInt32LE(4) + 8, end: offset, chunks: Object.fromEntries(chunks) };
}

const origin = { model: "voice", isProcedural: false };

describe("a WAV file", () => {
  test.each(members)("has its true sizes and states its origin behind the samples: %s", async (_, file) => {
    const start = file.indexOf("data") + 8;
    const behind = file.indexOf("LIST", start);
    const content = file.subarray(start, behind < 0 ? undefined : behind);
    const saved = Buffer.from(await finishBytes(file, origin));
    const { riff, end, chunks } = readSizes(saved);
    expect([riff, end]).toEqual([saved.length, saved.length]);
    expect(chunks.data).toBe(content.length);
    expect(saved.indexOf(content)).toBe(saved.indexOf("data") + 8);
    expect(saved.indexOf("_PMX")).toBeGreaterThanOrEqual(saved.indexOf("data") + 8 + content.length);
    if (chunks.fact !== undefined) expect(saved.readUInt32LE(saved.indexOf("fact") + 8)).toBe(rate);
    for (const bytes of [file, saved]) expect(await findDuration(sourceOfBytes(bytes), "wav")).toBeCloseTo(seconds, 3);
  });

  test.each<[name: string, file: Buffer]>([
    ["a sound without samples", wav(undefined, undefined, { content: Buffer.alloc(0), after: [list] })],
    ["a sound without samples, of a pipe", wav(36, 0, { content: Buffer.alloc(0) })],
  ])("keeps the size 0: %s", async (_, file) => {
    const saved = Buffer.from(await finishBytes(file, origin));
    expect(readSizes(saved)).toMatchObject({ riff: saved.length, chunks: { data: 0 } });
  });

  test("that was written in several files, one behind another, has all samples", async () => {
    for (const one of [wav(undefined, undefined), wav(0, 0), wav(0xffff_ffff, 0xffff_ffff), wav(undefined, undefined, { after: [list] })]) {
      const saved = Buffer.from(await finishBytes(Buffer.concat([one, one, one]), origin));
      expect(readSizes(saved)).toMatchObject({ riff: saved.length, end: saved.length, chunks: { data: samples.length * 3 } });
      const start = saved.indexOf("data") + 8;
      expect(saved.subarray(start, start + samples.length * 3).equals(Buffer.concat([samples, samples, samples]))).toBe(true);
    }
  });

  test("that is followed by a sound of another rate keeps only its own size", async () => {
    const other = wav(undefined, undefined, { fields: format({ at: 8000 }) });
    const saved = Buffer.from(await finishBytes(Buffer.concat([wav(undefined, undefined), other]), origin));
    expect(saved.readUInt32LE(saved.indexOf("data") + 4)).toBe(samples.length);
    expect(saved.subarray(-other.length).equals(other)).toBe(true);
  });

  test("with sizes of 64 bits has them in its own chunk", async () => {
    const sizes: Chunk = { type: "ds64", content: Buffer.alloc(28) };
    const file = Buffer.concat([Buffer.from("RF64\xff\xff\xff\xffWAVE", "latin1"), chunk(sizes), wav(0, 0xffff_ffff).subarray(12)]);
    const saved = Buffer.from(await finishBytes(file, origin));
    expect(saved.readBigUInt64LE(20)).toBe(BigInt(saved.length - 8));
    expect(saved.readBigUInt64LE(28)).toBe(BigInt(samples.length));
    expect(saved.readBigUInt64LE(36)).toBe(BigInt(rate));
    expect(saved.readUInt32LE(4)).toBe(0xffff_ffff);
    expect(saved.includes("_PMX")).toBe(true);
  });
});
