/** Nothing in; a task as the service stores it out. */
import type { ErrorCode } from "../../contract/errors.ts";
import type { Kind } from "../../contract/kind.ts";
import type { Citation, GenerationRequest } from "../generators/generator.ts";
import type { ResponseEcho } from "../read/readResponseRequest.ts";

/** Where the task was created: it can be read there alone. */
export const endpoints = ["responses", "images", "audios", "videos", "v2"] as const;
export type Endpoint = (typeof endpoints)[number];

export const storedStatuses = ["pending", "processing", "completed", "incomplete", "failed"] as const;
export type StoredStatus = (typeof storedStatuses)[number];

/** Token counts that add up: cached and written ones are parts of the input, reasoning is a part of the output. */
export interface TokenUsage {
  input: number;
  cached: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
  total: number;
}

/** The text part of a result; media are files. */
export interface StoredText {
  reasoning: string | undefined;
  text: string;
  /** Set instead of `text` when the model declined. */
  refusal: string | undefined;
  citations: Citation[];
  /** The task's first file is the drawn picture. */
  hasPicture: boolean;
}

/** What a task's answer repeats of its request. */
export type TaskEcho = { kind: "response"; response: ResponseEcho } | { kind: "v2"; inline: boolean } | { kind: "media" };

export interface StoredFile {
  /** Unguessable: part of the file's link. */
  token: string;
  name: string;
  mediaType: string;
  format: string;
  /** Bytes. */
  size: number;
}

/** A file and where its bytes come from: memory, or nothing, for a filler that is made while it is sent. */
export type NewFile = StoredFile & { bytes: Uint8Array | undefined };

export interface StoredTask {
  id: string;
  account: string;
  endpoint: Endpoint;
  kind: Kind;
  model: string;
  status: StoredStatus;
  /** Unix milliseconds. */
  createdAt: number;
  finishedAt: number | undefined;
  echo: TaskEcho;
  text: StoredText | undefined;
  usage: TokenUsage | undefined;
  /** Millionths of the account's unit. */
  cost: number;
  error: { code: ErrorCode; message: string } | undefined;
}

/** A task that is not over, with what is needed to make it. */
export interface UnfinishedTask {
  task: StoredTask;
  request: GenerationRequest;
}
