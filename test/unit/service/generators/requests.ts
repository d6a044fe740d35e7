/** Fields to change in; whole generation requests, valid without any change, out. */
import type {
  AudioRequest,
  GenerationRequest,
  ImageRequest,
  InputFile,
  TextRequest,
  VideoRequest,
} from "../../../../src/service/generators/generator.ts";

export const textRequest = (prompt: string, changes: Partial<TextRequest> = {}): TextRequest => ({
  kind: "text",
  model: "demo-text",
  turns: [{ role: "user", text: prompt }],
  instructions: undefined,
  effort: undefined,
  webSearch: false,
  imageTool: undefined,
  files: [],
  ...changes,
});

export const imageRequest = (changes: Partial<ImageRequest> = {}): ImageRequest => ({
  kind: "image",
  model: "demo-image",
  prompt: "a boat at dusk",
  size: "512",
  references: [],
  ...changes,
});

export const audioRequest = (changes: Partial<AudioRequest> = {}): AudioRequest => ({
  kind: "audio",
  model: "demo-voice",
  text: "The tide comes in twice a day.",
  voice: "alto",
  format: "wav",
  speed: 1,
  ...changes,
});

export const videoRequest = (changes: Partial<VideoRequest> = {}): VideoRequest => ({
  kind: "video",
  model: "demo-video-lite",
  prompt: "a forest in the rain",
  quality: "360p",
  duration: 2,
  references: [],
  ...changes,
});

export const inputFile = (bytes: Uint8Array, mediaType: string, part: InputFile["part"] = "image", name = "attached"): InputFile => ({
  bytes,
  mediaType,
  part,
  name,
});

export const requestsOfEveryKind: readonly GenerationRequest[] = [textRequest("Hello"), imageRequest(), audioRequest(), videoRequest()];
