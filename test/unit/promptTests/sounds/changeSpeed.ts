/** Changes the speed of samples without changing the pitch. */

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
