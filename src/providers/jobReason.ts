/** Why a job made nothing: some packages drop the reason, or ask on for a state that is an end. Sources: the APIs of Luma, Black Forest Labs and Replicate. */
import { parseJson } from "../contract/parseJson.ts";
import { readTaskStatus } from "../contract/taskStatus.ts";
import { withReasons } from "./blockReason.ts";
import { isFields, readErrorReason } from "./errorReason.ts";

/** States in which a job has ended, and that no package reports. */
const refusals = /\bmoderated\b|^(?:task not found|aborted)$/i;

/** Returns a `fetch` that rejects with the reason for a job that has failed, or was refused. */
export const withJobReasons = (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  withReasons(fetch, (text) => jobReasonIn(parseJson(text)));

/** "": it has not failed, or says no more than that. */
function jobReasonIn(body: unknown): string {
  if (!isFields(body)) return "";
  const state = [body.status, body.state].find((value) => typeof value === "string") ?? "";
  if (refusals.test(state)) return [state, ...textsIn(body.details)].join(": ");
  const { message } = readTaskStatus(state) === "failed" ? readErrorReason(body) : { message: "" };
  return message === state ? "" : message;
}

function textsIn(details: unknown): string[] {
  const texts = isFields(details) ? Object.values(details).flat() : [];
  return texts.filter((text) => typeof text === "string");
}
