/** Tasks of the protocol: a task of the journal, or all tasks of one run of a document. */
import { isRunning, type Task } from "../../generations/task.ts";
import type { AgentStudio } from "../agentStudio.ts";
import type { ToolResult } from "../tool.ts";
import { ToolError } from "../toolError.ts";
import { findAgentTask, isOfAgent, waitForTask } from "./agentTasks.ts";
import { describeTasks } from "./describeTask.ts";
import { type AgentTaskStatus, describeTaskStatus } from "./describeTaskStatus.ts";

const documentMark = "document";
const separator = "+";

/** The id of the tasks of one run of a document. It contains all their keys, so that it is still valid after a restart. */
export function idOfDocument(keys: readonly string[]): string {
  return [documentMark, ...keys].join(separator);
}

/** The tool whose result is the task's result. */
function toolOf(id: string, task: Task | undefined): string {
  return task === undefined || id.startsWith(documentMark + separator) ? "run_prompt_document" : `generate_${task.kind}`;
}

/** Throws ToolError if the agent has no such task. */
export async function readStatus(studio: AgentStudio, id: string): Promise<AgentTaskStatus> {
  const statuses = (await findTasks(studio, id)).map((task) =>
    describeTaskStatus(task, { redact: studio.redact, isDemo: studio.options.isDemo }),
  );
  const [first] = statuses;
  if (first === undefined) throw unknown(id);
  const has = (status: AgentTaskStatus["status"]) => statuses.some((one) => one.status === status);
  return {
    ...first,
    taskId: id,
    status: (["working", "failed", "cancelled"] as const).find(has) ?? "completed",
    statusMessage: [...new Set(statuses.map(({ statusMessage }) => statusMessage))].join("; ").slice(0, 1000),
    lastUpdatedAt:
      statuses
        .map(({ lastUpdatedAt }) => lastUpdatedAt)
        .toSorted()
        .at(-1) ?? first.lastUpdatedAt,
  };
}

/** Waits until it has ended. Throws ToolError or ServiceError. */
export async function readTaskResult(studio: AgentStudio, id: string, signal: AbortSignal): Promise<{ tool: string; result: ToolResult }> {
  const found = await findTasks(studio, id);
  const tasks = await studio.tasks();
  const ended = await Promise.all(found.map(({ key }) => waitForTask(tasks, key, { signal }, Number.POSITIVE_INFINITY)));
  const result = await describeTasks(ended, { ...studio.options, folders: await studio.folders.list() });
  return { tool: toolOf(id, found[0]), result };
}

/** Throws ToolError. */
export async function cancelTask(studio: AgentStudio, id: string): Promise<AgentTaskStatus> {
  const found = await findTasks(studio, id);
  const running = found.filter(isRunning);
  if (running.length === 0) throw new ToolError(`The task is over: ${[...new Set(found.map(({ state }) => state))].join(", ")}.`);
  const tasks = await studio.tasks();
  await Promise.all(running.map(({ key }) => tasks.stop(key)));
  return readStatus(studio, id);
}

async function findTasks(studio: AgentStudio, id: string): Promise<Task[]> {
  const keys = id.startsWith(documentMark + separator) ? id.split(separator).slice(1) : [id];
  const found = await Promise.all(keys.map((key) => findAgentTask(studio, key)));
  if (!found.every(isOfAgent)) throw unknown(id);
  return found;
}

function unknown(id: string): ToolError {
  return new ToolError(`There is no task ${JSON.stringify(id.slice(0, 100))}.`);
}
