import type { Allowance } from "../../generations/allowance.ts";
import { modelOf } from "../../generations/newTask.ts";
import type { SubmitOptions } from "../../generations/submitOptions.ts";
import type { Task } from "../../generations/task.ts";
import type { TaskOrigin } from "../artifacts/taskOrigin.ts";
import type { Studio } from "../service/studio.ts";
import { planNarration } from "./planNarration.ts";
import { recordOutcome } from "./recordOutcome.ts";

export interface RequestToRun extends SubmitOptions {
  origin: TaskOrigin;
}

export interface RequestRunOptions {
  /** Stops the task. */
  signal?: AbortSignal;
  /** Called with the initial task, and after each change. */
  onChange?: (task: Task) => void;
}

type RunSource = Pick<Studio, "generations" | "state" | "models">;

/**
 * Runs one request as a durable task until it ends: saves its files, or delivers them to their file system, and remembers the values that
 * the model accepted or rejected. A dialogue gets a voice for each speaker. A failed task is returned too, with its error.
 * @throws ServiceError if the journal rejects the task, the user does not exceed the budget or the signal has fired; then nothing was sent.
 */
export async function runRequest(
  studio: RunSource,
  request: RequestToRun,
  allowance: Allowance,
  { signal, onChange }: RequestRunOptions = {},
): Promise<Task> {
  const generations = await studio.generations(allowance);
  const narration = planNarration(studio, request.request);
  const handle = await generations.submit({ ...request, turns: narration?.turns, ...(signal && { signal }) });
  if (narration !== undefined) await studio.state.rememberSpeakers(modelOf(request.request), narration.voices);
  for await (const task of handle.changes()) onChange?.(task);
  const ended = await handle.end();
  await recordOutcome(studio.state, ended);
  return ended;
}
