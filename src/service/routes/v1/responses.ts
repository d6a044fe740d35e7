import { setTimeout as sleep } from "node:timers/promises";
import { type Context, Hono } from "hono";
import { errorTable } from "../../../contract/errors.ts";
import { faultOf } from "../../../contract/faultModels.ts";
import { callerOf } from "../../account/callerOf.ts";
import { codeOfAnswer, isOverload } from "../../answers/clientCodes.ts";
import { describeResponse, describeUnfinished } from "../../answers/describeResponse.ts";
import { jsonWithFiles } from "../../answers/fileBytes.ts";
import { sendBody } from "../../answers/sendBody.ts";
import { streamResponse } from "../../answers/streamResponse.ts";
import { findWanted, retryHeaders } from "../../answers/taskAnswer.ts";
import { ApiError, unknownTask } from "../../apiError.ts";
import { createFileLoader, readRequestBody } from "../../read/readRequestBody.ts";
import { readResponseRequest } from "../../read/readResponseRequest.ts";
import { resolveReferences } from "../../read/resolveReferences.ts";
import type { RequestMark, RouteEnvironment, Service } from "../../service.ts";
import type { StoredTask } from "../../store/storedTask.ts";
import { beginTask, type IncomingRequest } from "../../work/acceptTask.ts";
import { deleteTask } from "../../work/findTask.ts";
import { findEarlier, watchClient } from "../../work/repeatedRequests.ts";
import type { Run } from "../../work/taskRun.ts";

/** Milliseconds between looks for the result of another service. */
const otherServiceInterval = 250;

/** The routes `POST /api/v1/responses`, and `GET` and `DELETE /api/v1/responses/<id>`. */
export function responseRoutes(service: Service): Hono<RouteEnvironment> {
  return new Hono<RouteEnvironment>()
    .post("/", async (context) => {
      const { body, share, mark } = await readRequestBody(service, context);
      const { account } = callerOf(context);
      const earlier = body.stream === true && mark.name === undefined ? undefined : await findEarlier(service, account, "responses", mark);
      if (earlier) return answerAgain(service, earlier, { context, mark, isStream: body.stream === true });
      const { request, echo, stream } = await readResponseRequest(body, {
        superset: service.settings.superset,
        loadFile: createFileLoader(service, context),
        resolve: (input) => resolveReferences(service, callerOf(context).account, input),
      });
      const incoming: IncomingRequest = {
        caller: callerOf(context),
        endpoint: "responses",
        request,
        echo: { kind: "response", response: echo },
        observer: context.env?.observer,
        share,
        mark,
      };
      const leaveStream = service.enterStream(account);
      context.env?.onClosed?.(leaveStream);
      const run = await beginTask(service, incoming, stream);
      if (stream && faultOf(request.model) !== "fault-504") return streamWhenBegun(service, run, context);
      return answerWhenFinished(service, run, context, watchClient(service, context, mark, run.task));
    })
    .get("/:id", async (context) => {
      const { task, headers } = await findWanted(service, context, "responses");
      return readResponse(service, task, headers);
    })
    .delete("/:id", async (context) => {
      const id = context.req.param("id");
      if (!(await deleteTask(service, id, callerOf(context).account))) throw unknownTask();
      return context.json({ id, object: "response", deleted: true });
    });
}

/**
 * The stream begins when the provider has begun to answer, so that a refusal has its status. A provider that takes long to answer is waited
 * for until the client needs a sign of life.
 */
async function streamWhenBegun(service: Service, run: Run, context: Context<RouteEnvironment>): Promise<Response> {
  let isStreaming = false;
  context.env?.onClosed?.(() => {
    if (!isStreaming) void service.runner.leave(run.task.id);
  });
  const waiting = new AbortController();
  const silence = sleep(service.settings.streamSilence, undefined, { signal: waiting.signal }).catch(() => undefined);
  const outcome = await Promise.race([run.finished.catch(() => undefined), run.begun, silence]);
  waiting.abort();
  isStreaming = true;
  if (outcome?.status === "failed" && !outcome.output?.items.length) {
    throw errorOf(service, { ...run.task, error: outcome.error, finishedAt: service.settings.clock.now() });
  }
  return streamResponse(service, run, context.env?.breakConnection);
}

interface Repetition {
  context: Context<RouteEnvironment>;
  mark: RequestMark;
  isStream: boolean;
}

/** Answers a repeated request with the result of the earlier task. Throws 409 for a stream, whose events are not stored. */
async function answerAgain(service: Service, task: StoredTask, { context, mark, isStream }: Repetition): Promise<Response> {
  if (isStream) {
    const message = `A stream cannot be repeated. Its result can be fetched with GET /api/v1/responses/${task.id}.`;
    throw new ApiError({ code: "invalid_request", status: 409, message, taskId: task.id, headers: { "x-should-retry": "false" } });
  }
  context.env?.onClosed?.(service.enterStream(callerOf(context).account));
  const elsewhere = () => Promise.reject(unknownTask());
  const finished: Promise<unknown> = task.finishedAt === undefined ? elsewhere() : Promise.resolve();
  finished.catch(() => undefined);
  return answerWhenFinished(
    service,
    service.runner.running(task.id) ?? { task, finished },
    context,
    watchClient(service, context, mark, task),
  );
}

/** A task whose end is waited for. `finished` rejects with `not_found` if another service works on it. */
interface Awaited {
  task: StoredTask;
  finished: Promise<unknown>;
}

async function answerWhenFinished(
  service: Service,
  run: Awaited,
  context: Context<RouteEnvironment>,
  leave: () => Promise<void>,
): Promise<Response> {
  const { task } = run;
  const fault = faultOf(task.model);
  const giveUp = async () => {
    await leave();
    return waitIsOver(run);
  };
  if (fault === "fault-504") throw await giveUp();
  if (fault === "fault-reset") {
    context.env?.breakConnection?.("reset");
    throw new ApiError({ code: "api_error", message: "The connection was reset.", taskId: task.id });
  }
  const waiting = new AbortController();
  const limit = sleep(service.settings.waitLimit, "over", { signal: waiting.signal }).catch(() => "stopped");
  try {
    if ((await Promise.race([untilEnded(service, run, waiting.signal), limit])) === "over") throw await giveUp();
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
async function untilEnded({ store }: Service, { task, finished }: Awaited, signal: AbortSignal): Promise<void> {
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
function waitIsOver(run: Awaited): ApiError {
  return new ApiError({
    code: "timeout",
    status: 504,
    taskId: run.task.id,
    message: `The request timed out. The result can be fetched later with GET /api/v1/responses/${run.task.id}.`,
  });
}

/** `GET /responses/<id>`: the short in-progress object, the full object, or an error. */
async function readResponse(service: Service, task: StoredTask, headers: Record<string, string>): Promise<Response> {
  if (task.status === "pending" || task.status === "processing") return Response.json(describeUnfinished(task), { headers });
  return sendResponse(service, task, undefined, headers);
}

/** Sends a finished task: the full object with 200, or its error. `breakConnection` is called in the middle of the body. */
async function sendResponse(
  service: Service,
  task: StoredTask,
  breakConnection: (() => void) | undefined,
  headers: Record<string, string> = {},
): Promise<Response> {
  if (task.status === "failed") throw errorOf(service, task);
  const status = task.status === "incomplete" ? "incomplete" : "completed";
  const body = jsonWithFiles(service, task.files, (images) =>
    describeResponse({
      task,
      status,
      finishedAt: task.finishedAt,
      output: task.output,
      usage: task.usage,
      images,
      superset: service.settings.superset,
    }),
  );
  return sendBody(body, { contentType: "application/json", headers: { "x-task-id": task.id, ...headers }, breakConnection });
}

/** The error of a failed generation, usually `api_error`. Source: spec, "States and transitions". */
function errorOf({ settings }: Service, task: StoredTask): ApiError {
  const { code, message, param } = task.error ?? {
    code: "api_error" as const,
    message: "The model failed to generate a response.",
    param: undefined,
  };
  return new ApiError({
    code,
    ...(settings.superset ? { shownCode: codeOfAnswer({ code, message }) } : {}),
    message,
    status: isOverload({ code, message }) ? 503 : errorTable[code].statuses[0],
    taskId: task.id,
    headers: retryHeaders(task, settings.clock.now()),
    ...(param === undefined ? {} : { param }),
  });
}
