/** `POST /responses`, also in the form of chat completions: begins the task and answers when it has ended, or streams it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { errorTable } from "../../../contract/errors.ts";
import { faultOf } from "../../../contract/faultModels.ts";
import type { JsonObject } from "../../../contract/jsonObject.ts";
import { takesSuperset } from "../../account/accounts.ts";
import { codeOfAnswer, isOverload } from "../../answers/clientCodes.ts";
import { describeResponse } from "../../answers/describeResponse.ts";
import { jsonWithFiles } from "../../answers/fileBytes.ts";
import { sendBody } from "../../answers/sendBody.ts";
import { ApiError, unknownTask } from "../../apiError.ts";
import type { RouteEnvironment } from "../../connection/bindings.ts";
import { callerOf } from "../../connection/callerOf.ts";
import { createFileLoader, readRequestBody } from "../../read/readRequestBody.ts";
import { type ParsedResponseRequest, readResponseRequest } from "../../read/readResponseRequest.ts";
import { resolveInput } from "../../read/resolveReferences.ts";
import type { Service } from "../../service.ts";
import type { RequestMark } from "../../store/repeatedRequests.ts";
import { isKept, type StoredTask } from "../../store/storedTask.ts";
import { beginTask, type IncomingRequest } from "../../work/acceptTask.ts";
import { findEarlier, watchClient } from "../../work/repeatedRequests.ts";
import type { Run } from "../../work/taskRun.ts";
import { retryHeaders } from "../taskAnswer.ts";
import { answerAsStream } from "./answerAsStream.ts";
import type { TextForm } from "./textForm.ts";

/** Milliseconds between looks for the result of another service. */
const otherServiceInterval = 250;

/** A request, and the form of its answer. */
interface Asked {
  context: Context<RouteEnvironment>;
  form: TextForm;
  superset: boolean;
  /** As it arrived. */
  body: JsonObject;
  mark: RequestMark;
}

export async function answerText(service: Service, context: Context<RouteEnvironment>, form: TextForm): Promise<Response> {
  const { body, share, mark } = await readRequestBody(service, context);
  const caller = callerOf(context);
  const asked: Asked = { context, form, superset: takesSuperset(service.settings, caller), body, mark };
  const isNew = body.stream === true && mark.name === undefined;
  const earlier = isNew ? undefined : await findEarlier(service, caller.account, "responses", mark);
  if (earlier) return answerAgain(service, earlier, asked);
  const { request, echo, stream } = await readRequest(service, asked);
  const incoming: IncomingRequest = {
    caller,
    endpoint: "responses",
    request,
    echo: { kind: "response", response: echo },
    observer: context.env?.observer,
    share,
    mark,
    wireName: form.fieldName,
  };
  const leaveStream = service.enterStream(caller.account);
  context.env?.onClosed?.(leaveStream);
  const run = await beginTask(service, incoming, stream);
  if (stream && faultOf(request.model) !== "fault-504") return streamWhenBegun(service, run, asked);
  return answerWhenFinished(service, run, asked, watchClient(service, context, mark, run.task));
}

/** Errors name the fields of the form. */
async function readRequest(service: Service, { context, form, superset, body }: Asked): Promise<ParsedResponseRequest> {
  const { account } = callerOf(context);
  try {
    return await readResponseRequest(form.readBody(body), {
      superset,
      loadFile: createFileLoader(service, context),
      resolve: (input, previous) => resolveInput(service, account, input, previous),
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.param === null || form.fieldName(error.param) === error.param) throw error;
    const { code, status, headers, param } = error;
    // Within `input`, the numbers of the items are others.
    const message = error.message.replace(param === "text" ? "text.format" : param === "input" ? /^$/ : param, form.fieldName(param));
    throw new ApiError({ code, message, status, headers, param: form.fieldName(param) });
  }
}

/**
 * The stream begins when the provider has begun to answer, so that a refusal has its status. A provider that takes long to answer is waited
 * for until the client needs a sign of life.
 */
async function streamWhenBegun(service: Service, run: Run, { context, form, superset, body }: Asked): Promise<Response> {
  // The task ends when the client disconnects, unless `completesLeftText` lets it continue.
  context.env?.onClosed?.((isSent) => {
    if (!isSent) void service.runner.leave(run.task.id);
  });
  const silence = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => silence.resolve(undefined), service.settings.streamSilence);
  const outcome = await Promise.race([run.finished.catch(() => undefined), run.begun, silence.promise]);
  clearTimeout(timer);
  if (outcome?.status === "failed" && !outcome.output?.items.length) {
    throw errorOf(service, { ...run.task, error: outcome.error, finishedAt: service.settings.clock.now() }, superset);
  }
  const { openEventStream } = context.env;
  return answerAsStream(service, run, { superset, write: form.createWriter(body), openEventStream });
}

/** Answers a repeated request with the result of the earlier task. Throws 409 for a stream, whose events are not stored. */
async function answerAgain(service: Service, task: StoredTask, asked: Asked): Promise<Response> {
  const { context, mark, body } = asked;
  if (body.stream === true) {
    const message = `A stream cannot be repeated. ${whereToRead(task)}`;
    throw new ApiError({ code: "invalid_request", status: 409, message, taskId: task.id, headers: { "x-should-retry": "false" } });
  }
  context.env?.onClosed?.(service.enterStream(callerOf(context).account));
  const elsewhere = () => Promise.reject(unknownTask());
  const finished: Promise<unknown> = task.finishedAt === undefined ? elsewhere() : Promise.resolve();
  finished.catch(() => undefined);
  return answerWhenFinished(
    service,
    service.runner.running(task.id) ?? { task, finished },
    asked,
    watchClient(service, context, mark, task),
  );
}

/** A task whose end is waited for. `finished` rejects with `not_found` if another service works on it. */
interface Awaited {
  task: StoredTask;
  finished: Promise<unknown>;
}

async function answerWhenFinished(service: Service, run: Awaited, asked: Asked, leave: () => Promise<void>): Promise<Response> {
  const { task } = run;
  const { context } = asked;
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
  const breakConnection = fault === "fault-truncated" ? () => context.env?.breakConnection?.("end") : undefined;
  return sendResponse(service, finished, { ...asked, breakConnection });
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
    message: `The request timed out. ${whereToRead(run.task)}`,
  });
}

function whereToRead(task: StoredTask): string {
  if (!isKept(task)) return "Its result is not kept, because the request says so with store: the same request, sent again, waits for it.";
  return `The result can be fetched later with GET /api/v1/responses/${task.id}.`;
}

interface SendOptions extends Pick<Asked, "superset" | "form"> {
  headers?: Record<string, string>;
  breakConnection?: (() => void) | undefined;
}

/** Sends a finished task: the full object with 200, or its error. `breakConnection` is called in the middle of the body. */
export async function sendResponse(
  service: Service,
  task: StoredTask,
  { superset, form, headers = {}, breakConnection }: SendOptions,
): Promise<Response> {
  if (task.status === "failed") throw errorOf(service, task, superset);
  const status = task.status === "incomplete" ? "incomplete" : "completed";
  const body = jsonWithFiles(service, task.files, (images) =>
    form.describe(
      describeResponse({
        task,
        status,
        finishedAt: task.finishedAt,
        output: task.output,
        usage: task.usage,
        images,
        superset,
      }),
    ),
  );
  return sendBody(body, { contentType: "application/json", headers: { "x-task-id": task.id, ...headers }, breakConnection });
}

/** The error of a failed generation, usually `api_error`. Source: spec, "States and transitions". */
function errorOf({ settings }: Service, task: StoredTask, superset: boolean): ApiError {
  const { code, message, param } = task.error ?? {
    code: "api_error" as const,
    message: "The model failed to generate a response.",
    param: undefined,
  };
  return new ApiError({
    code,
    ...(superset ? { shownCode: codeOfAnswer({ code, message }) } : {}),
    message,
    status: isOverload({ code, message }) ? 503 : errorTable[code].statuses[0],
    taskId: task.id,
    headers: retryHeaders(task, settings.clock.now()),
    ...(param === undefined ? {} : { param }),
  });
}
