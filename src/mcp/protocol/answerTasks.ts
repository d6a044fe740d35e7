/**
 * Tasks in both forms: of revision 2025-11-25, with `tasks/list` and a `tasks/result` that waits, and of the extension of 2026-07-28, whose
 * `tasks/get` contains the result.
 */
import { MissingRequiredClientCapabilityError, type Server, type ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { isOfAgent, isVisible } from "../tasks/agentTasks.ts";
import { type AgentTaskStatus, describeTaskStatus } from "../tasks/describeTaskStatus.ts";
import { cancelTask, readStatus, readTaskResult } from "../tasks/protocolTasks.ts";
import { type AgentSession, describeAnswer, hasTasks, refuseCall, statedClient, tasksExtension } from "./agentSession.ts";

/** Number of tasks on one page. */
const pageSize = 50;
/** The protocol's metadata key for the task of a result. */
const relatedTask = "io.modelcontextprotocol/related-task";
const oneTask = { params: z.looseObject({ taskId: z.string() }) };

export function answerTasks(server: Server, session: AgentSession): void {
  if (session.era === "legacy") answerLegacyTasks(server, session);
  else answerExtensionTasks(server, session);
}

function answerLegacyTasks(server: Server, session: AgentSession): void {
  const { studio } = session;
  const list = { params: z.looseObject({ cursor: z.optional(z.string()) }) };
  server.setRequestHandler("tasks/get", oneTask, ({ taskId }) => readStatus(studio, taskId).catch(refuseCall(studio)));
  server.setRequestHandler("tasks/cancel", oneTask, ({ taskId }) => cancelTask(studio, taskId).catch(refuseCall(studio)));
  server.setRequestHandler("tasks/result", oneTask, async ({ taskId }, context) => {
    const answered = await readResult(session, taskId, context);
    return { ...answered, _meta: { ...answered._meta, [relatedTask]: { taskId } } };
  });
  server.setRequestHandler("tasks/list", list, async ({ cursor }) => {
    const [tasks, folders] = await Promise.all([studio.tasks(), studio.folders.list()]);
    const page = tasks.list({ limit: pageSize, ...(cursor === undefined ? {} : { before: cursor }) });
    const shown = page.filter((task) => isOfAgent(task) && isVisible(task, folders));
    const last = page.length === pageSize ? page.at(-1)?.key : undefined;
    return {
      tasks: shown.map((task) => describeTaskStatus(task, { redact: studio.redact, isDemo: studio.options.isDemo })),
      ...(last === undefined ? {} : { nextCursor: last }),
    };
  });
}

function answerExtensionTasks(server: Server, session: AgentSession): void {
  const { studio } = session;
  const answer = (method: string, handle: (taskId: string, context: ServerContext) => Promise<Record<string, unknown>>) =>
    server.setRequestHandler(method, oneTask, async ({ taskId }, context) => {
      if (!hasTasks(statedClient(session, context).capabilities))
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });
      return handle(taskId, context);
    });
  answer("tasks/get", async (taskId, context) => {
    const status = await readStatus(studio, taskId).catch(refuseCall(studio));
    const task = describeTask(status);
    if (task.status !== "completed") return task;
    return { ...task, result: { resultType: "complete", ...(await readResult(session, taskId, context)) } };
  });
  answer("tasks/cancel", async (taskId) => {
    const { status } = await readStatus(studio, taskId).catch(refuseCall(studio));
    if (status === "working") await cancelTask(studio, taskId).catch(refuseCall(studio));
    return {};
  });
  // No task asks for input.
  answer("tasks/update", async (taskId) => {
    await readStatus(studio, taskId).catch(refuseCall(studio));
    return {};
  });
}

/** In the form of the extension. A failed generation is a completed call, whose result has `isError`. */
export function describeTask({ status, ttl, pollInterval, taskId, statusMessage, createdAt, lastUpdatedAt }: AgentTaskStatus) {
  const state = status === "failed" ? ("completed" as const) : status;
  return { taskId, status: state, statusMessage, createdAt, lastUpdatedAt, ttlMs: ttl, pollIntervalMs: pollInterval };
}

/** Waits until the task has ended. */
async function readResult(session: AgentSession, taskId: string, context: ServerContext) {
  const { studio, tools } = session;
  const { tool, result } = await readTaskResult(studio, taskId, context.mcpReq.signal).catch(refuseCall(studio));
  return describeAnswer(
    session,
    statedClient(session, context),
    tools.find(({ name }) => name === tool),
    result,
  );
}
