/** The prompt and target for running a task again. */
import type { ArtifactTarget, Task } from "../../generations/task.ts";
import type { PromptWithLocation } from "../artifacts/promptWithLocation.ts";
import { taskOriginOf } from "../artifacts/taskOrigin.ts";

/** A text that replaces the task's prompt. */
export function promptForTask(task: Task, text: string): PromptWithLocation {
  const origin = taskOriginOf(task);
  const location = origin.type === "command" ? origin.location : undefined;
  return location === undefined ? { text } : { text, location };
}

/** `folder` overrides the task's folder. */
export function targetOf({ target }: Task, folder: string | undefined): ArtifactTarget {
  return folder === undefined ? target : { folder, pattern: target.pattern };
}
