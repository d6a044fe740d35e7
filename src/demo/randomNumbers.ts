/** Pseudorandom numbers that are the same for the same text. */

/** FNV-1a, 32 bits, over UTF-16 code units. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** A number in [0, 1) for a lattice point of a seed. */
export function hashNumber(seed: number, x: number, y = 0): number {
  let hash = Math.imul(seed ^ Math.imul(x | 0, 0x27d4eb2d), 0x85ebca6b) ^ Math.imul(y | 0, 0x165667b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296;
}

export interface RandomNumbers {
  /** In [0, 1). */
  next(): number;
  between(low: number, high: number): number;
  choose<Value>(values: readonly [Value, ...Value[]]): Value;
}

export function createRandomNumbers(seed: number): RandomNumbers {
  let count = 0;
  const next = () => {
    count += 1;
    return hashNumber(seed, count, 7);
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    choose: (values) => values[Math.floor(next() * values.length)] ?? values[0],
  };
}

const smooth = (t: number) => t * t * (3 - 2 * t);

/** Value noise along a line, in [0, 1]; features are one unit long. */
export function lineNoise(seed: number, x: number): number {
  const cell = Math.floor(x);
  const t = smooth(x - cell);
  return hashNumber(seed, cell) * (1 - t) + hashNumber(seed, cell + 1) * t;
}

/** Value noise in the plane, in [0, 1]. */
export function planeNoise(seed: number, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [s, t] = [smooth(x - column), smooth(y - row)];
  const top = hashNumber(seed, column, row) * (1 - s) + hashNumber(seed, column + 1, row) * s;
  const bottom = hashNumber(seed, column, row + 1) * (1 - s) + hashNumber(seed, column + 1, row + 1) * s;
  return top * (1 - t) + bottom * t;
}

/** The sum of several octaves of noise, each half as strong as the one before, in [0, 1]. */
function layered(octaves: number, noiseAt: (octave: number, scale: number) => number): number {
  let sum = 0;
  for (let octave = 0, scale = 1; octave < octaves; octave += 1, scale *= 2) sum += noiseAt(octave, scale) / scale;
  return sum / (2 - 2 ** (1 - octaves));
}

export const layeredLineNoise = (seed: number, x: number, octaves: number) =>
  layered(octaves, (octave, scale) => lineNoise(seed + octave * 101, x * scale));
export const layeredPlaneNoise = (seed: number, x: number, y: number, octaves: number) =>
  layered(octaves, (octave, scale) => planeNoise(seed + octave * 131, x * scale, y * scale));
