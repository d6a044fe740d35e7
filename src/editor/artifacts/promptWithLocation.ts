import type { PromptLocation } from "./taskOrigin.ts";

/** A prompt and its location. */
export interface PromptWithLocation {
  text: string;
  location?: PromptLocation | undefined;
}
