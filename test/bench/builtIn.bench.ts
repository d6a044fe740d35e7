/** Measures what the built-in service makes itself: speech, and enlarged images. */
import { readFile } from "node:fs/promises";
import { createGenerator } from "../../src/demo/generator.ts";
import { sourceOfBytes } from "../../src/media/files/byteSource.ts";
import { findDuration } from "../../src/media/files/duration.ts";
import type { Bench } from "./bench.ts";

const { signal } = new AbortController();
const runs = 3;

/** Seconds of the fastest run, without the first, which loads and compiles. */
async function secondsOf(make: () => Promise<unknown>): Promise<number> {
  await make();
  const seconds: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    await make();
    seconds.push((performance.now() - start) / 1000);
  }
  return Math.min(...seconds);
}

const voice: Bench = {
  names: ["demo-voice-realtime"],
  async run() {
    const generator = createGenerator();
    const whole = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    // Words only: the text must be spoken, not spelled.
    const text = whole.replaceAll(/[^A-Za-z .,]+/g, " ").slice(0, 3000);
    let spoken = 0;
    const seconds = await secondsOf(async () => {
      const made = await generator.generate({ kind: "audio", model: "flite", text, voice: "rms", format: "wav", speed: 1 }, signal);
      if (made.kind !== "text") spoken = (await findDuration(sourceOfBytes(made.bytes), "wav")) ?? 0;
    });
    await generator.close();
    return [{ name: "demo-voice-realtime", value: spoken / seconds, unit: "times" }];
  },
};

const side = 1024;

const upscaler: Bench = {
  names: ["upscale-1024-seconds"],
  async run() {
    const generator = createGenerator();
    const image = await generator.generate(
      { kind: "image", model: "demo-image", prompt: "a lighthouse by the sea", size: `${side}x${side}`, quality: "high", references: [] },
      signal,
    );
    if (image.kind === "text") throw new TypeError("There is no image.");
    const { bytes } = image;
    const seconds = await secondsOf(() => generator.upscale({ kind: "upscale", bytes }, signal));
    await generator.close();
    return [{ name: "upscale-1024-seconds", value: seconds, unit: "s" }];
  },
};

export default [voice, upscaler] as const satisfies readonly Bench[];
