/** Runs Anime4K's network on a part of an image. */
import { type Convolutions, createConvolutions } from "./convolution.ts";
import { readWeights } from "./weights.ts";

/** The parts of an image whose results are needed overlap by this: so far does each result depend on other pixels. */
export const reach = 7;

/** Pixels of each side of the largest part, with what overlaps. A multiple of 4. */
export const largestPart = 400;

const bytesOfValue = 4;
const inputBytes = 4 * bytesOfValue;
const layerBytes = 16 * bytesOfValue;
const resultBytes = 12 * bytesOfValue;
/** A row and a column on each side are 0, as what is beyond an image's edge. */
const side = largestPart + 2;
const pageBytes = 65_536;

export interface Network {
  /** Red, green, blue and a value without effect for each pixel, 0 to 1. The rows are `side` pixels long; the first and the last are beyond the edge. */
  input: Float32Array;
  /** Begins a part: everything is 0. */
  clear(): void;
  /**
   * @returns for each pixel what is added to the red of the four pixels that replace it (upper left, upper right, lower left, lower right), then to green and
   * blue. The rows are `side` pixels long.
   */
  run(width: number, height: number): Float32Array;
}

/** Values of a row. */
export const inputRow = side * 4;
export const resultRow = side * 12;

export async function loadNetwork(): Promise<Network> {
  const convolutions = await createConvolutions();
  const weights = readWeights();
  const { memory } = convolutions;
  let end = 0;
  const allocate = (bytes: number) => {
    const start = end;
    end = Math.ceil((start + bytes) / 16) * 16;
    return start;
  };
  const allocateFor = (values: Float32Array) => ({ values, at: allocate(values.byteLength) });
  const layers = weights.layers.map(allocateFor);
  const last = weights.last.map(allocateFor);
  const [input, even, odd, result] = [inputBytes, layerBytes, layerBytes, resultBytes].map((bytes) => allocate(side * side * bytes));
  if (input === undefined || even === undefined || odd === undefined || result === undefined) throw new TypeError("Unreachable.");
  memory.grow(Math.ceil(end / pageBytes) - memory.buffer.byteLength / pageBytes);
  for (const { values, at } of [...layers, ...last]) floats(convolutions, at, values.length).set(values);
  const results = floats(convolutions, result, side * resultRow);
  return {
    input: floats(convolutions, input, side * inputRow),
    clear: () => new Uint8Array(memory.buffer, input, result - input).fill(0),
    run(width, height) {
      for (let at = 0; at < results.length; at += weights.lastBias.length) results.set(weights.lastBias, at);
      let from = { at: input, bytes: inputBytes };
      for (const [index, layer] of layers.entries()) {
        const to = index % 2 === 0 ? even : odd;
        const output = to + (side + 1) * layerBytes;
        const convolution = index === 0 ? convolutions.first : convolutions.next;
        convolution(from.at, output, layer.at, Math.ceil(width / 4), height, side * from.bytes, side * layerBytes);
        clearBeyond(convolutions, to, width, height);
        const mix = last[index];
        if (mix) convolutions.last(output, result, mix.at, Math.ceil(width / 2), height, side * layerBytes, side * resultBytes);
        from = { at: to, bytes: layerBytes };
      }
      return results;
    },
  };
}

function floats({ memory }: Convolutions, at: number, length: number): Float32Array {
  return new Float32Array(memory.buffer, at, length);
}

/** The pixels are computed in groups of 4, so that up to 3 are beyond the right edge. */
function clearBeyond(convolutions: Convolutions, at: number, width: number, height: number): void {
  const beyond = Math.ceil(width / 4) * 4 - width;
  if (beyond === 0) return;
  const row = (side * layerBytes) / bytesOfValue;
  const values = floats(convolutions, at, side * row);
  for (let y = 1; y <= height; y += 1) {
    const start = y * row + ((width + 1) * layerBytes) / bytesOfValue;
    values.fill(0, start, start + (beyond * layerBytes) / bytesOfValue);
  }
}
