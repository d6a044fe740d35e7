/** The prompt and target for running a task again. */
import type { ArtifactTarget, Task } from "../../generations/task.ts";
import type { FoundPrompt } from "../artifacts/foundPrompt.ts";
import { taskOriginOf } from "../artifacts/taskOrigin.ts";

/** A text that replaces the task's prompt. */
export function promptForTask(task: Task, text: string): FoundPrompt {
  const origin = taskOriginOf(task);
  const location = origin.type === "command" ? origin.location : undefined;
  return location === undefined ? { text } : { text, location };
}

/** `folder` overrides the task's folder. */
export function targetOf({ target }: Task, folder: string | undefined): ArtifactTarget {
  return folder === undefined ? target : { folder, pattern: target.pattern };
}
