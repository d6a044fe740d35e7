/**
 * A convolution in WebAssembly with SIMD, which is written here instruction by instruction, so that neither a compiler nor a binary file is
 * needed. Source: WebAssembly Core Specification 2.0, "Binary Format".
 */
import { type WasmMemory, webAssembly } from "../webAssembly.ts";

/** Addresses are bytes in the memory; all values are 32-bit floats. */
type Convolution = (
  /** Of the first value under the kernel. */
  input: number,
  /** Of the first pixel. */
  output: number,
  weights: number,
  /** Groups of pixels in a row. */
  groups: number,
  rows: number,
  /** Bytes from one row to the next. */
  inputStride: number,
  outputStride: number,
) => void;

export interface Convolutions {
  memory: WasmMemory & { grow(pages: number): number };
  /** 3 × 3, from 4 values for each pixel to 16: 8 results that are above 0, and the opposite of those below it. Groups of 4 pixels. */
  first: Convolution;
  /** The same from 16 values. */
  next: Convolution;
  /** 1 × 1, from 16 values to 12, which are added to the output. Groups of 2 pixels. */
  last: Convolution;
}

const i32 = 0x7f;
const v128 = 0x7b;
const simd = 0xfd;
const blockOfNothing = 0x40;

/** Unsigned LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

/** Signed LEB128. */
function signed(value: number): number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}

const sized = (bytes: readonly number[]) => [...unsigned(bytes.length), ...bytes];
const list = (items: readonly (readonly number[])[]) => [...unsigned(items.length), ...items.flat()];
const section = (id: number, bytes: readonly number[]) => [id, ...sized(bytes)];
const name = (text: string) => sized([...Buffer.from(text, "utf8")]);

const get = (local: number) => [0x20, ...unsigned(local)];
const set = (local: number) => [0x21, ...unsigned(local)];
const constant = (value: number) => [0x41, ...signed(value)];
const addI32 = [0x6a];
const subtractI32 = [0x6b];
const multiplyI32 = [0x6c];
/** Aligned to 2 ** `alignment` bytes. */
const access = (opcode: number, alignment: number, offset: number) => [simd, ...unsigned(opcode), alignment, ...unsigned(offset)];
const load = (offset: number) => access(0x00, 4, offset);
const loadSplat = (offset: number) => access(0x09, 2, offset);
const store = (offset: number) => access(0x0b, 4, offset);
const operation = (opcode: number) => [simd, ...unsigned(opcode)];
const zero = [...operation(0x0c), ...new Array<number>(16).fill(0)];
const negate = operation(0xe1);
const add = operation(0xe4);
const multiply = operation(0xe6);
/** `pmax(a, b)` is `a < b ? b : a`. */
const largerOf = operation(0xeb);

const advance = (local: number, ...by: readonly number[][]) => [...get(local), ...by.flat(), ...addI32, ...set(local)];
/** Runs `body` as often as `counter` says, at least once. */
const repeat = (counter: number, body: readonly number[]) => [
  ...[0x03, blockOfNothing],
  ...body,
  ...[...get(counter), ...constant(1), ...subtractI32, 0x22, ...unsigned(counter)],
  ...[0x0d, 0],
  0x0b,
];

interface Shape {
  /** Values of each pixel of the input. */
  channels: number;
  /** Width and height of the kernel. */
  side: number;
  /** Pixels that are computed together. */
  pixels: number;
  /** Vectors of 4 results for each pixel. */
  vectors: number;
  /** Splits the results by their sign, or adds them to the output. */
  end: "split" | "add";
}

const [input, output, weights, groups, rows, inputStride, outputStride] = [0, 1, 2, 3, 4, 5, 6];
const [at, target, weight, column, kernelRow, kernelRest, value] = [7, 8, 9, 10, 11, 12, 13];
const firstSum = 14;

/** Weights: the bias (only of `split`), then for each row, column and channel of the kernel its `vectors`. */
function writeFunction({ channels, side, pixels, vectors, end }: Shape): number[] {
  const sum = (pixel: number, vector: number) => firstSum + pixel * vectors + vector;
  const all = Array.from({ length: pixels * vectors }, (_, index) => ({ pixel: Math.floor(index / vectors), vector: index % vectors }));
  const valueOfWeight = (vector: number) => firstSum + pixels * vectors + vector;
  const outputBytes = (end === "split" ? 2 : 1) * vectors * 16;
  const offsetInOutput = (pixel: number, vector: number) => pixel * outputBytes + vector * 16;
  /** The same channel of all pixels, with its weights. */
  const channel = (index: number) => [
    ...Array.from({ length: vectors }, (_, vector) => [
      ...[...get(weight), ...load((index * vectors + vector) * 16)],
      ...set(valueOfWeight(vector)),
    ]).flat(),
    ...Array.from({ length: pixels }, (_, pixel) => [
      ...[...get(at), ...loadSplat((pixel * channels + index) * 4), ...set(value)],
      ...Array.from({ length: vectors }, (__, vector) => [
        ...[...get(value), ...get(valueOfWeight(vector)), ...multiply],
        ...[...get(sum(pixel, vector)), ...add, ...set(sum(pixel, vector))],
      ]).flat(),
    ]).flat(),
  ];
  const atOnce = 4;
  const fourChannels = [
    ...Array.from({ length: atOnce }, (_, index) => channel(index)).flat(),
    ...advance(at, constant(atOnce * 4)),
    ...advance(weight, constant(atOnce * vectors * 16)),
  ];
  const kernel = repeat(kernelRow, [
    ...[...constant((side * channels) / atOnce), ...set(kernelRest)],
    ...repeat(kernelRest, fourChannels),
    ...advance(at, get(inputStride), constant(side * channels * 4), subtractI32),
  ]);
  const group = [
    ...[...get(weights), ...set(weight)],
    ...all.flatMap(({ pixel, vector }) => [
      ...(end === "split" ? [...get(weights), ...load(vector * 16)] : [...get(target), ...load(offsetInOutput(pixel, vector))]),
      ...set(sum(pixel, vector)),
    ]),
    ...(end === "split" ? advance(weight, constant(vectors * 16)) : []),
    ...[...constant(side), ...set(kernelRow)],
    ...kernel,
    ...all.flatMap(({ pixel, vector }) => {
      const result = get(sum(pixel, vector));
      const put = (change: readonly number[], offset: number) => [...get(target), ...result, ...change, ...store(offset)];
      if (end === "add") return put([], offsetInOutput(pixel, vector));
      return [
        ...put([...zero, ...largerOf], offsetInOutput(pixel, vector)),
        ...put([...negate, ...zero, ...largerOf], offsetInOutput(pixel, vectors + vector)),
      ];
    }),
    ...advance(at, constant(pixels * channels * 4), get(inputStride), constant(side), multiplyI32, subtractI32),
    ...advance(target, constant(pixels * outputBytes)),
  ];
  const code = repeat(rows, [
    ...[...get(input), ...set(at), ...get(output), ...set(target), ...get(groups), ...set(column)],
    ...repeat(column, group),
    ...advance(input, get(inputStride)),
    ...advance(output, get(outputStride)),
  ]);
  const numbers = [...unsigned(value - at), i32];
  const vectorsOfFunction = [...unsigned(firstSum - value + pixels * vectors + vectors), v128];
  return sized([...list([numbers, vectorsOfFunction]), ...code, 0x0b]);
}

const shapes = {
  first: { channels: 4, side: 3, pixels: 4, vectors: 2, end: "split" },
  next: { channels: 16, side: 3, pixels: 4, vectors: 2, end: "split" },
  last: { channels: 16, side: 1, pixels: 2, vectors: 3, end: "add" },
} as const satisfies Record<string, Shape>;

function writeModule(): Uint8Array {
  const functions = Object.entries(shapes);
  const type = [0x60, ...list(new Array(7).fill([i32])), ...list([])];
  const exported = functions.map(([key], index) => [...name(key), 0x00, ...unsigned(index)]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list([type])),
    ...section(3, list(functions.map(() => [0]))),
    ...section(5, list([[0x00, 1]])),
    ...section(7, list([[...name("memory"), 0x02, 0], ...exported])),
    ...section(10, list(functions.map(([, shape]) => writeFunction(shape)))),
  ]);
}

/** Compiles the module: milliseconds. */
export async function createConvolutions(): Promise<Convolutions> {
  const { exports } = new webAssembly.Instance(await webAssembly.compile(writeModule()), {});
  if (!hasConvolutions(exports)) throw new TypeError("The module of convolutions has not the exports that were written.");
  return exports;
}

type Exports = Readonly<Record<string, unknown>>;

function hasConvolutions(exports: Exports): exports is Exports & Convolutions {
  const hasFunctions = Object.keys(shapes).every((key) => typeof exports[key] === "function");
  return hasFunctions && exports.memory instanceof webAssembly.Memory && "grow" in exports.memory;
}
