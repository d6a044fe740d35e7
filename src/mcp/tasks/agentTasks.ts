/** Starts durable tasks for agents, waits for them, and decides which of the journal's tasks an agent may see. */

import { describeErrorPlainly } from "../../client/errors/describeError.ts";
import { ServiceError } from "../../client/serviceError.ts";
import type { Model } from "../../contract/models.ts";
import type { WireRequest } from "../../contract/wireRequest.ts";
import { containingFolder } from "../../disclosure/insideFolders.ts";
import { amountToReserve, estimateCost, sumEstimates } from "../../generations/estimateCost.ts";
import { isStreamed } from "../../generations/generation.ts";
import { planTurns } from "../../generations/narration/planTurns.ts";
import { type ArtifactTarget, isRunning, type Task } from "../../generations/task.ts";
import type { AgentOrigin, SendingTasks, Tasks } from "../../generations/tasks.ts";
import type { AgentStudio } from "../agentStudio.ts";
import type { CallContext } from "../tool.ts";
import { ToolError } from "../toolError.ts";
import type { AgentBudget } from "./budget.ts";

export interface PlannedTask {
  request: WireRequest;
  model: Pick<Model, "id" | "price" | "capabilities">;
  target: ArtifactTarget;
}

/** Milliseconds between two reports about a task that does not change, because clients time out if they get no messages. */
const reportMilliseconds = 5000;

/**
 * Records the tasks and sends them. Resolves with their keys when they are in the journal.
 * @throws ServiceError when a budget or the journal refuses one. Its message says that the tasks before it continue.
 */
export async function beginTasks(studio: AgentStudio, budget: AgentBudget, planned: readonly PlannedTask[]): Promise<string[]> {
  const tasks = await studio.tasks();
  const keys: string[] = [];
  for (const one of planned) {
    try {
      keys.push(await begin(studio, tasks, budget, one));
    } catch (error) {
      if (keys.length === 0 || !(error instanceof Error)) throw error;
      throw new ToolError(
        `${error instanceof ServiceError ? describeErrorPlainly(error) : error.message} Of ${planned.length} requests, these were sent before: ${keys.join(", ")}.`,
      );
    }
  }
  return keys;
}

async function begin(
  studio: AgentStudio,
  tasks: SendingTasks,
  budget: AgentBudget,
  { request, model, target }: PlannedTask,
): Promise<string> {
  const { baseUrl, unit } = studio.options;
  const turns = isStreamed(request) ? undefined : planTurns(request, model.capabilities?.voice ?? [])?.turns;
  const requests = turns?.map((turn) => turn.request) ?? [request];
  const estimate = sumEstimates(requests.map((one) => estimateCost(tasks, baseUrl, one, model, unit)));
  const reservation = budget.reserve(estimate);
  const origin: AgentOrigin = { type: "agent", estimate: estimate ?? null };
  const admit = (record: (check: () => void) => Promise<void>) => record(() => reservation.admit(tasks));
  try {
    if (isStreamed(request)) {
      const reserved = amountToReserve(tasks, baseUrl, { kind: "text", model: model.id, estimate });
      const { key } = await tasks.start(request, { baseUrl, keptIn: target, admission: { estimate: reserved, isAgents: true, admit } });
      reservation.key = key;
      return key;
    }
    const handle = tasks.submit({ baseUrl, request, target, turns, origin, admit });
    reservation.key = handle.key;
    // The first change is reported when the task has been recorded.
    for await (const _ of handle.changes()) break;
    return handle.key;
  } catch (error) {
    reservation.release();
    throw error;
  }
}

/**
 * Waits until a task has ended, for at most `milliseconds`. @returns the task as it is then; undefined: it was removed.
 * @throws SQLite's error if the journal cannot be read when the wait is over.
 */
export async function waitForTask(
  tasks: Tasks,
  key: string,
  { signal, report }: CallContext,
  milliseconds: number,
): Promise<Task | undefined> {
  const began = performance.now();
  const done = Promise.withResolvers<void>();
  const finish = () => done.resolve();
  /** undefined: the wait is over. */
  const describe = (): string | undefined => {
    try {
      const task = tasks.get(key);
      return task === undefined || !isRunning(task) ? undefined : `${task.kind}: ${task.state}`;
    } catch {
      // The task continues, and an error thrown in a timer would end the process. The next check may succeed.
      return "The list of tasks cannot be read at the moment";
    }
  };
  const check = () => {
    const state = describe();
    if (state === undefined || signal.aborted) return finish();
    report?.(`${state}, ${Math.round((performance.now() - began) / 1000)} s`);
  };
  const stopListening = tasks.onChange((change) => {
    if (change.key === key) check();
  });
  const limit = setTimeout(finish, Math.min(milliseconds, 2 ** 31 - 1));
  const interval = setInterval(check, reportMilliseconds);
  signal.addEventListener("abort", finish, { once: true });
  try {
    check();
    await done.promise;
    return tasks.get(key);
  } finally {
    stopListening();
    clearTimeout(limit);
    clearInterval(interval);
    signal.removeEventListener("abort", finish);
  }
}

/** Finds a task of the journal that the agent may see. Throws ToolError for any other, as if it did not exist. */
export async function findAgentTask(studio: AgentStudio, key: string): Promise<Task> {
  const task = (await studio.tasks()).get(key);
  if (task === undefined || !isVisible(task, await studio.folders.list()))
    throw new ToolError(`There is no task ${JSON.stringify(key.slice(0, 100))}.`);
  return task;
}

/** Agents may see tasks whose files are saved in their folders, and text answers of agents, which are not saved as files. */
export function isVisible(task: Task, folders: readonly string[]): boolean {
  const { folder } = task.target;
  if (folder === undefined) return false;
  return folder === "" ? isOfAgent(task) : containingFolder(folders, folder) !== undefined;
}

export function isOfAgent({ origin }: Task): boolean {
  return typeof origin === "object" && origin !== null && "type" in origin && origin.type === "agent";
}
