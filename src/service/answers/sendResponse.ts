import { errorTable } from "../../contract/errors.ts";
import { ApiError } from "../apiError.ts";
import type { Service } from "../service.ts";
import type { StoredTask } from "../store/storedTask.ts";
import { describeResponse, describeUnfinished } from "./describeResponse.ts";
import { jsonWithFiles } from "./fileBytes.ts";
import { retryHeaders } from "./retryHeaders.ts";
import { sendBody } from "./sendBody.ts";

/** `GET /responses/<id>`: the short in-progress object, the full object, or an error. */
export async function readResponse(service: Service, task: StoredTask): Promise<Response> {
  if (task.status === "pending" || task.status === "processing") return Response.json(describeUnfinished(task));
  return sendResponse(service, task, undefined);
}

/** Sends a finished task: the full object with 200, or its error. `breakConnection` is called in the middle of the body. */
export async function sendResponse(service: Service, task: StoredTask, breakConnection: (() => void) | undefined): Promise<Response> {
  if (task.status === "failed") throw errorOf(task, retryHeaders(task, service.settings.clock.now()));
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
  return sendBody(body, { contentType: "application/json", headers: { "x-task-id": task.id }, breakConnection });
}

/** The error of a failed generation, usually `api_error`. Source: spec, "States and transitions". */
function errorOf(task: StoredTask, headers: Record<string, string>): ApiError {
  const { code, message, param } = task.error ?? {
    code: "api_error" as const,
    message: "The model failed to generate a response.",
    param: undefined,
  };
  const [status] = errorTable[code].statuses;
  return new ApiError({ code, message, status, taskId: task.id, headers, ...(param === undefined ? {} : { param }) });
}
