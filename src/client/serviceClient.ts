/** The interface of the client: its options, results and capabilities. */
import type { Hash } from "node:crypto";
import type { FunctionRequest } from "../contract/functionTools.ts";
import type { MediaKind } from "../contract/kind.ts";
import type { AcceptedTask, MediaRequests, MediaTask } from "../contract/media.ts";
import type { Model } from "../contract/models.ts";
import type { DeletedTask, ResponseObject } from "../contract/response.ts";
import type { ResponseRequest } from "../contract/responseRequest.ts";
import type { V2AcceptedTask, V2Request, V2Status } from "../contract/v2.ts";
import type { NetworkSettings } from "../network/networkSettings.ts";
import type { ResponseChange } from "./responseChange.ts";
import type { ServiceError } from "./serviceError.ts";

/** All in milliseconds. There is no limit on the length of an answer. */
export interface Timeouts {
  /** Until a connection stands. Default 10 000. */
  connect: number;
  /** Until the first byte of an answer; a synchronous POST waits for the whole generation. Default 600 000. */
  headers: number;
  /** Between two bytes of an answer. Default 120 000. */
  silence: number;
  /** The same for a GET or DELETE that answers without files, which is not begun again after this time either. Default 15 000. */
  answer: number;
  /** Before a call is sent again the first time; doubles, with jitter, up to 16 times as long. Default 500. */
  retry: number;
  /** Between two polls of a Response that is being finished, at first; grows up to ten times as long. Default 500. */
  poll: number;
}

/** Receives lines without prompts, bodies or keys. */
export interface ClientLog {
  debug(message: string): void;
  warn(message: string): void;
}

export interface ServiceClientOptions {
  /** `{base_url}` of the spec: https, or http on loopback. */
  baseUrl: string;
  /** Asked before each request; undefined: throw `missingKey`. */
  key: () => Promise<string | undefined>;
  network?: NetworkSettings;
  timeouts?: Partial<Timeouts>;
  log?: ClientLog;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** How often a call is sent at most, where it may be sent again. Default 4; 1 for a caller with a rhythm of its own. */
  attempts?: number;
  /** The body of the request that began the task which a call is about: the service's errors may repeat its texts. Read for an error alone. */
  taskRequest?: () => unknown;
  /** Called before each pause, in milliseconds, after which the call is sent again because of an error. */
  onWait?: ((milliseconds: number, error: ServiceError) => void) | undefined;
}

interface Arrived {
  /** The task's id, once the service has sent it. */
  id: string | undefined;
  /** What the changes add up to. */
  response: ResponseObject | undefined;
}

/** How an exchange with `/responses` ended, and what arrived of the Response. */
export type ResponseEnd =
  | { outcome: "completed" | "refused" | "incomplete"; id: string; response: ResponseObject; error: undefined }
  | (Arrived & { outcome: "failed" | "truncated"; error: ServiceError })
  | (Arrived & { outcome: "aborted"; error: undefined });

/**
 * The changes of one Response while it arrives; leaving the loop ends the request. The loop never throws. `end` settles, without
 * rejecting, when the stream is over. A stream that broke off is fetched where possible: then its last changes complete the Response.
 */
export interface ResponseStream extends AsyncIterable<ResponseChange> {
  readonly end: Promise<ResponseEnd>;
}

/** A file that was decoded or downloaded to a temporary place; the receiver moves or removes it. */
export interface ReceivedFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  /** The hash of the file as it is, for bytes that are added to it. */
  resumeHash?: () => Hash;
  /** What the service said that it is, where it said so. */
  mediaType: string | undefined;
  name: string | undefined;
}

export interface MediaPoll {
  /** The body, with every `b64_json` taken out. */
  task: MediaTask;
  /** One for each element of `data`, in order, once `completed`. */
  files: ReceivedFile[];
  /** Why it failed. */
  error: ServiceError | undefined;
}

export interface V2Poll {
  /** The body, with inline file contents taken out. */
  status: V2Status;
  /** One for each element of `contents.files`, in order, once completed. */
  files: ReceivedFile[];
  /** Why it failed. */
  error: ServiceError | undefined;
}

export interface ServiceClient {
  readonly baseUrl: string;
  listModels(options?: CallOptions): Promise<Model[]>;
  getModel(id: string, options?: CallOptions): Promise<Model>;
  /** Waits for the whole answer; a 504 or a cut with a known id is finished by GET. Throws where no Response came of it. */
  createResponse(request: ResponseRequest, options?: CallOptions): Promise<ResponseEnd>;
  streamResponse(request: ResponseRequest | FunctionRequest, options?: CallOptions): ResponseStream;
  /** Polls `GET /responses/<id>` until it is over. */
  finishResponse(id: string, options?: CallOptions): Promise<ResponseEnd>;
  deleteTask(id: string, options?: CallOptions): Promise<DeletedTask>;
  submitMedia<K extends MediaKind>(kind: K, request: MediaRequests[K], options?: CallOptions): Promise<AcceptedTask>;
  /** One poll. Files are written below `folder` while they arrive. */
  pollMedia(kind: MediaKind, id: string, folder: string, options?: CallOptions): Promise<MediaPoll>;
  submitV2(request: V2Request, options?: CallOptions): Promise<V2AcceptedTask>;
  /** The status alone, without receiving files: for what it says of the account. */
  readV2Status(taskId: string, options?: CallOptions): Promise<V2Status>;
  pollV2(taskId: string, folder: string, options?: CallOptions): Promise<V2Poll>;
  close(): Promise<void>;
}
