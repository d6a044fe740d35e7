/** The interface of the client: its options, results and capabilities. */
import type { Hash } from "node:crypto";
import type { FunctionRequest } from "../contract/functionTools.ts";
import type { MediaKind } from "../contract/kind.ts";
import type { MediaTask } from "../contract/media.ts";
import type { Model } from "../contract/models.ts";
import type { DeletedTask, ResponseObject } from "../contract/response.ts";
import type { ResponseRequest } from "../contract/responseRequest.ts";
import type { V2Status } from "../contract/v2.ts";
import type { TaskRequest } from "../contract/wireRequest.ts";
import type { NetworkSettings } from "../network/networkSettings.ts";
import type { OutputChange } from "../output/outputChange.ts";
import type { ServiceError } from "./serviceError.ts";

/** All in milliseconds. The length of an answer is not limited. */
export interface Timeouts {
  /** Until a connection is established. Default 10 000. */
  connect: number;
  /** Until the first byte of an answer; a synchronous POST waits for the whole generation. Default 600 000. */
  headers: number;
  /** Between two bytes of an answer. Default 120 000. */
  silence: number;
  /** Like `silence`, for a GET or DELETE whose answer has no files, which is not repeated after this time either. Default 15 000. */
  answer: number;
  /** Before the first repetition of a call; doubles, with jitter, up to 16 times as long. Default 500. */
  retry: number;
  /** Between two polls of an unfinished Response, at first; grows up to ten times as long. Default 500. */
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
  /** Ends the pauses before the call is repeated, but no exchange. */
  unsent?: AbortSignal | undefined;
  /** Maximum number of attempts for a call that may be repeated. Default 4; 1 for a caller with its own schedule. */
  attempts?: number;
  /**
   * The body of the request that began the call's task: the service's errors may repeat its texts, which are then redacted. Only read for
   * an error.
   */
  taskRequest?: () => unknown;
  /** Called before each pause (milliseconds) after which the call is repeated because of an error. */
  onWait?: ((milliseconds: number, error: ServiceError) => void) | undefined;
  /** Called when the id of a Response that is streamed is known: its output can be fetched by it from now on. */
  onIdentified?: (id: string) => void;
}

export interface PollOptions extends CallOptions {
  /** Asks how far the task is: only for a model that announces `progress`. */
  asksProgress?: boolean;
  /** Seconds that the service may wait until the task changes, if it has announced that. Default 0. */
  wait?: number | undefined;
}

interface Arrived {
  /** The task's id, once the service has sent it. */
  id: string | undefined;
  /** The result of the changes. */
  response: ResponseObject | undefined;
}

/** How an exchange with `/responses` ended, and what arrived of the Response. */
export type ResponseEnd =
  | { outcome: "completed" | "refused" | "incomplete"; id: string; response: ResponseObject; error: undefined }
  | (Arrived & { outcome: "failed" | "truncated"; error: ServiceError })
  | (Arrived & { outcome: "aborted"; error: undefined });

/**
 * The changes of one Response in batches, as they arrive; leaving the loop ends the request. The loop never throws. `end` settles when the
 * stream is over, and never rejects. A Response whose stream broke is fetched if possible: then its last changes complete it.
 */
export interface ResponseStream extends AsyncIterable<readonly OutputChange[]> {
  readonly end: Promise<ResponseEnd>;
}

export interface ResponsePoll {
  /** undefined: it is not finished. */
  end: ResponseEnd | undefined;
  /** Milliseconds that the service asks to wait before the next poll. */
  retryAfter: number | undefined;
  /** The service has waited until the Response was finished, or until the time was over. */
  isHeld: boolean;
}

/** A file that was decoded or downloaded to a temporary path; the receiver moves or removes it. */
export interface ReceivedFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  /** The hash state of the file, so that bytes can be added to it. */
  resumeHash?: () => Hash;
  /** The type that the service reported, if any. */
  mediaType: string | undefined;
  name: string | undefined;
  /** What it says, if it is a web page or an error in JSON. */
  says?: string | undefined;
}

export interface MediaPoll {
  /** The body without its `b64_json` values. */
  task: MediaTask;
  /** One for each element of `data` that can be read, in order, once `completed`. */
  files: ReceivedFile[];
  /** Why the other elements cannot be read. */
  unreadable: ServiceError[];
  /** Why it failed. */
  error: ServiceError | undefined;
  /** Milliseconds that the service asks to wait before the next poll or, after a failed task, before another request. */
  retryAfter: number | undefined;
  /** The service has waited until the task changed, or until the time was over. */
  isHeld: boolean;
}

export interface V2Poll {
  /** The body without inline file contents. */
  status: V2Status;
  /** One for each element of `contents.files` that can be read, in order, once completed. */
  files: ReceivedFile[];
  /** Why the other elements cannot be read. */
  unreadable: ServiceError[];
  /** Why it failed. */
  error: ServiceError | undefined;
  /** Milliseconds that the service asks to wait before the next poll or, after a failed task, before another request. */
  retryAfter: number | undefined;
  /** The service has waited until the task changed, or until the time was over. */
  isHeld: boolean;
}

export type TaskPoll = MediaPoll | V2Poll | ResponsePoll;

/** Without what the service bills. */
export type FreeClient = Omit<ServiceClient, "createResponse" | "streamResponse" | "submitTask">;

export interface ServiceClient {
  readonly baseUrl: string;
  /** How many seconds the service has announced to wait at most before it answers about a task; 0: it has not. */
  readonly longestWait: number;
  listModels(options?: CallOptions): Promise<Model[]>;
  getModel(id: string, options?: CallOptions): Promise<Model>;
  /**
   * Waits for the whole answer. After a timeout or a lost connection, the Response is fetched by GET if its id is known.
   * Throws ServiceError if there is no Response; one that failed is a result.
   */
  createResponse(request: ResponseRequest, options?: CallOptions): Promise<ResponseEnd>;
  streamResponse(request: ResponseRequest | FunctionRequest, options?: CallOptions): ResponseStream;
  /** Polls once. An error that says that the generation failed is a result. */
  pollResponse(id: string, options?: PollOptions): Promise<ResponsePoll>;
  deleteTask(id: string, options?: CallOptions): Promise<DeletedTask>;
  /** Sends the only POST of a task. Resolves with the task's id, which can be part of an address. */
  submitTask(request: TaskRequest, options?: CallOptions): Promise<string>;
  /** Polls once. Files are written to `folder` while they arrive. */
  pollMedia(kind: MediaKind, id: string, folder: string, options?: PollOptions): Promise<MediaPoll>;
  /** Reads the status without receiving files, for its account data. */
  readV2Status(taskId: string, options?: CallOptions): Promise<V2Status>;
  pollV2(taskId: string, folder: string, options?: PollOptions): Promise<V2Poll>;
  /** Ends all requests except POSTs in progress, because they may be billed. For a client that is replaced; it can still be used. */
  retire(): void;
  /** Ends all requests. */
  close(): Promise<void>;
}
