import type { PromptLocation } from "./taskOrigin.ts";

/** A prompt and its location. */
export interface FoundPrompt {
  text: string;
  location?: PromptLocation | undefined;
}
