/** The service's address and key in; one function per capability of the interface out. */
import type { MediaKind } from "../contract/kind.ts";
import type { AcceptedTask, MediaRequests, MediaTask } from "../contract/media.ts";
import type { Model } from "../contract/models.ts";
import type { DeletedTask, ResponseObject } from "../contract/response.ts";
import type { ResponseOutcome } from "../contract/responseOutcome.ts";
import type { ResponseRequest } from "../contract/responseRequest.ts";
import type { StreamEvent } from "../contract/streamEvents.ts";
import type { V2AcceptedTask, V2Request, V2Status } from "../contract/v2.ts";
import type { ServiceError } from "./serviceError.ts";

export interface NetworkSettings {
  /** Proxy address; undefined: the environment's. */
  proxy?: string;
  /** Hosts that are reached without the proxy, besides the environment's. */
  noProxy?: readonly string[];
  /** false: certificates are not checked. Default true. */
  strictTls?: boolean;
}

/** All in milliseconds. There is no limit on the length of an answer. */
export interface Timeouts {
  /** Until a connection stands. Default 10 000. */
  connect: number;
  /** Until the first byte of an answer; a synchronous POST waits for the whole generation. Default 600 000. */
  headers: number;
  /** Between two bytes of an answer. Default 120 000. */
  silence: number;
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
}

/** How an exchange with `/responses` ended, and what of the Response arrived. */
export interface ResponseResult {
  outcome: ResponseOutcome;
  /** The task's id, as soon as the service told it. */
  id: string | undefined;
  /** The terminal object where there was one, else what the events add up to. */
  response: ResponseObject | undefined;
  /** Set for `failed` and `truncated`. */
  error: ServiceError | undefined;
}

/**
 * The events of one stream; leaving the loop ends the request. The loop never throws. `result` settles, without rejecting, when
 * the stream is over, and says how it ended. A stream that broke off and was fetched ends with the terminal event it lacked.
 */
export interface ResponseStream extends AsyncIterable<StreamEvent> {
  readonly result: Promise<ResponseResult>;
}

/** A file that was decoded or downloaded to a temporary place; the receiver moves or removes it. */
export interface ReceivedFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  /** What the service said that it is, where it said so. */
  mediaType: string | undefined;
  name: string | undefined;
}

export interface MediaPoll {
  /** The body, with every `b64_json` taken out. */
  task: MediaTask;
  /** One for each element of `data`, in order, once `completed`. */
  files: ReceivedFile[];
}

export interface V2Poll {
  /** The body, with inline file contents taken out. */
  status: V2Status;
  /** One for each element of `contents.files`, in order, once completed. */
  files: ReceivedFile[];
}

export interface ServiceClient {
  readonly baseUrl: string;
  listModels(options?: CallOptions): Promise<Model[]>;
  getModel(id: string, options?: CallOptions): Promise<Model>;
  /** Waits for the whole answer; a 504 or a cut with a known id is finished by GET. Throws where no Response came of it. */
  createResponse(request: ResponseRequest, options?: CallOptions): Promise<ResponseResult>;
  streamResponse(request: ResponseRequest, options?: CallOptions): ResponseStream;
  /** May be the short in-progress object. */
  getResponse(id: string, options?: CallOptions): Promise<ResponseObject>;
  /** Polls `GET /responses/<id>` until it is over. */
  finishResponse(id: string, options?: CallOptions): Promise<ResponseResult>;
  deleteTask(id: string, options?: CallOptions): Promise<DeletedTask>;
  submitMedia<K extends MediaKind>(kind: K, request: MediaRequests[K], options?: CallOptions): Promise<AcceptedTask>;
  /** One poll. Files are written below `folder` while they arrive. */
  pollMedia(kind: MediaKind, id: string, folder: string, options?: CallOptions): Promise<MediaPoll>;
  submitV2(request: V2Request, options?: CallOptions): Promise<V2AcceptedTask>;
  pollV2(taskId: string, folder: string, options?: CallOptions): Promise<V2Poll>;
  close(): Promise<void>;
}
