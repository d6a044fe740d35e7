/** The durable task. */
import { cutOffCode } from "../client/errors/ownCodes.ts";
import type { ServiceErrorKind } from "../client/serviceError.ts";
import type { InterfaceVersion, Kind } from "../contract/kind.ts";
import type { Progress } from "../contract/progress.ts";
import type { ResponseObject } from "../contract/response.ts";
import type { Usage } from "../contract/usage.ts";
import type { Cost } from "../contract/v2.ts";
import type { TaskRequest } from "../contract/wireRequest.ts";

export const taskStates = [
  /** recorded; the POST has not been answered */ "submitting",
  /** the POST may have been accepted, but no id is known: never sent again automatically */ "maybeAccepted",
  /** accepted; the service has not started */ "pending",
  /** accepted; the service is generating */ "processing",
  /** the result is on this machine and is to be copied to another file system */ "delivering",
  /** there is a result, but it could not be saved: has an `error`, and can be saved again */ "unsaved",
  /** every artifact is on disk, or the text is in the journal */ "saved",
  /** the service refused it or failed */ "failed",
  /** the service reported twice that it no longer has it: deleted there, or past the storage time */ "expired",
  /**
   * The user stopped waiting for it. Without `finishedAt`, the service still generates and bills it, and is asked until its cost is known;
   * its files are not fetched.
   */
  "stopped",
  /** the user cancelled it: it was deleted on a service that ends its generation then */ "cancelled",
] as const;
export type TaskState = (typeof taskStates)[number];

/** Where the artifacts go. */
export type ArtifactTarget = (
  | {
      /** Absolute folder on this machine; created if missing. */
      folder: string;
      uri?: undefined;
    }
  | {
      folder?: undefined;
      /** URI of a folder on another file system: files go there through `TasksOptions.delivery`. */
      uri: string;
    }
) & {
  /** File name pattern without extension, may contain `/`; see `artifactName.ts` for its variables. */
  pattern: string;
};

/** Where an artifact was saved: an absolute path on this machine, or a URI on another file system. */
export type ArtifactLocation = { path: string; uri?: undefined } | { path?: undefined; uri: string };

export type Artifact = ArtifactLocation & {
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  mediaType: string;
};

/** Why a task waits, or ended without a result: an error of the service, the network or a disk. */
export interface TaskError {
  kind: ServiceErrorKind;
  message: string;
  /** The service's `code`, `param` and `type`, or a disk's error code. */
  code?: string | undefined;
  param?: string | undefined;
  type?: string | undefined;
  /** HTTP status. */
  status?: number | undefined;
  /** The service's Retry-After, from the time of the error. */
  retryAfterMilliseconds?: number | undefined;
}

/** What the service reports about a file, whatever its bytes are. */
export interface ReportedFile {
  name?: string | undefined;
  mediaType?: string | undefined;
  /** A date, in the service's format. */
  available?: string | undefined;
  endpoint?: string | undefined;
}

/** What the service reports about a result besides its content and its cost. */
interface Reported {
  /** Of v1 audio. */
  format?: string | undefined;
  /** Of v2, in the order of the artifacts. */
  files?: readonly ReportedFile[] | undefined;
  /** Of a text of v1 that is not in its document yet. */
  response?: ResponseObject | undefined;
}

export interface Task {
  /** Our own id, known before the service's. */
  key: string;
  /** The service's id, once accepted. */
  id: string | undefined;
  /** Origin and path of the service that has the task. */
  baseUrl: string;
  interface: InterfaceVersion;
  kind: Kind;
  model: string;
  /** The request's main text. */
  prompt: string;
  request: TaskRequest;
  target: ArtifactTarget;
  /** A JSON value of the caller, opaque here. */
  origin: unknown;
  state: TaskState;
  /** Unix milliseconds. */
  createdAt: number;
  acceptedAt: number | undefined;
  finishedAt: number | undefined;
  usage: Usage | undefined;
  cost: Cost | undefined;
  reported: Reported | undefined;
  /** The text of a v2 answer. */
  text: string | undefined;
  artifacts: Artifact[];
  error: TaskError | undefined;
  /** How far it is. Only the process that follows the task knows it, and it is not stored. */
  progress?: Progress;
}

/** What is needed to follow a task. */
export type FollowedTask = Pick<Task, "key" | "baseUrl" | "acceptedAt">;

/** What a result contains besides its files. */
export interface ResultFacts {
  usage: Usage | undefined;
  cost: Cost | undefined;
  text: string | undefined;
  reported: Reported | undefined;
}

/** States in which the task is polled. */
export const polledStates = ["pending", "processing"] as const satisfies readonly TaskState[];
/** States that the user sees as running. */
export const runningStates = ["submitting", ...polledStates, "delivering"] as const satisfies readonly TaskState[];

/** The same in SQL, with the stopped tasks whose end on the service is not known: one process asks for each of them. */
export const isUnsettledSql = `(state IN (${runningStates.map((state) => `'${state}'`).join(", ")}) OR (state = 'stopped' AND finished_at IS NULL))`;

/** The rows that a window streams to their end and brings to their place, in SQL: a document, or a conversation. */
export const isBroughtSql = "destination IN ('document', 'conversation')";
/**
 * The rows that are followed to their end, in SQL: what is kept in files or in the row, used in memory, or brought to a document or a
 * conversation after its window has ended. The others are texts that are used where they arrive.
 */
export const isFollowedSql = "destination IN ('files', 'turn', 'memory', 'document', 'conversation')";

/** The owner of a text that waits for any process, or for a window of its document: no process has this name. */
export const nobody = "nobody";
/** The owner of a text that waits for the user. */
export const theUser = "user";
/** The owner of what a process has followed to its end, in SQL: a window has yet to bring a text to its document. */
export const nextOwnerSql = `CASE destination WHEN 'document' THEN '${nobody}' END`;

/** A task's error with whether the request may have been accepted, which the journal keeps as the state. Whatever describes the error needs both. */
export function errorFactsOf({ error, state }: Pick<Task, "error" | "state">): (TaskError & { maybeAccepted: boolean }) | undefined {
  return error && { ...error, maybeAccepted: state === "maybeAccepted" };
}

/** Whether a saved task lacks files of its result, which may be fetched again. */
export function lacksFiles({ state, error }: Pick<Task, "state" | "error">): boolean {
  return state === "saved" && error !== undefined && error.code !== cutOffCode;
}

/** Whether the user ended it. */
export function isLeft({ state }: Pick<Task, "state">): boolean {
  return state === "stopped" || state === "cancelled";
}

/** Whether the service may still generate a task that nobody waits for. */
export function isLeftRunning(task: Pick<Task, "state" | "finishedAt">): boolean {
  return task.state === "stopped" && task.finishedAt === undefined;
}

export function isRunning(task: Task): boolean {
  return runningStates.some((state) => state === task.state);
}
