/** A prompt's place in; what a task remembers of it, and the place read back, out. */
import type { TaskOrigin } from "../../tasks/task.ts";
import type { FoundPrompt, PromptPlace } from "./wish.ts";

/** `mark` finds the task again where its submission failed. */
export function originOf(prompt: FoundPrompt, mark: string, destination?: string): TaskOrigin {
  return { ...placeOrigin(prompt, mark), ...(destination === undefined ? {} : { destination }) };
}

function placeOrigin({ place }: FoundPrompt, mark: string): TaskOrigin {
  if (place === undefined) return { mark };
  const { uri, languageId, offset, before } = place;
  return { mark, uri, languageId, offset, ...(before === undefined ? {} : { before }) };
}

/** undefined: the prompt came from no document. The offset is that of the time when the task was made. */
export function placeOf(origin: TaskOrigin): PromptPlace | undefined {
  const { uri, languageId, offset, before } = origin;
  if (typeof uri !== "string" || typeof languageId !== "string" || typeof offset !== "number") return undefined;
  return { uri, languageId, offset, ...(typeof before === "string" ? { before } : {}) };
}
