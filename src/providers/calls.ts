/** The parts of an AI SDK call that differ between types of providers. */
import type { LanguageModelV4ProviderTool, SharedV4ProviderOptions } from "@ai-sdk/provider";

export interface TextCall {
  tools: LanguageModelV4ProviderTool[];
  /** The service gives the model a function, and draws with an image model when it is called. */
  drawsByFunction: boolean;
  /** Includes the provider's events, because the package's own parts do not distinguish a refusal from a text. */
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
  /** The service converts the provider's output to this format. */
  convertTo?: string;
  speed: number | undefined;
  providerOptions: SharedV4ProviderOptions;
}

export interface VideoCall {
  aspectRatio?: `${number}:${number}` | undefined;
  resolution?: `${number}x${number}` | undefined;
  providerOptions: SharedV4ProviderOptions;
}
