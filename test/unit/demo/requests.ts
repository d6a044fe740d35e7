/** Valid generation requests, with fields to change. */
import type { ImageRequest, InputFile, VideoRequest } from "../../../src/contract/generationRequest.ts";
import type { DemoRequest, DemoTextRequest, SpeechRequest } from "../../../src/demo/request.ts";

export const textRequest = (prompt: string, changes: Partial<DemoTextRequest> = {}): DemoTextRequest => ({
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

export const audioRequest = (changes: Partial<SpeechRequest> = {}): SpeechRequest => ({
  kind: "audio",
  model: "flite",
  text: "The tide comes in twice a day.",
  voice: "slt",
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

export const requestsOfEveryKind: readonly DemoRequest[] = [textRequest("Hello"), imageRequest(), audioRequest(), videoRequest()];
