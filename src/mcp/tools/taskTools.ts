/** The tools for tasks that exist already. */
import * as z from "zod/mini";
import { ServiceError } from "../../client/serviceError.ts";
import { isRunning, type Task } from "../../generations/task.ts";
import type { AgentStudio } from "../agentStudio.ts";
import { findAgentTask, isOfAgent, waitForTask } from "../tasks/agentTasks.ts";
import type { AgentBudget } from "../tasks/budget.ts";
import { describeTasks } from "../tasks/describeTask.ts";
import { type AgentTool, defineTool } from "../tool.ts";
import { ToolError } from "../toolError.ts";

const taskId = z.string().check(z.minLength(1), z.maxLength(100), z.describe("Id of a task, as the tools and tasks/list show it."));

export function getTask(studio: AgentStudio): AgentTool {
  const longest = Math.floor(studio.options.waitMilliseconds / 1000);
  return defineTool({
    name: "get_task",
    title: "Get a task",
    description: "Shows how far a task is, and its files, text and cost when it is over. Nothing is billed.",
    input: z.strictObject({
      task_id: taskId,
      wait_seconds: z.optional(z.number().check(z.gte(0), z.lte(longest), z.describe("Waits for its end so long. Default 0."))),
      offset: z.optional(z.int().check(z.gte(0), z.describe("Where in a long text to go on reading."))),
    }),
    effect: "reads",
    async call({ task_id, wait_seconds = 0, offset }, context) {
      const tasks = await studio.tasks();
      const task = await findAgentTask(studio, task_id);
      const now = isRunning(task) && wait_seconds > 0 ? await waitForTask(tasks, task.key, context, wait_seconds * 1000) : task;
      return describeTasks([now], { ...studio.options, folders: await studio.folders.list(), offset });
    },
  });
}

export function deleteTaskTool(studio: AgentStudio, budget: AgentBudget): AgentTool {
  return defineTool({
    name: "delete_task",
    title: "Delete a task",
    description: "Deletes a task that an agent began, on the service and from the list of tasks. Files stay.",
    input: z.strictObject({ task_id: taskId }),
    effect: "deletes",
    async call({ task_id }, { signal }) {
      const task = await findAgentTask(studio, task_id);
      if (!isOfAgent(task)) throw new ToolError("Only tasks that an agent began can be deleted. The user began this one.");
      return { content: [{ type: "text", text: await removeTask(studio, budget, task, signal) }] };
    },
  });
}

/** A task removed from the journal would no longer count towards today's budget. The session's budget notes its cost. */
async function removeTask(studio: AgentStudio, budget: AgentBudget, task: Task, signal: AbortSignal): Promise<string> {
  const tasks = await studio.tasks();
  const { key, id } = task;
  const isCounted = budget.isDaily && (task.cost !== undefined || isRunning(task));
  if (isRunning(task)) await tasks.stop(key);
  const known = tasks.get(key)?.id ?? id;
  const isElsewhere = known !== undefined && task.baseUrl !== studio.options.baseUrl;
  const isDeleted = known === undefined || (!isElsewhere && (await deleteOnService(studio, known, signal)));
  budget.noteCosts(tasks);
  if (!isCounted) await tasks.forget(key);
  return [
    isDeleted
      ? `Task ${key} was deleted.`
      : isElsewhere
        ? `Task ${key} is on another service, ${task.baseUrl}, which keeps its result as long as it keeps results.`
        : `The service does not delete task ${key}, and keeps its result as long as it keeps results.`,
    isCounted ? "It stays in the list of tasks, because its cost counts to this day's budget." : "It is not in the list of tasks any more.",
    "Its files stay.",
  ].join(" ");
}

/** false: the service does not know it. The interface only deletes v1 tasks. */
async function deleteOnService(studio: AgentStudio, id: string, signal: AbortSignal): Promise<boolean> {
  try {
    await (await studio.client()).deleteTask(id, { signal });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.kind === "notFound") return false;
    throw error;
  }
}
