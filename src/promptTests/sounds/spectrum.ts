/** Computes the spectrum of samples: the fast Fourier transform of Cooley and Tukey, 1965. */

/**
 * Creates a function for `size` samples, a power of two. It returns the power of the frequencies from 0 to half of the rate, in an array
 * that is reused.
 */
export function createSpectrum(size: number): (samples: Float64Array) => Float64Array {
  const [real, imaginary, power] = [new Float64Array(size), new Float64Array(size), new Float64Array(size / 2)];
  const order = reverseBits(size);
  const cosines = Float64Array.from({ length: size / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / size));
  const sines = Float64Array.from({ length: size / 2 }, (_, at) => -Math.sin((2 * Math.PI * at) / size));
  const combine = (low: number, high: number, angle: number) => {
    const cosine = cosines[angle] ?? 0;
    const sine = sines[angle] ?? 0;
    const a = real[high] ?? 0;
    const b = imaginary[high] ?? 0;
    const c = real[low] ?? 0;
    const d = imaginary[low] ?? 0;
    const turnedReal = a * cosine - b * sine;
    const turnedImaginary = a * sine + b * cosine;
    real[low] = c + turnedReal;
    imaginary[low] = d + turnedImaginary;
    real[high] = c - turnedReal;
    imaginary[high] = d - turnedImaginary;
  };
  return (samples) => {
    imaginary.fill(0);
    for (let at = 0; at < size; at += 1) real[order[at] ?? 0] = samples[at] ?? 0;
    for (let half = 1; half < size; half *= 2) {
      const step = size / (half * 2);
      for (let start = 0; start < size; start += half * 2) {
        for (let at = 0; at < half; at += 1) combine(start + at, start + at + half, at * step);
      }
    }
    for (let at = 0; at < power.length; at += 1) power[at] = (real[at] ?? 0) ** 2 + (imaginary[at] ?? 0) ** 2;
    return power;
  };
}

/** The position of each sample before the first step. */
function reverseBits(size: number): Uint32Array {
  const order = new Uint32Array(size);
  for (let at = 1; at < size; at += 1) order[at] = ((order[at >> 1] ?? 0) >> 1) | (at & 1 ? size / 2 : 0);
  return order;
}
