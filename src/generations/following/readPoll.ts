/** Reads what the body of a poll (v1 or v2) means for the task. */
import { describeCutOff } from "../../client/responses/cutOff.ts";
import type { MediaPoll, ReceivedFile, ResponsePoll, TaskPoll, V2Poll } from "../../client/serviceClient.ts";
import type { Kind } from "../../contract/kind.ts";
import type { Progress } from "../../contract/progress.ts";
import { responseText } from "../../contract/responseText.ts";
import { readCost } from "../../contract/usage.ts";
import { type Account, type V2File, type V2Status, v2StatusCompleted } from "../../contract/v2.ts";
import type { ReportedFile, ResultFacts, TaskError } from "../task.ts";
import { toTaskError } from "../toTaskError.ts";

const noReason: TaskError = { kind: "generationFailed", message: "The service reports that the generation failed." };

export type PollOutcome =
  /** Not finished, or an unknown status: keep polling. */
  | {
      type: "waiting";
      state: "pending" | "processing" | undefined;
      progress: Progress | undefined;
      /** Milliseconds that the service asks to wait before the next poll. */
      retryAfter: number | undefined;
    }
  | {
      type: "completed";
      facts: ResultFacts;
      files: readonly ReceivedFile[];
      unreadable: readonly TaskError[];
      cutOff?: TaskError | undefined;
    }
  /** `facts`: of the part of a text that there is. `mayBeBilled`: a part of it may have been accepted, although no result of that part is known. */
  | { type: "failed"; error: TaskError; facts?: ResultFacts | undefined; mayBeBilled?: boolean };

export type CompletedPoll = Extract<PollOutcome, { type: "completed" }>;

export function readPoll(poll: TaskPoll): PollOutcome {
  if ("task" in poll) return readMediaPoll(poll);
  return "status" in poll ? readV2Poll(poll) : readTextPoll(poll);
}

/** Source: spec, "Media task status (v1)". */
function readMediaPoll({ task, files, unreadable, error, retryAfter }: MediaPoll): PollOutcome {
  switch (task.status) {
    case "completed": {
      const reported = task.format ? { format: task.format } : undefined;
      const facts = { usage: task.usage ?? undefined, cost: undefined, text: undefined, reported };
      return { type: "completed", facts, files, unreadable: unreadable.map(toTaskError) };
    }
    case "failed":
      return { type: "failed", error: error === undefined ? noReason : toTaskError(error) };
    case "pending":
    case "processing":
      return { type: "waiting", state: task.status, progress: task.progress, retryAfter };
    default:
      return { type: "waiting", state: undefined, progress: task.progress, retryAfter };
  }
}

/** A text of v1, which the service has on request as long as it stores results. */
function readTextPoll({ end, retryAfter }: ResponsePoll): PollOutcome {
  if (end === undefined) return { type: "waiting", state: undefined, progress: undefined, retryAfter };
  const { response, error } = end;
  if (response === undefined) return { type: "failed", error: error === undefined ? noReason : toTaskError(error) };
  const usage = response.usage ?? undefined;
  const amount = usage && readCost(usage);
  const cost = amount === undefined ? undefined : { amount };
  const facts = { usage, cost, text: responseText(response), reported: { response } };
  if (error !== undefined) return { type: "failed", error: toTaskError(error), facts };
  return {
    type: "completed",
    facts,
    files: [],
    unreadable: [],
    cutOff: response.status === "incomplete" ? describeCutOff(response.incomplete_details?.reason) : undefined,
  };
}

/** Source: spec, "v2 status object": the value 2 means completed, an error that is not null means failed, anything else means waiting. */
function readV2Poll({ status, files, unreadable, error, retryAfter }: V2Poll): PollOutcome {
  if (error !== undefined) return { type: "failed", error: toTaskError(error) };
  const contents = status.contents;
  if (contents?.status !== v2StatusCompleted) {
    return { type: "waiting", state: undefined, progress: contents?.progress, retryAfter };
  }
  const reported = contents.files?.length ? { files: contents.files.map(describeFile) } : undefined;
  const facts = { usage: undefined, cost: contents.cost ?? undefined, text: contents.text ?? undefined, reported };
  const cutOff = contents.incomplete_details && describeCutOff(contents.incomplete_details.reason);
  return { type: "completed", facts, files, unreadable: unreadable.map(toTaskError), cutOff: cutOff ?? undefined };
}

/** undefined: the status does not report it. */
export function readAccount({ balance, limits }: V2Status): Account | undefined {
  return balance || limits ? { ...balance, limits } : undefined;
}

function describeFile({ name, mime_type, available, endpoint }: V2File): ReportedFile {
  return {
    ...(name ? { name } : {}),
    ...(mime_type ? { mediaType: mime_type } : {}),
    ...(available ? { available } : {}),
    ...(endpoint ? { endpoint } : {}),
  };
}

/** Whether a completed result lacks what was requested: a file, or at least a text. */
export function isEmptyResult(kind: Kind, facts: ResultFacts, files: readonly ReceivedFile[]): boolean {
  return files.length === 0 && (kind === "text" ? facts.text === undefined : facts.text === undefined || facts.text === "");
}
