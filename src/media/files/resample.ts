/** Changes the rate of a sound. Cubic interpolation (Catmull-Rom): sufficient for speech, whose energy is far below half of the rates. */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const last = samples.length - 1;
  const result = new Float32Array(Math.round((samples.length * to) / from));
  // Without calls or arrays: a minute of speech is a million samples.
  for (let index = 0; index < result.length; index += 1) {
    const position = (index * from) / to;
    const base = Math.min(Math.floor(position), last);
    const t = position - base;
    const before = samples[base > 0 ? base - 1 : 0] ?? 0;
    const first = samples[base] ?? 0;
    const second = samples[base < last ? base + 1 : last] ?? 0;
    const after = samples[base + 1 < last ? base + 2 : last] ?? 0;
    const curve = 2 * before - 5 * first + 4 * second - after + t * (3 * (first - second) + after - before);
    result[index] = first + 0.5 * t * (second - before + t * curve);
  }
  return result;
}
