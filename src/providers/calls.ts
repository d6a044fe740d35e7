/** The parts of an AI SDK call that depend on the type of the provider; the rest is the same for all. */
import type { LanguageModelV4ProviderTool, SharedV4ProviderOptions } from "@ai-sdk/provider";

export interface TextCall {
  tools: LanguageModelV4ProviderTool[];
  /** The service gives the model a function, and lets an image model draw when it is called. */
  drawsByFunction: boolean;
  /** The package's own parts do not distinguish a refusal from a text: the provider's events go along. */
  includesRawChunks?: boolean;
  providerOptions: SharedV4ProviderOptions;
}

export interface ImageCall {
  size?: `${number}x${number}` | undefined;
  aspectRatio?: `${number}:${number}` | undefined;
  providerOptions: SharedV4ProviderOptions;
}

export interface SpeechCall {
  voice: string | undefined;
  outputFormat: string | undefined;
  /** The service makes a file of this format of what the provider writes. */
  convertTo?: string;
  speed: number | undefined;
  providerOptions: SharedV4ProviderOptions;
}

export interface VideoCall {
  aspectRatio?: `${number}:${number}` | undefined;
  resolution?: `${number}x${number}` | undefined;
  providerOptions: SharedV4ProviderOptions;
}
