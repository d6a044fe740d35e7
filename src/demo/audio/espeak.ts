/** Speaks a text with the program espeak-ng. */
import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { VoiceName } from "../capabilities.ts";
import { decodeWav } from "./decodeWav.ts";
import { resample } from "./resample.ts";
import { speechRate } from "./speechRate.ts";

const timeoutMilliseconds = 20_000;
const maximumBytes = 256 * 1024 * 1024;

/** Variant of the language's voice, and pitch from 0 to 99. */
const voices: Record<VoiceName, { variant: string; pitch: number }> = {
  alto: { variant: "f3", pitch: 45 },
  tenor: { variant: "m3", pitch: 55 },
  bass: { variant: "m1", pitch: 12 },
  soprano: { variant: "f2", pitch: 85 },
};

/** The language by the script of the first letters that identify it; English for Latin letters. */
const languages: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Cyrillic}/u, "ru"],
  [/\p{Script=Greek}/u, "el"],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, "ja"],
  [/\p{Script=Han}/u, "cmn"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Arabic}/u, "ar"],
  [/\p{Script=Devanagari}/u, "hi"],
];

/** The path of the executable, or undefined. */
export async function findEspeak(path: string | undefined): Promise<string | undefined> {
  const name = process.platform === "win32" ? "espeak-ng.exe" : "espeak-ng";
  for (const folder of path?.split(delimiter) ?? []) {
    const file = join(folder, name);
    try {
      if (folder) await access(file, constants.X_OK);
      if (folder) return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

function readWav(wav: Buffer): Float32Array | undefined {
  const sound = decodeWav(wav);
  return sound && sound.samples.length > 0 ? resample(sound.samples, sound.rate, speechRate) : undefined;
}

/** Undefined when the program fails, hangs or produces no sound. The text is passed on standard input, never as an argument. */
export function speakWithEspeak(executable: string, text: string, voice: VoiceName): Promise<Float32Array | undefined> {
  const { variant, pitch } = voices[voice];
  const language = languages.find(([script]) => script.test(text))?.[1] ?? "en-us";
  const flags = ["--stdin", "--stdout", "-b", "1", "-v", `${language}+${variant}`, "-p", String(pitch), "-s", "165"];
  return new Promise((resolve) => {
    const child = execFile(
      executable,
      flags,
      { encoding: "buffer", timeout: timeoutMilliseconds, maxBuffer: maximumBytes, windowsHide: true },
      (error, output) => resolve(error ? undefined : readWav(output)),
    );
    child.stdin?.on("error", () => child.kill());
    child.stdin?.end(text);
  });
}
