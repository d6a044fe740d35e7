/** Decodes FLAC. Source: RFC 9639. */
import { BitReader } from "./bitReader.ts";
import { SampleCollector, type Sound } from "./sound.ts";

interface StreamInfo {
  rate: number;
  bits: number;
  /** Of each channel; 0: the file does not say. */
  samples: number;
  /** Where the first frame begins. */
  frames: number;
}

/** undefined: no FLAC. @throws RangeError when it is damaged, cut off or too long */
export function decodeFlac(file: Buffer): Sound | undefined {
  const info = readMetadata(file);
  if (info === undefined) return undefined;
  const collector = new SampleCollector();
  const reader = new BitReader(file, info.frames);
  let count = 0;
  while (reader.position < file.length && (info.samples === 0 || count < info.samples)) {
    const channels = readFrame(reader, info.bits);
    collector.add(channels);
    count += channels[0]?.length ?? 0;
  }
  return collector.finish(info.rate);
}

/** Source: RFC 9639, 8. */
function readMetadata(file: Buffer): StreamInfo | undefined {
  if (file.toString("latin1", 0, 4) !== "fLaC") return undefined;
  const reader = new BitReader(file, 8 + 10);
  const [rate, , bits, samples] = [reader.read(20), reader.read(3), reader.read(5) + 1, reader.read(36)];
  let at = 4;
  for (let isLast = false; !isLast; ) {
    isLast = file.readUInt8(at) >= 0x80;
    at += 4 + file.readUIntBE(at + 1, 3);
  }
  return { rate, bits, samples, frames: at };
}

const sizeOfBits: Readonly<Record<number, number>> = { 1: 8, 2: 12, 4: 16, 5: 20, 6: 24, 7: 32 };

/** Source: RFC 9639, 9.1. */
function readFrame(reader: BitReader, bitsOfStream: number): Float32Array[] {
  if (reader.read(15) !== 0x7ffc) throw new RangeError("There is no frame.");
  reader.read(1);
  const [sizeCode, rateCode, assignment, bitsCode] = [reader.read(4), reader.read(4), reader.read(4), reader.read(3)];
  reader.read(1);
  // The number of the frame is written like UTF-8.
  for (let following = Math.max(0, Math.clz32(~(reader.read(8) << 24)) - 1); following > 0; following -= 1) reader.read(8);
  const size = readBlockSize(reader, sizeCode);
  if (rateCode >= 12) reader.read(rateCode === 12 ? 8 : 16);
  reader.read(8);
  const bits = bitsCode === 0 ? bitsOfStream : sizeOfBits[bitsCode];
  if (bits === undefined || assignment > 10) throw new RangeError("The frame is damaged.");
  const count = assignment < 8 ? assignment + 1 : 2;
  const channels = Array.from({ length: count }, (_, channel) => {
    const isDifference = assignment === 9 ? channel === 0 : assignment >= 8 && channel === 1;
    return readSubframe(reader, size, bits + (isDifference ? 1 : 0));
  });
  reader.align();
  reader.read(16);
  restore(channels, assignment);
  return channels.map((samples) => scale(samples, 1 / 2 ** (bits - 1)));
}

function scale(samples: Float64Array, factor: number): Float32Array {
  const scaled = new Float32Array(samples.length);
  for (let at = 0; at < scaled.length; at += 1) scaled[at] = (samples[at] ?? 0) * factor;
  return scaled;
}

/** Source: RFC 9639, 9.1.1. */
function readBlockSize(reader: BitReader, code: number): number {
  if (code === 0) throw new RangeError("The frame is damaged.");
  if (code === 1) return 192;
  if (code <= 5) return 144 * 2 ** code;
  if (code <= 7) return reader.read(code === 6 ? 8 : 16) + 1;
  return 2 ** code;
}

/** Makes left and right of what two channels differ by. Source: RFC 9639, 4.2. */
function restore([first, second]: readonly Float64Array[], assignment: number): void {
  if (assignment < 8 || first === undefined || second === undefined) return;
  for (let at = 0; at < first.length; at += 1) {
    const [one = 0, other = 0] = [first[at], second[at]];
    if (assignment === 8) second[at] = one - other;
    else if (assignment === 9) first[at] = one + other;
    else {
      const both = one * 2 + Math.abs(other % 2);
      first[at] = (both + other) / 2;
      second[at] = (both - other) / 2;
    }
  }
}

/** Source: RFC 9639, 9.2. */
function readSubframe(reader: BitReader, size: number, bitsOfChannel: number): Float64Array {
  reader.read(1);
  const type = reader.read(6);
  const wasted = reader.read(1) === 1 ? reader.readUnary() + 1 : 0;
  const bits = bitsOfChannel - wasted;
  const samples = new Float64Array(size);
  if (type === 0) samples.fill(reader.readSigned(bits));
  else if (type === 1) readVerbatim(reader, samples, size, bits);
  else if (type >= 8 && type <= 12) readPredicted(reader, samples, bits, type - 8, () => fixedPredictors[type - 8] ?? noPredictor);
  else if (type >= 32) readPredicted(reader, samples, bits, type - 31, () => readPredictor(reader, type - 31));
  else throw new RangeError("The subframe is damaged.");
  if (wasted > 0) for (let at = 0; at < size; at += 1) samples[at] = (samples[at] ?? 0) * 2 ** wasted;
  return samples;
}

function readVerbatim(reader: BitReader, samples: Float64Array, count: number, bits: number): void {
  for (let at = 0; at < Math.min(count, samples.length); at += 1) samples[at] = reader.readSigned(bits);
}

interface Predictor {
  /** For the last sample, the one before it, and so on. */
  coefficients: readonly number[];
  shift: number;
}

const noPredictor: Predictor = { coefficients: [], shift: 0 };
/** Source: RFC 9639, 9.2.5. */
const fixedPredictors: readonly Predictor[] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]].map((coefficients) => ({
  coefficients,
  shift: 0,
}));

/** Source: RFC 9639, 9.2.6. */
function readPredictor(reader: BitReader, order: number): Predictor {
  const [precision, shift] = [reader.read(4) + 1, reader.readSigned(5)];
  if (precision === 16 || shift < 0) throw new RangeError("The subframe is damaged.");
  return { coefficients: Array.from({ length: order }, () => reader.readSigned(precision)), shift };
}

/** The first samples are written whole; the others are what a predictor makes of those before them, and what it misses. */
function readPredicted(reader: BitReader, samples: Float64Array, bits: number, order: number, predictor: () => Predictor): void {
  readVerbatim(reader, samples, order, bits);
  const { coefficients, shift } = predictor();
  readResidual(reader, samples, order);
  const divisor = 2 ** shift;
  for (let at = order; at < samples.length; at += 1) {
    let sum = 0;
    for (let back = 0; back < order; back += 1) sum += (coefficients[back] ?? 0) * (samples[at - 1 - back] ?? 0);
    samples[at] = (samples[at] ?? 0) + Math.floor(sum / divisor);
  }
}

/** Source: RFC 9639, 9.2.7. */
function readResidual(reader: BitReader, samples: Float64Array, order: number): void {
  const parameterBits = 4 + reader.read(2);
  const partitions = 2 ** reader.read(4);
  if (parameterBits > 5) throw new RangeError("The residual is damaged.");
  const unencoded = 2 ** parameterBits - 1;
  for (let partition = 0, at = order; partition < partitions; partition += 1) {
    const end = Math.floor((samples.length / partitions) * (partition + 1));
    const parameter = reader.read(parameterBits);
    if (parameter === unencoded) {
      const bits = reader.read(5);
      for (; at < end; at += 1) samples[at] = reader.readSigned(bits);
      continue;
    }
    for (; at < end; at += 1) {
      const folded = reader.readUnary() * 2 ** parameter + reader.read(parameter);
      samples[at] = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    }
  }
}
