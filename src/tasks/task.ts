/** The durable task. */
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
  /** the result is on this machine, and goes on to another file system */ "delivering",
  /** the result is there, but could not be written: waits with `error`, and can be saved again */ "unsaved",
  /** every artifact is on disk, or the text is in the journal */ "saved",
  /** the service refused or failed */ "failed",
  /** the service said twice that it does not have it any more: deleted there, or older than results are stored */ "expired",
  /** the user stopped following it */ "stopped",
] as const;
export type TaskState = (typeof taskStates)[number];

/** The request of a task, as it goes over the wire. */
export type TaskRequest =
  | { [K in MediaKind]: { interface: "v1"; kind: K; body: MediaRequests[K] } }[MediaKind]
  | { interface: "v2"; kind: Kind; body: V2Request };

/** Where the artifacts go. */
export type ArtifactTarget = (
  | {
      /** Absolute folder on this machine; made when missing. */
      folder: string;
      uri?: undefined;
    }
  | {
      folder?: undefined;
      /** URI of a folder on another file system: files go there through `TasksOptions.delivery`. */
      uri: string;
    }
) & {
  /** File name pattern without ending, may hold `/`; see `artifactName.ts` for its variables. */
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

/** Why a task waits, or ended without a result: what the service, the network or a disk said. */
export interface TaskError {
  kind: ServiceErrorKind;
  message: string;
  /** The service's `code`, `param` and `type`, or a disk's error code. */
  code?: string | undefined;
  param?: string | undefined;
  type?: string | undefined;
  /** HTTP status. */
  status?: number | undefined;
  /** What the service asked to wait, from the moment of the error. */
  retryAfterMilliseconds?: number | undefined;
}

/** What the service says of a file, whatever its bytes are. */
export interface ReportedFile {
  name?: string | undefined;
  mediaType?: string | undefined;
  /** A date, as the service writes it. */
  available?: string | undefined;
  endpoint?: string | undefined;
}

/** What the service says of a result besides its content and its cost. */
export interface Reported {
  /** v1 audio. */
  format?: string | undefined;
  /** v2, in the order of the artifacts. */
  files?: readonly ReportedFile[] | undefined;
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
  /** What the caller remembers with it: a JSON value, opaque here. */
  origin: unknown;
  state: TaskState;
  /** Unix milliseconds. */
  createdAt: number;
  acceptedAt: number | undefined;
  finishedAt: number | undefined;
  usage: Usage | undefined;
  cost: Cost | undefined;
  reported: Reported | undefined;
  /** v2 text answers. */
  text: string | undefined;
  artifacts: Artifact[];
  error: TaskError | undefined;
}

/** What is needed to follow a task. */
export type AcceptedTask = Pick<Task, "key" | "baseUrl" | "acceptedAt">;

/** States in which the service is asked how far it is. */
export const polledStates = ["pending", "processing"] as const satisfies readonly TaskState[];
/** States in which a task counts as running for the user. */
export const runningStates = ["submitting", ...polledStates, "delivering"] as const satisfies readonly TaskState[];

export function isRunning(task: Task): boolean {
  return runningStates.some((state) => state === task.state);
}
