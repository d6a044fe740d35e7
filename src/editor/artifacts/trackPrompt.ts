import type * as vscode from "vscode";
import type { FoundPrompt } from "./foundPrompt.ts";
import { trackLocation } from "./trackLocation.ts";

export interface TrackedPrompt extends vscode.Disposable {
  /** The prompt with its location as it is now; its text stays as it was found. */
  now(): FoundPrompt;
}

/** People go on writing while a service starts, or while they are asked. */
export function trackPrompt(prompt: FoundPrompt): TrackedPrompt {
  if (prompt.location === undefined) return { now: () => prompt, dispose: () => undefined };
  const location = trackLocation(prompt.location);
  return {
    now: () => ({ ...prompt, location: { ...prompt.location, ...location.now() } }),
    dispose: () => location.dispose(),
  };
}
