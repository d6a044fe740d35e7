/** Generated speech has the right length, voice and label, and another decoder plays it. */
import { describe, expect, it, vi } from "vitest";
import { makeAudio } from "../../../../../src/demo/audio/makeAudio.ts";
import type { SpeechRequest } from "../../../../../src/demo/request.ts";
import { audioFormats } from "../../../../../src/media/sounds/audioFormats.ts";
import { decodeSound, hasDecoder, probe } from "../../decoder.ts";
import { audioRequest } from "../../requests.ts";

// Encoding takes seconds on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const rate = 24_000;

const make = async (changes: Partial<SpeechRequest>) => (await makeAudio(audioRequest(changes))).bytes;

/** Duration of a WAV in seconds, from its header: data bytes divided by bytes per second. */
function wavSeconds(wav: Uint8Array): number {
  const file = Buffer.from(wav);
  return file.readUInt32LE(file.indexOf("data", 12) + 4) / file.readUInt32LE(28);
}

const loudness = (samples: Float32Array) => Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

/** Similarity of two sounds, 0 to 1, at the best shift up to 100 ms. */
function likeness(one: Float32Array, other: Float32Array): number {
  let best = 0;
  for (let shift = -2400; shift <= 2400; shift += 1) {
    let [sum, first, second] = [0, 0, 0];
    for (let index = 3000; index < Math.min(one.length, other.length) - 3000; index += 5) {
      const [a, b] = [one[index] ?? 0, other[index + shift] ?? 0];
      sum += a * b;
      first += a * a;
      second += b * b;
    }
    best = Math.max(best, sum / Math.sqrt(first * second));
  }
  return best;
}

describe.skipIf(!hasDecoder)("an audio file, played by ffmpeg (skipped without ffmpeg)", () => {
  const codecs = { mp3: "mp3", wav: "pcm_s16le", flac: "flac", opus: "opus" } as const;

  it.each(audioFormats)("in %s contains the same sound, as long as the text needs", async (format) => {
    const wav = await make({ format: "wav" });
    const file = await make({ format });
    expect(probe(file).streams[0]?.codec_name).toBe(codecs[format]);
    const [samples, reference] = [decodeSound(file, rate), decodeSound(wav, rate)];
    expect(Math.abs(samples.length - reference.length) / rate).toBeLessThan(0.1);
    expect(loudness(samples)).toBeGreaterThan(0.02);
    expect(likeness(reference, samples)).toBeGreaterThan(0.9);
  });

  it("in flac equals the wav, sample by sample", async () => {
    const [flac, wav] = [await make({ format: "flac" }), await make({ format: "wav" })];
    expect(Buffer.from(decodeSound(flac, rate).buffer).equals(Buffer.from(decodeSound(wav, rate).buffer))).toBe(true);
  });

  it.each(audioFormats)("in %s has a comment that names the voice", async (format) => {
    const { format: container, streams } = probe(await make({ format }));
    expect(JSON.stringify([container, streams])).toContain("Synthetic voice: Flite slt");
  });
});

describe("an audio file", () => {
  it.each([0.25, 0.5, 1.5, 2, 4])("at speed %d has the corresponding duration", async (speed) => {
    const [usual, changed] = [wavSeconds(await make({})), wavSeconds(await make({ speed }))];
    // Sounds have a shortest length.
    expect(Math.abs(changed - usual / speed)).toBeLessThan(0.05 + usual / 50);
  });

  it("is longer for a longer text", async () => {
    const short = wavSeconds(await make({ text: "One sentence." }));
    expect(wavSeconds(await make({ text: "One sentence. ".repeat(4) }))).toBeGreaterThan(short * 3);
  });

  it("differs from voice to voice", async () => {
    const files = await Promise.all(["slt", "rms"].map((voice) => make({ voice })));
    expect(new Set(files.map((file) => Buffer.from(file).toString("base64"))).size).toBe(2);
  });
});
