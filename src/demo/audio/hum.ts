/** Generates tones with the rhythm and the vowels of a text, without words. */
import type { VoiceName } from "../capabilities.ts";
import { createRandomNumbers, hashText } from "../randomNumbers.ts";
import { speechRate } from "./speechRate.ts";

/** The voice's pitch in Hertz, and the factor of its formants: a shorter throat sounds higher. */
const voices: Record<VoiceName, { pitch: number; throat: number }> = {
  bass: { pitch: 88, throat: 0.9 },
  tenor: { pitch: 132, throat: 1 },
  alto: { pitch: 196, throat: 1.12 },
  soprano: { pitch: 262, throat: 1.2 },
};

/** The sound of a letter: formants in Hertz, seconds, loudness of the tone and of the breath. */
interface Sound {
  formants: readonly [number, number, number];
  seconds: number;
  tone: number;
  breath: number;
}

const sound = (first: number, second: number, third: number, seconds: number, tone: number, breath: number): Sound => ({
  formants: [first, second, third],
  seconds,
  tone,
  breath,
});

const vowels: Readonly<Record<string, Sound>> = {
  a: sound(750, 1250, 2500, 0.12, 1, 0.01),
  e: sound(480, 1900, 2550, 0.1, 1, 0.01),
  i: sound(300, 2250, 3000, 0.1, 0.9, 0.01),
  o: sound(450, 850, 2450, 0.12, 1, 0.01),
  u: sound(330, 800, 2300, 0.11, 0.9, 0.01),
  y: sound(300, 1950, 2700, 0.09, 0.9, 0.01),
};

function soundOf(letter: string): Sound {
  const plain = letter.normalize("NFD").charAt(0).toLowerCase();
  const vowel = vowels[plain];
  if (vowel) return vowel;
  if (/[mnlrwjgbdv]/.test(plain)) return sound(280, 1150, 2350, 0.07, 0.45, 0.02);
  if (/[szfxchkpqt]/.test(plain)) return sound(1800, 3600, 5200, 0.06, 0, 0.35);
  if (/[.!?…\n]/.test(plain)) return sound(400, 1200, 2400, 0.34, 0, 0);
  if (/[,;:–—-]/.test(plain)) return sound(400, 1200, 2400, 0.18, 0, 0);
  if (/\s/.test(plain)) return sound(400, 1200, 2400, 0.05, 0, 0);
  const other = hashText(letter);
  return sound(300 + (other % 450), 900 + (other % 1300), 2500, 0.1, 0.8, 0.02);
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

function normalise(samples: Float32Array): Float32Array {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak > 0 ? samples.map((sample) => (sample / peak) * 0.7) : samples;
}

/** The same text and voice result in the same samples; the length only depends on the letters. */
export function hum(text: string, voice: VoiceName): Float32Array {
  const { pitch, throat } = voices[voice];
  const sounds = Array.from(text, soundOf);
  const total = sounds.reduce((sum, { seconds }) => sum + Math.round(seconds * speechRate), 0);
  const samples = new Float32Array(total);
  const random = createRandomNumbers(hashText(text));
  const resonators = [createResonator(80), createResonator(110), createResonator(160)] as const;
  const now = { first: 400, second: 1200, third: 2400, tone: 0, breath: 0 };
  const glide = 1 - Math.exp(-1 / (0.014 * speechRate));
  let phase = 0;
  let at = 0;
  for (const { formants, seconds, tone, breath } of sounds) {
    const accent = random.between(0.94, 1.1);
    for (let end = at + Math.round(seconds * speechRate); at < end; at += 1) {
      now.first += (formants[0] * throat - now.first) * glide;
      now.second += (formants[1] * throat - now.second) * glide;
      now.third += (formants[2] * throat - now.third) * glide;
      now.tone += (tone - now.tone) * glide;
      now.breath += (breath - now.breath) * glide;
      const melody = accent * (1.08 - (0.16 * at) / total) * (1 + 0.012 * Math.sin((2 * Math.PI * 5 * at) / speechRate));
      phase = (phase + (pitch * melody) / speechRate) % 1;
      const source = (1 - 2 * phase) * (1 - phase) * now.tone + (random.next() * 2 - 1) * now.breath;
      samples[at] = resonators[0](source, now.first) + 0.6 * resonators[1](source, now.second) + 0.3 * resonators[2](source, now.third);
    }
  }
  return normalise(samples);
}
