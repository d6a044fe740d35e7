/** Changes the rate of a sound. Cubic interpolation (Catmull-Rom): sufficient for speech, whose energy is far below half of the rates. */
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
