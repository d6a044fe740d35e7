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
  /** Called with the task as it is at first, and after each change. */
  onChange?: (task: Task) => void;
}

/**
 * Runs one request as a durable task, to its end: its files are saved, or delivered to their file system, and what the model accepted or
 * refused is remembered. A task that failed is returned as well, with its error.
 * @throws ServiceError where the journal refuses the task: nothing was sent then.
 */
export async function runRequest(parts: { tasks: Tasks; state: State }, request: RequestToRun, options: RunOptions = {}): Promise<Task> {
  const { signal, onChange } = options;
  const handle = parts.tasks.submit(request);
  const stop = () => handle.stop();
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  try {
    for await (const task of handle.changes()) onChange?.(task);
    const task = await handle.end();
    await recordOutcome(parts.state, task);
    return task;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
