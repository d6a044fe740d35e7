/** The reason why a request gets no result in; the spec's error body as a Response out. Source: spec, "Errors". */
import { type ErrorCode, errorTable, type StrictErrorBody } from "../contract/errors.ts";

export interface RefusalFacts {
  code: ErrorCode;
  message: string;
  /** HTTP status; default: the first one of the code's row. */
  status?: number;
  /** Name of the offending parameter. */
  param?: string;
  /** The task that was accepted all the same: its result can be fetched later. */
  taskId?: string;
  headers?: Record<string, string>;
}

/** An answer that is an error. Its message is written for the client and holds nothing of the request but names and numbers. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly param: string | null;
  readonly taskId: string | undefined;
  readonly headers: Record<string, string>;

  constructor(facts: RefusalFacts) {
    super(facts.message);
    this.name = "Refusal";
    this.code = facts.code;
    this.status = facts.status ?? errorTable[facts.code].statuses[0];
    this.param = facts.param ?? null;
    this.taskId = facts.taskId;
    this.headers = facts.headers ?? {};
  }
}

/** 400 that names the parameter; `param` undefined where the request as a whole is at fault. */
export function invalidRequest(param: string | undefined, message: string): Refusal {
  return new Refusal({ code: "invalid_request", message, ...(param === undefined ? {} : { param }) });
}

/** 404: the catalogue has no such model. */
export function unknownModel(param = "model"): Refusal {
  return new Refusal({ code: "model_not_found", status: 404, param, message: "The model does not exist or is not available." });
}

/** 404: no such task, or not the caller's own. */
export function unknownTask(): Refusal {
  return new Refusal({ code: "not_found", message: "The generation task was not found." });
}

/** The error object of the body. `task_id` is an addition of this service, present where a task was accepted before the error. */
export function describeRefusal(refusal: Refusal): StrictErrorBody["error"] & { task_id?: string } {
  return {
    message: refusal.message,
    type: errorTable[refusal.code].type,
    param: refusal.param,
    code: refusal.code,
    ...(refusal.taskId === undefined ? {} : { task_id: refusal.taskId }),
  };
}

/** The body as JSON with its status; `x-should-retry: false` keeps standard clients from creating the accepted task a second time. */
export function renderRefusal(refusal: Refusal): Response {
  return new Response(JSON.stringify({ error: describeRefusal(refusal) }), {
    status: refusal.status,
    headers: {
      "content-type": "application/json",
      ...(refusal.taskId === undefined ? {} : { "x-task-id": refusal.taskId, "x-should-retry": "false" }),
      ...refusal.headers,
    },
  });
}
