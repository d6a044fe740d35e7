/** Generates an audio file for a speech request. */
import { format as formatOf } from "../../contract/fileFormats.ts";
import { audioFormats, voiceNames } from "../capabilities.ts";
import type { MediaResult, SpeechRequest } from "../request.ts";
import { encodeAudio } from "./encodeAudio.ts";
import { changeSpeed } from "./resample.ts";
import { type SpeechEngine, speak } from "./speech.ts";
import { speechRate } from "./speechRate.ts";

const labels: Record<SpeechEngine, string> = {
  "espeak-ng": "Demo voice, spoken by espeak-ng",
  hum: "Demo voice: tones without words, since no speech engine is installed",
};

/** The file's comment contains the name of the speech engine. `path`: where to search for the engine. */
export async function makeAudio(request: SpeechRequest, path = process.env.PATH): Promise<MediaResult> {
  const voice = voiceNames.find((name) => name === request.voice.toLowerCase());
  const format = audioFormats.find((name) => name === request.format.toLowerCase());
  if (!voice || !format) throw new RangeError("The request was not checked.");
  const { engine, samples } = await speak(request.text, voice, path);
  const bytes = await encodeAudio(changeSpeed(samples, request.speed, speechRate), format, labels[engine]);
  return { kind: "audio", bytes, mediaType: formatOf(format).mediaType, format };
}
