import type { Task } from "../../tasks/task.ts";
import type { SubmitOptions, Tasks } from "../../tasks/tasks.ts";
import type { TaskOrigin } from "../artifacts/taskOrigin.ts";
import type { State } from "../state.ts";
import { recordOutcome } from "./recordOutcome.ts";

export interface RequestToRun extends SubmitOptions {
  origin: TaskOrigin;
}

export interface RunOptions {
  /** Stops the task. */
  signal?: AbortSignal;
  /** Called with the initial task, and after each change. */
  onChange?: (task: Task) => void;
}

/**
 * Runs one request as a durable task until it ends: saves its files, or delivers them to their file system, and remembers the values that
 * the model accepted or rejected. A failed task is returned too, with its error.
 * @throws ServiceError if the journal rejects the task or the signal has fired; then nothing was sent.
 */
export async function runRequest(parts: { tasks: Tasks; state: State }, request: RequestToRun, options: RunOptions = {}): Promise<Task> {
  const { signal, onChange } = options;
  const handle = parts.tasks.submit(signal === undefined ? request : { ...request, signal });
  for await (const task of handle.changes()) onChange?.(task);
  const task = await handle.end();
  await recordOutcome(parts.state, task);
  return task;
}
