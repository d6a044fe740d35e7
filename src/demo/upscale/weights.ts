/** The weights of Anime4K's network "L" for factor 2, from websr (https://github.com/sb2702/websr), in the order of our convolutions. */
import network from "@websr/websr/weights/anime4k/cnn-2x-l-an.json" with { type: "json" };

export interface Weights {
  /** In the order of the layers: 8 biases, then for each row, column and channel of the kernel 8 values. The first layer has 4 channels. */
  layers: Float32Array[];
  /** For the output of each layer, for each of its 16 channels 12 values. */
  last: Float32Array[];
  /** 12 biases. */
  lastBias: Float32Array;
}

const layersOfFile = new Map<string, { type: string; weights?: readonly number[]; bias?: readonly number[] }>(
  Object.entries(network.layers),
);

const pairs = ["", "_1", "_2", "_3", "_4", "_5", "_6"];

/** Values of a vector, and of the matrices, which are stored by columns. */
const wide = 4;

export function readWeights(): Weights {
  const layer = (name: string) => {
    const { weights = [], bias = [] } = layersOfFile.get(`conv2d${name}`) ?? {};
    return { weights, bias };
  };
  const lasts = ["_last_tf", "_last_tf1", "_last_tf2"].map(layer);
  return {
    layers: pairs.map((name, index) => readPair([layer(`${name}_tf`), layer(`${name}_tf1`)], index === 0 ? 1 : wide)),
    last: pairs.map((_, index) => readLast(lasts, index)),
    lastBias: Float32Array.from(lasts.flatMap(({ bias }) => bias)),
  };
}

interface Layer {
  weights: readonly number[];
  bias: readonly number[];
}

/** A layer of 8 results. @param groups of 4 channels. The file has the kernel's columns before its rows. */
function readPair(halves: readonly Layer[], groups: number): Float32Array {
  const values: number[] = halves.flatMap(({ bias }) => bias);
  for (let row = 0; row < 3; row += 1)
    for (let column = 0; column < 3; column += 1)
      for (let channel = 0; channel < groups * wide; channel += 1) {
        const matrix = Math.floor(channel / wide) * 9 + column * 3 + row;
        for (const { weights } of halves) values.push(...columnOf(weights, matrix, channel % wide));
      }
  return Float32Array.from(values);
}

function readLast(thirds: readonly Layer[], index: number): Float32Array {
  const channels = Array.from({ length: 16 }, (_, channel) => channel);
  return Float32Array.from(
    channels.flatMap((channel) =>
      thirds.flatMap(({ weights }) => columnOf(weights, index * wide + Math.floor(channel / wide), channel % wide)),
    ),
  );
}

function columnOf(weights: readonly number[], matrix: number, column: number): readonly number[] {
  const start = (matrix * wide + column) * wide;
  return weights.slice(start, start + wide);
}
