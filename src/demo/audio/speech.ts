/** Speaks a text, with a real speech engine if one is installed. */
import type { VoiceName } from "../capabilities.ts";
import { findEspeak, speakWithEspeak } from "./espeak.ts";
import { hum } from "./hum.ts";

/** `hum`: tones in the rhythm of the letters, without words. */
export type SpeechEngine = "espeak-ng" | "hum";

export interface Speech {
  engine: SpeechEngine;
  /** One channel, -1 to 1, at `speechRate`. */
  samples: Float32Array;
}

/** The speech engine on this machine; `path` is a list of folders as in the PATH variable. @internal */
export async function findSpeechEngine(path = process.env.PATH): Promise<SpeechEngine> {
  return (await findEspeak(path)) ? "espeak-ng" : "hum";
}

/** Speaks at the voice's normal speed. If an engine fails, the hum replaces it, and the result says so. */
export async function speak(text: string, voice: VoiceName, path = process.env.PATH): Promise<Speech> {
  const executable = await findEspeak(path);
  const spoken = executable && (await speakWithEspeak(executable, text, voice));
  return spoken ? { engine: "espeak-ng", samples: spoken } : { engine: "hum", samples: hum(text, voice) };
}
