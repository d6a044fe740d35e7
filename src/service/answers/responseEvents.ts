import { type ErrorCode, errorTable } from "../../contract/errors.ts";
import type { FullResponse } from "./describeResponse.ts";
import type { ResponseItem } from "./outputItems.ts";

type TextEvent = "output_text" | "refusal" | "reasoning_summary_text" | "function_call_arguments" | "custom_tool_call_input";

/** An event without its `sequence_number`. */
export type ResponseEvent =
  | { type: `response.${"created" | "in_progress" | "completed" | "incomplete" | "failed"}`; response: FullResponse }
  | { type: `response.output_item.${"added" | "done"}`; output_index: number; item: ResponseItem }
  | { type: `response.${TextEvent}.delta`; delta: string; [field: string]: unknown }
  | { type: `response.${TextEvent}.done`; [field: string]: unknown }
  | {
      type: `response.${"content_part" | "reasoning_summary_part"}.${"added" | "done"}`;
      part: object | undefined;
      [field: string]: unknown;
    }
  | { type: "response.output_text.annotation.added"; annotation: object; [field: string]: unknown }
  | {
      type: `response.image_generation_call.${"in_progress" | "generating" | "partial_image" | "completed"}`;
      item_id: string;
      output_index: number;
      [field: string]: unknown;
    }
  | { type: "error"; error: object; [field: string]: unknown };

/** The first two events, with the full object before there is any output. */
export function openingEvents(response: FullResponse): ResponseEvent[] {
  const begun: FullResponse = { ...response, status: "in_progress", output: [], usage: null };
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
