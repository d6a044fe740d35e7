/** The perceived loudness of a sound in LUFS. Source: ITU-R BS.1770-5, annex 1; filters for any sample rate as in libebur128. */
import { createTurns } from "../../media/sounds/createTurns.ts";
import type { Sound } from "../../media/sounds/sound.ts";

/** Seconds of a block, and between the starts of two blocks. */
const blockLength = 0.4;
const blockStep = 0.1;
/** LUFS below which a block counts as silence, and how far below the mean a block may be. */
const absoluteGate = -70;
const relativeGate = 10;

/** undefined: the sound is shorter than a block. Minus infinity for silence. */
export async function findLoudness(sound: Sound): Promise<number | undefined> {
  const blocks = await findPowers(sound);
  if (blocks.length === 0) return undefined;
  const heard = blocks.filter((power) => toLoudness(power) > absoluteGate);
  const limit = toLoudness(meanOf(heard)) - relativeGate;
  return toLoudness(meanOf(heard.filter((power) => toLoudness(power) > limit)));
}

function toLoudness(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean power of each block, summed over all channels. All have the same weight, because generated sounds have one or two. */
async function findPowers({ channels, sampleRate }: Sound): Promise<number[]> {
  const frames = channels[0]?.length ?? 0;
  const [length, step] = [Math.round(sampleRate * blockLength), Math.round(sampleRate * blockStep)];
  if (frames < length) return [];
  /** Powers of the parts between the starts of two blocks. */
  const parts = new Float64Array(Math.ceil(frames / step));
  const takeTurns = createTurns();
  for (const samples of channels) {
    const [shelf, highPass] = [createFilter(shelfOf(sampleRate)), createFilter(highPassOf(sampleRate))];
    for (let frame = 0; frame < frames; frame += 1) {
      if (frame % step === 0) await takeTurns();
      const value = highPass(shelf(samples[frame] ?? 0));
      const part = Math.floor(frame / step);
      parts[part] = (parts[part] ?? 0) + value * value;
    }
  }
  const perBlock = Math.round(length / step);
  const blocks = Math.floor((frames - length) / step) + 1;
  return Array.from(
    { length: blocks },
    (_, block) => parts.subarray(block, block + perBlock).reduce((sum, part) => sum + part, 0) / length,
  );
}

interface Coefficients {
  b: readonly [number, number, number];
  a: readonly [number, number];
}

/** The filter that models the acoustic effect of the head. */
function shelfOf(sampleRate: number): Coefficients {
  const [frequency, gain, quality] = [1681.974450955533, 3.999843853973347, 0.7071752369554196];
  const k = Math.tan((Math.PI * frequency) / sampleRate);
  const high = 10 ** (gain / 20);
  const band = high ** 0.4996667741545416;
  const scale = 1 + k / quality + k * k;
  return {
    b: [(high + (band * k) / quality + k * k) / scale, (2 * (k * k - high)) / scale, (high - (band * k) / quality + k * k) / scale],
    a: [(2 * (k * k - 1)) / scale, (1 - k / quality + k * k) / scale],
  };
}

function highPassOf(sampleRate: number): Coefficients {
  const [frequency, quality] = [38.13547087602444, 0.5003270373238773];
  const k = Math.tan((Math.PI * frequency) / sampleRate);
  const scale = 1 + k / quality + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / scale, (1 - k / quality + k * k) / scale] };
}

function createFilter({ b: [b0, b1, b2], a: [a1, a2] }: Coefficients): (value: number) => number {
  let [first, second] = [0, 0];
  return (value) => {
    const state = value - a1 * first - a2 * second;
    const filtered = b0 * state + b1 * first + b2 * second;
    second = first;
    first = state;
    return filtered;
  };
}
