/** What a task that is run once more begins with. */
import type { ArtifactTarget, Task } from "../../tasks/task.ts";
import type { FoundPrompt } from "../artifacts/foundPrompt.ts";
import { originOf } from "../artifacts/taskOrigin.ts";

/** A text in the place of the task's prompt. */
export function promptOf(task: Task, text: string): FoundPrompt {
  const origin = originOf(task);
  const location = origin.type === "command" ? origin.location : undefined;
  return location === undefined ? { text } : { text, location };
}

/** `folder`: instead of the task's. */
export function targetOf({ target }: Task, folder: string | undefined): ArtifactTarget {
  return folder === undefined ? target : { folder, pattern: target.pattern };
}
