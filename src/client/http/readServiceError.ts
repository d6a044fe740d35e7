/** Converts a refused exchange (status, headers and body) to a ServiceError. */
import * as z from "zod/mini";
import { type ErrorCode, type ErrorObject, errorBodySchema, errorObjectSchema, isErrorCode } from "../../contract/errors.ts";
import { parseJson } from "../../contract/parseJson.ts";
import { inEnglish } from "../../contract/translate.ts";
import { type AnswerHeaders, readHeader } from "../../network/answerHeaders.ts";
import { type RequestSecrets, redactName, redactText } from "../../network/redactText.ts";
import { readRetryAfter } from "../../network/retryAfter.ts";
import { errorRows } from "../errors/errorTable.ts";
import { ownSentences } from "../errors/ownSentences.ts";
import { ServiceError, type ServiceErrorFacts, type ServiceErrorKind } from "../serviceError.ts";
import { isWebPage } from "./badAnswer.ts";

const kindOfCode = {
  invalid_request: "invalidRequest",
  model_not_found: "modelNotFound",
  invalid_api_key: "invalidKey",
  not_found: "notFound",
  timeout: "timeout",
  rate_limit_exceeded: "rateLimited",
  insufficient_quota: "insufficientQuota",
  api_error: "generationFailed",
} as const satisfies Record<ErrorCode, ServiceErrorKind>;

const kindOfStatus: ReadonlyMap<number, ServiceErrorKind> = new Map([
  [400, "invalidRequest"],
  [401, "invalidKey"],
  [402, "insufficientQuota"],
  [404, "notFound"],
  [408, "timeout"],
  [422, "invalidRequest"],
  [429, "rateLimited"],
  [500, "generationFailed"],
  [504, "timeout"],
]);

const kindOfType: ReadonlyMap<string, ServiceErrorKind> = new Map([
  ["authentication_error", "invalidKey"],
  ["rate_limit_error", "rateLimited"],
  ["insufficient_quota", "insufficientQuota"],
  ["timeout", "timeout"],
  ["server_error", "generationFailed"],
]);

/** Determined by code, then status, then type. The code of a failed task may itself be a status in digits. Source: spec, "Error bodies". */
function errorKind(code: string | undefined, status: number | undefined, type: string | undefined): ServiceErrorKind {
  if (code !== undefined && isErrorCode(code)) return kindOfCode[code];
  const codeAsStatus = code !== undefined && /^[45]\d\d$/.test(code) ? Number(code) : undefined;
  const isError = status !== undefined && status >= 400;
  return kindOfStatus.get((isError ? status : codeAsStatus) ?? 0) ?? kindOfType.get(type ?? "") ?? "unknown";
}

const taskIdSchema = z.looseObject({ id: z.optional(z.string()), task_id: z.optional(z.string()) });
const taskIdBodySchema = z.looseObject({ id: z.optional(z.string()), task_id: z.optional(z.string()), error: z.optional(z.unknown()) });

/** The id of the task in an answer, in a header or the body, so that the result can be fetched after a 504. Never returns the key. */
export function findTaskId(headers: AnswerHeaders, body: unknown, { key }: RequestSecrets): string | undefined {
  const outer = taskIdBodySchema.safeParse(body);
  const inner = taskIdSchema.safeParse(outer.data?.error);
  const id = readHeader(headers, "x-task-id") ?? inner.data?.task_id ?? inner.data?.id ?? outer.data?.task_id ?? outer.data?.id;
  return key !== undefined && id?.includes(key) ? undefined : id;
}

/** Describes an error object, with all secrets redacted. */
function describeErrorObject(error: ErrorObject, status: number | undefined, secrets: RequestSecrets): ServiceErrorFacts {
  const code = error.code === null || error.code === undefined ? undefined : String(error.code);
  const kind = errorKind(code, status, error.type ?? undefined);
  const message = redactText(error.message ?? "", secrets);
  return {
    kind,
    message: message === "" ? errorRows[kind].message : message,
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code: redactName(code, secrets) }),
    ...(error.param ? { param: redactName(error.param, secrets) } : {}),
    ...(error.type ? { type: redactName(error.type, secrets) } : {}),
  };
}

/** The error in a failed task's body, in any of its forms; undefined if there is none. */
export function readFailedTask(
  error: unknown,
  secrets: RequestSecrets,
  taskId: string,
  retryAfter?: number | undefined,
): ServiceError | undefined {
  if (isNothing(error)) return undefined;
  return readTaskError(typeof error === "string" ? { message: error } : findErrorObject(error), secrets, taskId, retryAfter);
}

/** Services also write no error as an empty text, list or object. */
function isNothing(error: unknown): boolean {
  if (typeof error === "object" && error !== null) return Object.keys(error).length === 0;
  return error === undefined || error === null || error === "" || error === false || error === 0;
}

/** The error of a task, or of a stream, that failed under HTTP 200. `retryAfter`: that of the answer. */
export function readTaskError(
  error: ErrorObject | undefined,
  secrets: RequestSecrets,
  taskId: string | undefined,
  retryAfter?: number | undefined,
): ServiceError {
  const facts: ServiceErrorFacts = error
    ? describeErrorObject(error, undefined, secrets)
    : { kind: "generationFailed", message: errorRows.generationFailed.message };
  return new ServiceError({
    ...facts,
    kind: facts.kind === "unknown" ? "generationFailed" : facts.kind,
    retryAfterMilliseconds: retryAfter,
    ...(taskId === undefined ? {} : { taskId }),
  });
}

/** Finds the error object in a parsed body: nested, flat, or texts under other names. */
function findErrorObject(body: unknown): ErrorObject | undefined {
  const nested = errorBodySchema.safeParse(body);
  if (nested.success) return nested.data.error;
  const text = z.looseObject({ error: z.string() }).safeParse(body);
  if (text.success) return { message: text.data.error };
  const flat = errorObjectSchema.safeParse(body);
  if (flat.success && (flat.data.message || flat.data.code)) return flat.data;
  const reason = readReason(body, 0);
  return reason === "" ? undefined : { message: reason };
}

/** Where frameworks write reasons; FastAPI lists them in `detail`, each with `msg`. */
const reasonNames = ["error", "errors", "detail", "message", "msg", "reason"] as const;
const deepestReason = 4;

function readReason(value: unknown, depth: number): string {
  if (typeof value === "string") return depth === 0 ? "" : value;
  if (typeof value !== "object" || value === null || depth > deepestReason) return "";
  const parts: unknown[] = Array.isArray(value) ? value : reasonNames.map((name) => Reflect.get(value, name));
  const reasons = parts.map((part) => readReason(part, depth + 1)).filter((reason) => reason !== "");
  return Array.isArray(value) ? reasons.join(" ") : (reasons[0] ?? "");
}

export interface RefusedAnswer {
  status: number;
  headers: AnswerHeaders;
  /** The body's text, as far as it was read. */
  text: string;
  /** The exchange was a POST. */
  isPost: boolean;
}

/** Reads an answer whose status is not 2xx. */
export function readServiceError(answer: RefusedAnswer, secrets: RequestSecrets): ServiceError {
  const body = parseJson(answer.text);
  const error = findErrorObject(body);
  const isPage = isWebPage(answer.text);
  const facts = describeErrorObject(error ?? { message: isPage ? "" : answer.text }, answer.status, secrets);
  const requestId = readHeader(answer.headers, "x-request-id");
  const taskId = findTaskId(answer.headers, body, secrets);
  const retryAfter = readRetryAfter(answer.headers, Date.now());
  // A gateway's 5xx does not show what happened to the request; the service's own "api_error" does.
  const maybeAccepted = answer.isPost && (answer.status >= 500 || answer.status === 408) && facts.code !== "api_error";
  return new ServiceError({
    ...facts,
    message: isPage ? inEnglish(ownSentences.webPage, errorRows[facts.kind].message, answer.status) : facts.message,
    maybeAccepted,
    ...(requestId === undefined ? {} : { requestId: redactText(requestId, secrets) }),
    ...(taskId === undefined ? {} : { taskId }),
    ...(retryAfter === undefined ? {} : { retryAfterMilliseconds: retryAfter }),
  });
}
