/** What the demo's threads are asked for, and what they return: plain values that can be posted. */
import type { AudioRequest, Citation, ImageRequest, ImageSettings, InputFile, VideoRequest } from "../contract/generationRequest.ts";

export interface TextRequest {
  kind: "text";
  model: string;
  turns: { role: "user" | "assistant"; text: string }[];
  instructions: string | undefined;
  effort: "low" | "medium" | "high" | undefined;
  webSearch: boolean;
  imageTool: ImageSettings | undefined;
  files: InputFile[];
}
/** A speech with all of its values. */
export type SpeechRequest = AudioRequest & { voice: string; format: string; speed: number };

export type GenerationRequest = TextRequest | ImageRequest | SpeechRequest | VideoRequest;

/** A sound of a provider that is to become a file of another format. */
export interface ConversionRequest {
  kind: "conversion";
  /** A WAV file. */
  bytes: Uint8Array;
  format: string;
}

export type WorkerRequest = GenerationRequest | ConversionRequest;

export interface TextResult {
  kind: "text";
  /** Summary of the reasoning, when an effort was asked for. */
  reasoning: string | undefined;
  /** Markdown. */
  text: string;
  citations: Citation[];
  /** A PNG, when the model chose to draw. */
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
