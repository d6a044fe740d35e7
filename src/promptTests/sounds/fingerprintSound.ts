/**
 * The perceptual hash of a sound: 16 bits for each 32 milliseconds that are the same for copies of another volume, sample rate or quality.
 * Each bit is whether the difference of the energies of two neighbouring bands grows. Source: Haitsma and Kalker, "A Highly Robust Audio
 * Fingerprinting System", 2002.
 */

import { createTurns } from "../../media/sounds/createTurns.ts";
import type { Sound } from "../../media/sounds/sound.ts";
import { silentFrame } from "../../prompt/assertions/compareFingerprints.ts";
import { createSpectrum } from "./spectrum.ts";

/** Minimum sample rate that is analysed: voices and most music are below half of it. */
const lowestRate = 8000;
/** Seconds of a frame, and between the starts of two frames. */
const frameLength = 0.256;
const frameStep = 0.032;
/** Hertz. */
const [lowest, highest] = [200, 3000];
/** One more than the bits of a frame. */
const bands = 17;
/** Share of the loudest frame's energy below which a frame counts as silent: −40 dB. */
const silence = 1e-4;
/** Seconds that are analysed. */
const longest = 90;

/** Four hexadecimal digits for each frame; undefined if the sound is shorter than two frames. */
export async function fingerprintSound(sound: Sound): Promise<string | undefined> {
  const { samples, rate } = await toLowRate(sound);
  const energies = await findEnergies(samples, rate);
  if (energies.length < 2) return undefined;
  const totals = energies.map((bandsOfFrame) => bandsOfFrame.reduce((sum, energy) => sum + energy, 0));
  const limit = Math.max(...totals) * silence;
  return energies
    .slice(1)
    .map((now, index) => ((totals[index + 1] ?? 0) <= limit ? silentFrame : writeBits(now, energies[index] ?? now)))
    .join("");
}

function writeBits(now: readonly number[], before: readonly number[]): string {
  let bits = 0;
  for (let band = 0; band < bands - 1; band += 1) {
    const change = (now[band] ?? 0) - (now[band + 1] ?? 0) - ((before[band] ?? 0) - (before[band + 1] ?? 0));
    bits = bits * 2 + (change > 0 ? 1 : 0);
  }
  return bits.toString(16).padStart(4, "0");
}

/** Mixes down to one channel with a lower sample rate. */
async function toLowRate({ channels, sampleRate }: Sound): Promise<{ samples: Float32Array; rate: number }> {
  const factor = Math.max(1, Math.floor(sampleRate / lowestRate));
  const rate = sampleRate / factor;
  const length = Math.min(Math.floor((channels[0]?.length ?? 0) / factor), Math.floor(longest * rate));
  const samples = new Float32Array(length);
  const takeTurns = createTurns();
  for (const channel of channels) {
    for (let at = 1; at < length; at += 1) {
      if (at % lowestRate === 0) await takeTurns();
      let sum = 0;
      // Triangular weights attenuate frequencies that the lower rate cannot represent.
      for (let off = 1 - factor; off < factor; off += 1) sum += (channel[at * factor + off] ?? 0) * (factor - Math.abs(off));
      samples[at] = (samples[at] ?? 0) + sum;
    }
  }
  return { samples, rate };
}

/** The energy of each band in each frame. */
async function findEnergies(samples: Float32Array, rate: number): Promise<number[][]> {
  const [length, step] = [Math.round(frameLength * rate), frameStep * rate];
  const size = 2 ** Math.ceil(Math.log2(length));
  const weights = Float64Array.from({ length }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / length));
  const edges = Array.from({ length: bands + 1 }, (_, band) => Math.round(((lowest * (highest / lowest) ** (band / bands)) / rate) * size));
  const findPowers = createSpectrum(size);
  const frame = new Float64Array(size);
  const found: number[][] = [];
  const takeTurns = createTurns();
  for (let from = 0; from + length <= samples.length; from = Math.round(found.length * step)) {
    await takeTurns();
    for (let at = 0; at < length; at += 1) frame[at] = (samples[from + at] ?? 0) * (weights[at] ?? 0);
    const powers = findPowers(frame);
    found.push(edges.slice(1).map((to, band) => powers.subarray(edges[band], to).reduce((sum, power) => sum + power, 0)));
  }
  return found;
}
