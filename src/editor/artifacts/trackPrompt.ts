import type * as vscode from "vscode";
import type { FoundPrompt } from "./foundPrompt.ts";
import { trackLocation } from "./trackLocation.ts";

export interface TrackedPrompt extends vscode.Disposable {
  /** The prompt with its current location; its text does not change. */
  now(): FoundPrompt;
}

/** The user may edit the document while a service starts, or while a question is open. */
export function trackPrompt(prompt: FoundPrompt): TrackedPrompt {
  if (prompt.location === undefined) return { now: () => prompt, dispose: () => undefined };
  const location = trackLocation(prompt.location);
  return {
    now: () => ({ ...prompt, location: { ...prompt.location, ...location.now() } }),
    dispose: () => location.dispose(),
  };
}
