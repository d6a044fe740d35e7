import type { PromptLocation } from "./taskOrigin.ts";

/** One prompt and where it came from. */
export interface FoundPrompt {
  text: string;
  location?: PromptLocation;
}
