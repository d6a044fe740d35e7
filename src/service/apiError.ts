/** Writes the spec's error body as an HTTP Response. Source: spec, "Errors". */
import { type ErrorCode, errorTable, type StrictErrorBody } from "../contract/errors.ts";

export interface ApiErrorFacts {
  code: ErrorCode;
  message: string;
  /** Written instead of `code`: see `codeOfAnswer`. */
  shownCode?: string;
  /** HTTP status; default: the first one in the code's row. */
  status?: number;
  /** Name of the offending parameter. */
  param?: string;
  /** The task that was nevertheless accepted: its result can be fetched later. */
  taskId?: string;
  headers?: Record<string, string>;
}

/** An error answer. Its message is written for the client and contains nothing of the request except names and numbers. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly shownCode: string;
  readonly status: number;
  readonly param: string | null;
  readonly taskId: string | undefined;
  readonly headers: Record<string, string>;

  constructor(facts: ApiErrorFacts) {
    super(facts.message);
    this.name = "ApiError";
    this.code = facts.code;
    this.shownCode = facts.shownCode ?? facts.code;
    this.status = facts.status ?? errorTable[facts.code].statuses[0];
    this.param = facts.param ?? null;
    this.taskId = facts.taskId;
    this.headers = facts.headers ?? {};
  }
}

/** 400 that names the parameter; `param` is undefined if the whole request is invalid. */
export function invalidRequest(param: string | undefined, message: string): ApiError {
  return new ApiError({ code: "invalid_request", message, ...(param === undefined ? {} : { param }) });
}

/** 404: the catalogue does not have this model. */
export function unknownModel(param = "model"): ApiError {
  return new ApiError({ code: "model_not_found", status: 404, param, message: "The model does not exist or is not available." });
}

/** 404: the task does not exist or is not the caller's. */
export function unknownTask(): ApiError {
  return new ApiError({ code: "not_found", message: "The generation task was not found." });
}

/** The error object of the body. `task_id` is an addition of this service, included if a task was accepted before the error. */
function describeApiError(error: ApiError): StrictErrorBody["error"] & { task_id?: string } {
  return {
    message: error.message,
    type: errorTable[error.code].type,
    param: error.param,
    code: error.shownCode,
    ...(error.taskId === undefined ? {} : { task_id: error.taskId }),
  };
}

/** The body as JSON with its status. `x-should-retry: false` prevents standard clients from creating the accepted task again. */
export function renderApiError(error: ApiError): Response {
  return new Response(JSON.stringify({ error: describeApiError(error) }), {
    status: error.status,
    headers: {
      "content-type": "application/json",
      // Source: RFC 9110, 15.5.2, and RFC 6750, 3.
      ...(error.status === 401 ? { "www-authenticate": 'Bearer realm="generation service"' } : {}),
      ...(error.taskId === undefined ? {} : { "x-task-id": error.taskId, "x-should-retry": "false" }),
      ...error.headers,
    },
  });
}
