/** The operations of the OpenAPI document. Source: spec, "Summary" and "Error bodies". */
import { type ErrorCode, errorTable } from "../../contract/errors.ts";
import { kindTable, type MediaKind, mediaKinds } from "../../contract/kind.ts";
import type { answerSchemas } from "./answers.ts";
import { mediaExamples, responseExamples, v2Examples } from "./examples.ts";
import type { requestSchemas } from "./requests.ts";

export interface Operation {
  method: "get" | "post" | "delete";
  /** A name in braces is a parameter. */
  path: string;
  id: string;
  summary: string;
  request?: { schema: keyof typeof requestSchemas; examples: Readonly<Record<string, object>> };
  status: 200 | 202;
  /** The body is one of these components. */
  answers: readonly (keyof typeof answerSchemas)[];
  /** Whether the answer may be a stream of events instead. */
  isStreamed?: boolean;
  errors: readonly ErrorCode[];
  /** Whether the query may ask for the progress. */
  hasProgress?: boolean;
  /** Whether the answer may be waited for with `Prefer: wait=N`. */
  hasWait?: boolean;
}

/** Errors of requests that begin a task. */
const begin = ["invalid_request", "model_not_found", "insufficient_quota", "timeout", "api_error"] as const;

function mediaOperations(kind: MediaKind): Operation[] {
  const { path, name, identifier } = kindTable[kind];
  return [
    {
      method: "post",
      path: `/api/v1/${path}`,
      id: `create${identifier}`,
      summary: `Starts the generation of ${name}.`,
      request: { schema: `${identifier}Request`, examples: mediaExamples[kind] },
      status: 202,
      answers: ["AcceptedTask"],
      errors: begin,
    },
    {
      method: "get",
      path: `/api/v1/${path}/{id}`,
      id: `get${identifier}`,
      summary: "Polls the task until its status is `completed` or `failed`.",
      status: 200,
      answers: ["MediaTask"],
      hasProgress: true,
      hasWait: true,
      errors: ["not_found"],
    },
  ];
}

export const operations: readonly Operation[] = [
  {
    method: "get",
    path: "/api/v1/models",
    id: "listModels",
    summary: "Lists the active models.",
    status: 200,
    answers: ["ModelList"],
    errors: [],
  },
  {
    method: "get",
    path: "/api/v1/models/{id}",
    id: "getModel",
    summary: "Returns one model.",
    status: 200,
    answers: ["Model"],
    errors: ["model_not_found"],
  },
  {
    method: "post",
    path: "/api/v1/responses",
    id: "createResponse",
    summary: "Generates a text, and images with the tool `image_generation`; waits for the complete answer, or streams it.",
    request: { schema: "ResponseRequest", examples: responseExamples },
    status: 200,
    answers: ["Response"],
    isStreamed: true,
    errors: begin,
  },
  {
    method: "get",
    path: "/api/v1/responses/{id}",
    id: "getResponse",
    summary: "Returns an answer, or the short object while it is being generated.",
    status: 200,
    answers: ["Response", "UnfinishedResponse"],
    hasWait: true,
    errors: ["not_found", ...begin],
  },
  {
    method: "delete",
    path: "/api/v1/responses/{id}",
    id: "deleteTask",
    summary: "Deletes the caller's task, whatever it makes, and ends its work.",
    status: 200,
    answers: ["DeletedTask"],
    errors: ["not_found"],
  },
  ...mediaKinds.flatMap(mediaOperations),
  {
    method: "post",
    path: "/api/v2",
    id: "createV2Task",
    summary: "Starts a generation of any kind.",
    request: { schema: "V2Request", examples: v2Examples },
    status: 200,
    answers: ["V2AcceptedTask"],
    errors: begin,
  },
  {
    method: "get",
    path: "/api/v2/status/{task_id}",
    id: "getV2Task",
    summary: "Returns the state and the result of a v2 task, and the account's balance.",
    status: 200,
    answers: ["V2Status"],
    hasProgress: true,
    hasWait: true,
    errors: ["not_found"],
  },
];

/** The statuses with which an operation answers these errors besides those of every request, in order, with their codes. */
export function errorStatuses({ errors }: Operation): [status: number, codes: ErrorCode[]][] {
  const all: ErrorCode[] = ["invalid_api_key", "rate_limit_exceeded", ...errors];
  const statuses = [...new Set(all.flatMap((code) => [...errorTable[code].statuses]))].toSorted((one, other) => one - other);
  return statuses.map((status) => [status, all.filter((code) => errorTable[code].statuses.some((one) => one === status))]);
}
