/** One poll's body, v1 or v2, in; what it means for the task out. */
import type { MediaPoll, ReceivedFile, V2Poll } from "../client/serviceClient.ts";
import type { Kind } from "../contract/kind.ts";
import type { Usage } from "../contract/usage.ts";
import { type Balance, type Cost, v2StatusCompleted } from "../contract/v2.ts";
import type { TaskFailure } from "./task.ts";

/** What a result says besides its files. */
export interface ResultFacts {
  usage: Usage | undefined;
  cost: Cost | undefined;
  text: string | undefined;
}

export type PollOutcome =
  /** Not over, or a status that we do not know: the follower waits. */
  | { is: "waiting"; state: "pending" | "processing" | undefined }
  | { is: "completed"; facts: ResultFacts; files: readonly ReceivedFile[] }
  | { is: "failed"; error: TaskFailure };

/** Source: spec, "Media task status (v1)". */
export function readMediaPoll({ task, files }: MediaPoll): PollOutcome {
  switch (task.status) {
    case "completed":
      return { is: "completed", facts: { usage: task.usage ?? undefined, cost: undefined, text: undefined }, files };
    case "failed":
      return { is: "failed", error: failure(task.error?.message, task.error?.code) };
    case "pending":
    case "processing":
      return { is: "waiting", state: task.status };
    default:
      return { is: "waiting", state: undefined };
  }
}

/** Source: spec, "v2 status object": the value 2 is completed, an error that is not null has failed, everything else waits. */
export function readV2Poll({ status, files }: V2Poll): PollOutcome & { balance: Balance | undefined } {
  const balance = status.balance ?? undefined;
  if (status.error !== null && status.error !== undefined) return { is: "failed", error: readV2Error(status.error), balance };
  const contents = status.contents;
  if (contents?.status !== v2StatusCompleted) return { is: "waiting", state: undefined, balance };
  const facts = { usage: undefined, cost: contents.cost ?? undefined, text: contents.text ?? undefined };
  return { is: "completed", facts, files, balance };
}

/** Whether a completed result holds what was asked for: a file, or at least a text. */
export function isEmptyResult(kind: Kind, facts: ResultFacts, files: readonly ReceivedFile[]): boolean {
  return files.length === 0 && (kind === "text" ? facts.text === undefined : facts.text === undefined || facts.text === "");
}

/** The shape of a v2 error is not shown by the spec: a text, or an object with the usual fields. */
function readV2Error(error: unknown): TaskFailure {
  if (typeof error === "string") return failure(error, undefined);
  if (typeof error !== "object" || error === null) return failure(undefined, undefined);
  const inner: unknown = "error" in error ? error.error : undefined;
  if (typeof inner === "object" && inner !== null) return readV2Error(inner);
  const message = "message" in error && typeof error.message === "string" ? error.message : typeof inner === "string" ? inner : undefined;
  const code = "code" in error && (typeof error.code === "string" || typeof error.code === "number") ? error.code : undefined;
  return failure(message, code);
}

const longestMessage = 500;

function failure(message: string | null | undefined, code: string | number | null | undefined): TaskFailure {
  return {
    kind: "generationFailed",
    message: (message || "The service reports that the generation failed.").slice(0, longestMessage),
    code: code === null || code === undefined ? undefined : String(code),
  };
}
