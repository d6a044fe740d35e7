/** The requests to the demo's threads, and their results: plain values that can be posted. */
import type { AudioRequest, ImageRequest, ImageSettings, InputFile, TextCitation, VideoRequest } from "../contract/generationRequest.ts";

export interface DemoTextRequest {
  kind: "text";
  model: string;
  turns: { role: "user" | "assistant"; text: string }[];
  instructions: string | undefined;
  effort: "low" | "medium" | "high" | undefined;
  webSearch: boolean;
  imageTool: ImageSettings | undefined;
  files: InputFile[];
}
/** A speech request with all values set. */
export type SpeechRequest = AudioRequest & { voice: string; format: string; speed: number };

export type DemoRequest = DemoTextRequest | ImageRequest | SpeechRequest | VideoRequest;

/** A request to convert a provider's sound to another format. */
export interface ConversionRequest {
  kind: "conversion";
  /** WAV, MP3, FLAC or Ogg Opus. */
  bytes: Uint8Array;
  format: string;
}

/** A request to enlarge an image to twice its width and height. */
export interface UpscaleRequest {
  kind: "upscale";
  /** A PNG, JPEG or WebP. */
  bytes: Uint8Array;
}

export type WorkerRequest = DemoRequest | ConversionRequest | UpscaleRequest;

export interface TextResult {
  kind: "text";
  /** Summary of the reasoning, if an effort was requested. */
  reasoning: string | undefined;
  /** Markdown. */
  text: string;
  citations: TextCitation[];
  /** A PNG, if the model chose to draw. */
  image: { prompt: string; bytes: Uint8Array } | undefined;
}
export interface MediaResult {
  kind: "image" | "audio" | "video";
  bytes: Uint8Array;
  mediaType: string;
  /** Short name of the file format, e.g. `png`, `mp3`, `mp4`. */
  format: string;
}
export type GenerationResult = TextResult | MediaResult;
