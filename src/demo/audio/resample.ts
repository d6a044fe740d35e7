/** Changes the rate of samples, or their speed without changing the pitch. */

/** Cubic interpolation (Catmull-Rom), which is sufficient for speech, whose energy is far below half of the rates. */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const at = (index: number) => samples[Math.max(0, Math.min(samples.length - 1, index))] ?? 0;
  const result = new Float32Array(Math.round((samples.length * to) / from));
  for (let index = 0; index < result.length; index += 1) {
    const position = (index * from) / to;
    const base = Math.floor(position);
    const t = position - base;
    const [before, first, second, after] = [at(base - 1), at(base), at(base + 1), at(base + 2)];
    const curve = 2 * before - 5 * first + 4 * second - after + t * (3 * (first - second) + after - before);
    result[index] = first + 0.5 * t * (second - before + t * curve);
  }
  return result;
}

/** The start at which the next window continues the last one best: the highest correlation, computed on every second sample. */
function bestStart(samples: Float32Array, wanted: number, natural: number, reach: number, length: number): number {
  let best = wanted;
  let highest = Number.NEGATIVE_INFINITY;
  for (let start = Math.max(0, wanted - reach); start <= wanted + reach && start + length < samples.length; start += 2) {
    let sum = 0;
    for (let index = 0; index < length; index += 4) sum += (samples[start + index] ?? 0) * (samples[natural + index] ?? 0);
    if (sum > highest) {
      highest = sum;
      best = start;
    }
  }
  return best;
}

/**
 * Waveform-similarity overlap-add: windows of 40 ms with half overlap, placed where they match best.
 * The result has exactly `samples.length / speed` samples, rounded.
 */
export function changeSpeed(samples: Float32Array, speed: number, rate: number): Float32Array {
  if (speed === 1) return samples;
  const result = new Float32Array(Math.max(1, Math.round(samples.length / speed)));
  const hop = Math.round(rate * 0.02);
  const reach = Math.round(rate * 0.008);
  let natural = 0;
  for (let target = 0; target < result.length; target += hop) {
    const start = target === 0 ? 0 : bestStart(samples, Math.round(target * speed), natural, reach, hop);
    for (let index = 0; index < hop * 2 && target + index < result.length; index += 1) {
      const weight = target === 0 && index < hop ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / hop);
      result[target + index] = (result[target + index] ?? 0) + (samples[start + index] ?? 0) * weight;
    }
    natural = start + hop;
  }
  return result;
}
