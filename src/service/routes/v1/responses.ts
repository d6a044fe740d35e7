import { setTimeout as sleep } from "node:timers/promises";
import { type Context, Hono } from "hono";
import { faultOf } from "../../../contract/faultModels.ts";
import { readResponse, sendResponse } from "../../answers/sendResponse.ts";
import { streamResponse } from "../../answers/streamResponse.ts";
import { ApiError, unknownTask } from "../../apiError.ts";
import { createFileLoader } from "../../read/createFileLoader.ts";
import { readRequestBody } from "../../read/readRequestBody.ts";
import { readResponseRequest } from "../../read/readResponseRequest.ts";
import type { RouteEnvironment, Service } from "../../service.ts";
import { beginTask, type IncomingRequest } from "../../work/acceptTask.ts";
import { deleteTask } from "../../work/deleteTask.ts";
import { findTask } from "../../work/findTask.ts";
import type { Run } from "../../work/taskRun.ts";

/** Milliseconds between looks for the result of another service. */
const otherServiceInterval = 250;

/** The routes `POST /api/v1/responses`, and `GET` and `DELETE /api/v1/responses/<id>`. */
export function responseRoutes(service: Service): Hono<RouteEnvironment> {
  return new Hono<RouteEnvironment>()
    .post("/", async (context) => {
      const { body, share } = await readRequestBody(service, context);
      const { request, echo, stream } = await readResponseRequest(body, {
        superset: service.settings.superset,
        loadFile: createFileLoader(service, context),
      });
      const incoming: IncomingRequest = {
        caller: context.get("caller"),
        endpoint: "responses",
        request,
        echo: { kind: "response", response: echo },
        observer: context.env?.observer,
        share,
      };
      const leave = service.enterStream(context.get("caller").account);
      context.env?.onClosed?.(leave);
      const run = await beginTask(service, incoming, stream);
      if (faultOf(request.model) === "fault-504") throw waitIsOver(run);
      if (stream) return streamResponse(service, run, context.env?.breakConnection);
      return answerWhenFinished(service, run, context);
    })
    .get("/:id", async (context) => {
      return readResponse(service, await findTask(service, context.req.param("id"), context.get("caller").account, "responses"));
    })
    .delete("/:id", async (context) => {
      const id = context.req.param("id");
      if (!(await deleteTask(service, id, context.get("caller").account))) throw unknownTask();
      return context.json({ id, object: "response", deleted: true });
    });
}

async function answerWhenFinished(service: Service, run: Run, context: Context<RouteEnvironment>): Promise<Response> {
  const { task } = run;
  const fault = faultOf(task.model);
  if (fault === "fault-reset") {
    context.env?.breakConnection?.("reset");
    throw new ApiError({ code: "api_error", message: "The connection was reset.", taskId: task.id });
  }
  const waiting = new AbortController();
  const limit = sleep(service.settings.waitLimit, "over", { signal: waiting.signal }).catch(() => "stopped");
  try {
    if ((await Promise.race([untilEnded(service, run, waiting.signal), limit])) === "over") throw waitIsOver(run);
  } finally {
    waiting.abort();
  }
  const finished = await service.store.get(task.id);
  if (!finished) throw unknownTask();
  return sendResponse(service, finished, fault === "fault-truncated" ? () => context.env?.breakConnection?.("end") : undefined);
}

/**
 * Resolves when the task has ended. Another service may have taken it over while this one could not reach the database: then the client
 * waits for the other one's result. Rejects if the task was deleted.
 */
async function untilEnded({ store }: Service, { task, finished }: Run, signal: AbortSignal): Promise<void> {
  try {
    await finished;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "not_found")) throw error;
    for (;;) {
      const stored = await store.get(task.id);
      if (stored === undefined) throw error;
      if (stored.finishedAt !== undefined) return;
      await sleep(otherServiceInterval, undefined, { signal });
    }
  }
}

/** 504. The spec has no field for the task's id, so it is in the header `x-task-id`, in `error.task_id` and in the message. */
function waitIsOver(run: Run): ApiError {
  return new ApiError({
    code: "timeout",
    status: 504,
    taskId: run.task.id,
    message: `The request timed out. The result can be fetched later with GET /api/v1/responses/${run.task.id}.`,
  });
}
