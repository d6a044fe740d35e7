/** A task as the service stores it. */
import type { JSONValue, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { ErrorCode } from "../../contract/errors.ts";
import type { Citation } from "../../contract/generationRequest.ts";
import type { Kind } from "../../contract/kind.ts";
import type { GenerationRequest, Thought } from "../../providers/request.ts";
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

/** A piece of what a text model wrote, in the order of its answer. */
export type StoredItem =
  | { type: "reasoning"; summary: string[] }
  | { type: "message"; text: string; citations: Citation[] }
  | { type: "refusal"; text: string }
  /** `metadata` goes back to the provider with the call: some demand it. */
  | { type: "function_call"; callId: string; name: string; arguments: string; metadata?: SharedV4ProviderMetadata }
  /** `file` is the index of the task's file. */
  | { type: "image"; file: number };

/** Why an answer ends early: at its limit, by a filter, or because its reader left. */
export type IncompleteReason = "max_output_tokens" | "content_filter" | "cancelled";

/** `before`: index of the item that came next. */
export interface StoredThought extends Thought {
  before: number;
}

export interface StoredOutput {
  items: StoredItem[];
  /** What goes back to the provider with the calls of this answer. */
  thoughts?: StoredThought[];
  incomplete: IncompleteReason | undefined;
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
  /** Nothing of it is stored: it is made while it is sent. */
  isFiller: boolean;
  /** In the store of large files; undefined: it is in the database. */
  location: string | undefined;
}

/** A file and where its bytes come from: memory, or nothing, for a filler that is made while it is sent. */
export type NewFile = StoredFile & {
  bytes: Uint8Array | undefined;
  /** The same in pieces of base64, where they are at hand. */
  base64?: readonly Uint8Array[] | undefined;
};

export interface StoredTask {
  id: string;
  account: string;
  endpoint: Endpoint;
  kind: Kind;
  model: string;
  /** The one that the request goes to, or last went to. */
  provider: string;
  status: StoredStatus;
  /** Unix milliseconds. */
  createdAt: number;
  finishedAt: number | undefined;
  echo: TaskEcho;
  output: StoredOutput | undefined;
  usage: TokenUsage | undefined;
  /** Millionths of the account's unit. */
  cost: number;
  error: { code: ErrorCode; message: string; param?: string | undefined } | undefined;
  files: readonly StoredFile[];
}

/** A task that is not over, with what is needed to make it. */
export interface UnfinishedTask {
  task: StoredTask;
  request: GenerationRequest;
  /** How far an earlier service came: undefined where nothing was sent. */
  sent: SentRequest | undefined;
}

/** A request that a provider may have accepted. */
export interface SentRequest {
  /** Full id of the model that it was sent to: a fallback may differ from the task's. */
  model: string;
  /** What the provider calls the work that it has accepted; undefined: it never answered. */
  operation: JSONValue | undefined;
}

/** The text of an answer: of its messages, or of its refusal. */
export function textOfOutput(output: StoredOutput | undefined): string {
  return (output?.items ?? []).flatMap((item) => (item.type === "message" || item.type === "refusal" ? [item.text] : [])).join("\n\n");
}

export function reasoningOfOutput(output: StoredOutput | undefined): string {
  return (output?.items ?? []).flatMap((item) => (item.type === "reasoning" ? item.summary : [])).join("\n\n");
}
