/** The body of an error answer, and the spec's table of error codes. */
import * as z from "zod/mini";
import { lenientText } from "./lenient.ts";

/** Every code of the spec's table "Error bodies" with its `type`, `param` rule and HTTP statuses. 402 is our choice where it gives none. */
export const errorTable = {
  invalid_request: { type: "invalid_request_error", statuses: [400] },
  model_not_found: { type: "invalid_request_error", statuses: [400, 404] },
  invalid_api_key: { type: "authentication_error", statuses: [401] },
  not_found: { type: "invalid_request_error", statuses: [404] },
  timeout: { type: "timeout", statuses: [408, 504] },
  rate_limit_exceeded: { type: "rate_limit_error", statuses: [429] },
  insufficient_quota: { type: "insufficient_quota", statuses: [402] },
  api_error: { type: "api_error", statuses: [500] },
} as const;
export type ErrorCode = keyof typeof errorTable;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}

/** The error object, leniently: real services leave out fields or send a number as `code`. Source: spec, "Error object (v1)". */
export const errorObjectSchema = z.looseObject({ message: lenientText, type: lenientText, param: lenientText, code: lenientText });
export type ErrorObject = z.infer<typeof errorObjectSchema>;

/** `{error: {message, type, param, code}}`. Source: spec, "Error bodies". */
export const errorBodySchema = z.looseObject({ error: errorObjectSchema });

/** The error body that our own service writes, with every field. */
export interface StrictErrorBody {
  error: { message: string; type: string; param: string | null; code: string };
}
