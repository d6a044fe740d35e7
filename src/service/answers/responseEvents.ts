import { type ErrorCode, errorTable } from "../../contract/errors.ts";
import type { FullResponse } from "./describeResponse.ts";

/** An event without its `sequence_number`. */
export interface ResponseEvent {
  type: string;
  [field: string]: unknown;
}

/** The first two events, with the full object before there is any output. */
export function openingEvents(response: FullResponse): ResponseEvent[] {
  const begun = { ...response, status: "in_progress", output: [], usage: null };
  return [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
  ];
}

/** Clients read the fields next to `type`, as in the Responses format, or in `error`, as in an error body. */
export function errorEvent(code: ErrorCode, message: string): ResponseEvent {
  const error = { type: errorTable[code].type, code, message, param: null };
  return { ...error, type: "error", error };
}

/** The last event. */
export function closingEvent(response: FullResponse): ResponseEvent {
  switch (response.status) {
    case "completed":
    case "incomplete":
    case "failed":
      return { type: `response.${response.status}`, response };
    case "in_progress":
      throw new TypeError("A stream cannot end with a Response in progress.");
  }
}
