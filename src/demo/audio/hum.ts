/** Generates tones with the rhythm and the vowels of a text, without words. */
import type { VoiceName } from "../capabilities.ts";
import { createRandomNumbers, hashText } from "../randomNumbers.ts";
import { speechRate } from "./encodeAudio.ts";

/** The voice's pitch in Hertz, and the factor of its formants: a shorter throat sounds higher. */
const voices: Record<VoiceName, { pitch: number; throat: number }> = {
  bass: { pitch: 88, throat: 0.9 },
  tenor: { pitch: 132, throat: 1 },
  alto: { pitch: 196, throat: 1.12 },
  soprano: { pitch: 262, throat: 1.2 },
};

/** The sound of a letter: three formants in Hertz, loudness of the tone and of the breath, and seconds. */
type LetterSound = readonly [first: number, second: number, third: number, tone: number, breath: number, seconds: number];

const sounds: readonly (readonly [letters: RegExp, LetterSound])[] = [
  [/a/, [750, 1250, 2500, 1, 0.01, 0.12]],
  [/e/, [480, 1900, 2550, 1, 0.01, 0.1]],
  [/i/, [300, 2250, 3000, 0.9, 0.01, 0.1]],
  [/o/, [450, 850, 2450, 1, 0.01, 0.12]],
  [/u/, [330, 800, 2300, 0.9, 0.01, 0.11]],
  [/y/, [300, 1950, 2700, 0.9, 0.01, 0.09]],
  [/[mnlrwjgbdv]/, [280, 1150, 2350, 0.45, 0.02, 0.07]],
  [/[szfxchkpqt]/, [1800, 3600, 5200, 0, 0.35, 0.06]],
  [/[.!?…\n]/, [400, 1200, 2400, 0, 0, 0.34]],
  [/[,;:–—-]/, [400, 1200, 2400, 0, 0, 0.18]],
  [/\s/, [400, 1200, 2400, 0, 0, 0.05]],
];

function soundOf(letter: string): LetterSound {
  const plain = letter.normalize("NFD").charAt(0).toLowerCase();
  const other = hashText(letter);
  return sounds.find(([letters]) => letters.test(plain))?.[1] ?? [300 + (other % 450), 900 + (other % 1300), 2500, 0.8, 0.02, 0.1];
}

/** A two-pole filter that resonates at one frequency. */
function createResonator(bandwidth: number) {
  let [last, before] = [0, 0];
  const radius = Math.exp((-Math.PI * bandwidth) / speechRate);
  return (input: number, frequency: number): number => {
    const output = input * (1 - radius) + 2 * radius * Math.cos((2 * Math.PI * frequency) / speechRate) * last - radius * radius * before;
    before = last;
    last = output;
    return output;
  };
}

/** The same text, voice and speed result in the same samples; the length only depends on the letters and the speed. */
export function hum(text: string, voice: VoiceName, speed = 1): Float32Array {
  const { pitch, throat } = voices[voice];
  const spoken = Array.from(text, soundOf);
  const lengthOf = (seconds: number) => Math.round((seconds * speechRate) / speed);
  const total = spoken.reduce((sum, [, , , , , seconds]) => sum + lengthOf(seconds), 0);
  const samples = new Float32Array(total);
  const random = createRandomNumbers(hashText(text));
  const resonators = [createResonator(80), createResonator(110), createResonator(160)] as const;
  const now = [400, 1200, 2400, 0, 0] as [number, number, number, number, number];
  const glide = 1 - Math.exp(-1 / (0.014 * speechRate));
  let [phase, at, peak] = [0, 0, 0];
  for (const [first, second, third, tone, breath, seconds] of spoken) {
    const aims = [first * throat, second * throat, third * throat, tone, breath];
    const accent = random.between(0.94, 1.1);
    for (let end = at + lengthOf(seconds); at < end; at += 1) {
      for (let index = 0; index < aims.length; index += 1)
        now[index] = (now[index] ?? 0) + ((aims[index] ?? 0) - (now[index] ?? 0)) * glide;
      const melody = accent * (1.08 - (0.16 * at) / total) * (1 + 0.012 * Math.sin((2 * Math.PI * 5 * at) / speechRate));
      phase = (phase + (pitch * melody) / speechRate) % 1;
      const source = (1 - 2 * phase) * (1 - phase) * now[3] + (random.next() * 2 - 1) * now[4];
      const sample = resonators[0](source, now[0]) + 0.6 * resonators[1](source, now[1]) + 0.3 * resonators[2](source, now[2]);
      peak = Math.max(peak, Math.abs(sample));
      samples[at] = sample;
    }
  }
  return peak > 0 ? samples.map((sample) => (sample / peak) * 0.7) : samples;
}
