/** Nothing in; the durable task as every room sees it out. */

import type { ServiceErrorKind } from "../client/serviceError.ts";
import type { InterfaceGeneration, Kind, MediaKind } from "../contract/kind.ts";
import type { MediaRequests } from "../contract/media.ts";
import type { Usage } from "../contract/usage.ts";
import type { Cost, V2Request } from "../contract/v2.ts";

export const taskStates = [
  /** written down, the POST not answered yet */ "submitting",
  /** the POST may have been accepted, but no id is known: never sent again by itself */ "maybeAccepted",
  /** accepted; the service has not begun */ "pending",
  /** accepted; the service is at work */ "processing",
  /** the result is there, but could not be written: waits with `error`, and can be saved again */ "unsaved",
  /** every artifact is on disk, or the text is in the journal */ "saved",
  /** the service refused or failed */ "failed",
  /** older than the service stores results */ "expired",
  /** the user stopped following it */ "stopped",
] as const;
export type TaskState = (typeof taskStates)[number];

/** The request of a task, as it goes over the wire. */
export type TaskRequest =
  | { [K in MediaKind]: { interface: "v1"; kind: K; body: MediaRequests[K] } }[MediaKind]
  | { interface: "v2"; kind: Kind; body: V2Request };

/** Where the artifacts go. */
export interface ArtifactTarget {
  /** Absolute folder on this machine; made when missing. */
  folder: string;
  /** File name pattern without ending, may hold `/`; see `artifactName.ts` for its variables. */
  pattern: string;
}

/** What the caller wants to remember with a task; opaque here. JSON values only. */
export type TaskOrigin = { [key: string]: string | number | boolean | null };

export interface Artifact {
  /** Absolute path at the time of saving. */
  path: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  mediaType: string;
}

export interface TaskFailure {
  kind: ServiceErrorKind;
  message: string;
  code: string | undefined;
}

export interface Task {
  /** Our own id: known before the service's. */
  key: string;
  /** The service's id, once accepted. */
  id: string | undefined;
  /** Origin and path of the service that has it. */
  baseUrl: string;
  interface: InterfaceGeneration;
  kind: Kind;
  model: string;
  /** The request's main text. */
  prompt: string;
  request: TaskRequest;
  target: ArtifactTarget;
  origin: TaskOrigin;
  state: TaskState;
  /** Unix milliseconds. */
  createdAt: number;
  acceptedAt: number | undefined;
  finishedAt: number | undefined;
  usage: Usage | undefined;
  cost: Cost | undefined;
  /** v2 text answers. */
  text: string | undefined;
  artifacts: Artifact[];
  error: TaskFailure | undefined;
}

/** States in which the follower still has something to do. */
export const followedStates = ["pending", "processing"] as const satisfies readonly TaskState[];
/** States in which a task counts as running for the user. */
export const runningStates = ["submitting", "pending", "processing"] as const satisfies readonly TaskState[];
