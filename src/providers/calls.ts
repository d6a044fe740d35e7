/** The parts of an AI SDK call that differ between types of providers. */
import type { JSONObject, LanguageModelV4ProviderTool, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { InputFile } from "../contract/generationRequest.ts";
import type { MediaKind } from "../contract/kind.ts";

/** What added fields become: arguments of the AI SDK's call, and the provider's own options. */
export interface WrittenFields {
  n?: number | undefined;
  /** The package may ignore a number beyond its `maxImagesPerCall`. */
  isLimitedPerCall?: true;
  seed?: number | undefined;
  mask?: InputFile | undefined;
  /** The engine changes what is white in the mask, instead of what is transparent. */
  isWhiteMask?: true;
  /** The image with which a video ends. */
  lastFrame?: InputFile | undefined;
  generateAudio?: boolean | undefined;
  fps?: number | undefined;
  /** How a text is spoken. */
  instructions?: string | undefined;
  language?: string | undefined;
  options: JSONObject;
}

export interface TextCall {
  tools: LanguageModelV4ProviderTool[];
  /** The service gives the model a function, and draws with an image model when it is called. */
  drawsByFunction: boolean;
  /** Includes the provider's events, because the package's own parts do not distinguish a refusal from a text. */
  includesRawChunks?: boolean;
  providerOptions: SharedV4ProviderOptions;
}

interface ImageCall extends Pick<WrittenFields, "n" | "isLimitedPerCall" | "seed" | "mask" | "isWhiteMask"> {
  size?: `${number}x${number}` | undefined;
  aspectRatio?: `${number}:${number}` | undefined;
  providerOptions: SharedV4ProviderOptions;
}

export interface SpeechCall extends Pick<WrittenFields, "instructions" | "language"> {
  voice: string | undefined;
  outputFormat: string | undefined;
  /** The service converts the provider's output to this format. */
  convertTo?: string;
  speed: number | undefined;
  providerOptions: SharedV4ProviderOptions;
}

export interface VideoCall extends Pick<WrittenFields, "seed" | "lastFrame" | "generateAudio" | "fps"> {
  /** What the package has to be given as the model's id. Default: its id. */
  modelId?: string;
  aspectRatio?: `${number}:${number}` | undefined;
  resolution?: `${number}x${number}` | undefined;
  providerOptions: SharedV4ProviderOptions;
}

type CallTypes = { image: ImageCall; audio: SpeechCall; video: VideoCall };
/** What is sent for each kind of media. */
export type MediaCalls = { [K in MediaKind]: CallTypes[K] };
