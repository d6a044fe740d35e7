import { abortedError } from "../../client/http/pause.ts";
import { estimateCost } from "../../tasks/estimateCost.ts";
import { modelOf } from "../../tasks/sending/submitTask.ts";
import { BudgetExceeded, requireWithin } from "../../tasks/spending.ts";
import type { Task } from "../../tasks/task.ts";
import type { SubmitOptions, Tasks } from "../../tasks/tasks.ts";
import type { TaskOrigin } from "../artifacts/taskOrigin.ts";
import type { State } from "../state.ts";
import type { ModelCatalogue } from "../studio.ts";
import { recordOutcome } from "./recordOutcome.ts";

export interface RequestToRun extends SubmitOptions {
  origin: TaskOrigin;
}

/** Shared by the requests of a batch, so that the user is asked once whether they may exceed the budget. */
export interface BudgetConsent {
  isGiven: boolean;
}

export interface RunOptions {
  consent?: BudgetConsent;
  /** Stops the task. */
  signal?: AbortSignal;
  /** Called with the initial task, and after each change. */
  onChange?: (task: Task) => void;
}

interface RunParts {
  tasks: Tasks;
  state: State;
  models: Pick<ModelCatalogue, "find">;
}

/**
 * Runs one request as a durable task until it ends: saves its files, or delivers them to their file system, and remembers the values that
 * the model accepted or rejected. Asks first if it would exceed the user's budget. A failed task is returned too, with its error.
 * @throws ServiceError if the journal rejects the task, the user does not exceed the budget or the signal has fired; then nothing was sent.
 */
export async function runRequest(parts: RunParts, request: RequestToRun, options: RunOptions = {}): Promise<Task> {
  const task = await runWithinBudget(parts, request, options);
  await recordOutcome(parts.state, task);
  return task;
}

async function runWithinBudget(
  { tasks, models }: RunParts,
  request: RequestToRun,
  { signal, onChange, consent }: RunOptions,
): Promise<Task> {
  const [{ currentSpending, mayExceed }, { amountUnit }] = await Promise.all([import("./budget.ts"), import("../formatAmount.ts")]);
  const id = modelOf(request.request);
  const estimate = estimateCost(tasks, request.baseUrl, request.request, models.find(id) ?? { id }, amountUnit());
  const run = async (admit?: () => void): Promise<Task> => {
    const origin = estimate === undefined ? request.origin : { ...request.origin, estimate };
    const handle = tasks.submit({ ...request, origin, ...(signal && { signal }), ...(admit && { admit }) });
    for await (const task of handle.changes()) onChange?.(task);
    return handle.end();
  };
  try {
    if (consent?.isGiven) return await run();
    return await run(() => requireWithin(currentSpending(tasks), estimate));
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    if (!(await mayExceed(error))) throw abortedError();
    if (consent !== undefined) consent.isGiven = true;
    return run();
  }
}
