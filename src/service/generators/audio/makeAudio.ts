/** A request for speech in; an audio file out. */
import { type AudioFormat, audioFormats, voiceNames } from "../capabilities.ts";
import type { AudioRequest, MediaResult } from "../generator.ts";
import { changeSpeed } from "./resample.ts";
import { type SpeechEngine, speak } from "./speech.ts";
import { speechRate } from "./speechRate.ts";

const mediaTypes: Record<AudioFormat, string> = { mp3: "audio/mpeg", wav: "audio/wav", flac: "audio/flac", opus: "audio/ogg" };

const labels: Record<SpeechEngine, string> = {
  "espeak-ng": "Demo voice, spoken by espeak-ng",
  hum: "Demo voice: tones without words, since no speech engine is installed",
};

async function encode(samples: Float32Array, format: AudioFormat, comment: string): Promise<Uint8Array> {
  switch (format) {
    case "wav":
      return (await import("./encodeWav.ts")).encodeWav(samples, speechRate, comment);
    case "mp3":
      return (await import("./encodeMp3.ts")).encodeMp3(samples, speechRate, comment);
    case "flac":
      return (await import("./encodeFlac.ts")).encodeFlac(samples, speechRate, comment);
    case "opus":
      return (await import("./encodeOpus.ts")).encodeOpus(samples, speechRate, comment);
  }
}

/** The file's comment says which engine spoke. `path` is where the engine is looked for. */
export async function makeAudio(request: AudioRequest, path = process.env.PATH): Promise<MediaResult> {
  const voice = voiceNames.find((name) => name === request.voice.toLowerCase());
  const format = audioFormats.find((name) => name === request.format.toLowerCase());
  if (!voice || !format) throw new RangeError("The request was not checked.");
  const { engine, samples } = await speak(request.text, voice, path);
  const bytes = await encode(changeSpeed(samples, request.speed, speechRate), format, labels[engine]);
  return { kind: "audio", bytes, mediaType: mediaTypes[format], format };
}
