/** A task as the service stores it. */
import type { JSONValue, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { ErrorCode } from "../../contract/errors.ts";
import type { TextCitation } from "../../contract/generationRequest.ts";
import { type Kind, kinds, kindTable } from "../../contract/kind.ts";
import type { ArrivingFile } from "../../media/files/arrivingFile.ts";
import type { GenerationRequest, Thought } from "../../providers/request.ts";
import type { ResponseEcho } from "./responseEcho.ts";

/** The endpoint that created the task: it can only be read there. */
export type Endpoint = (typeof kindTable)[Kind]["path"] | "v2";
export const endpoints: readonly Endpoint[] = [...kinds.map((kind) => kindTable[kind].path), "v2"];

export const storedStatuses = ["pending", "processing", "completed", "incomplete", "failed"] as const;
export type StoredStatus = (typeof storedStatuses)[number];

/** Token counts: cached and written ones are included in the input, reasoning in the output. */
export interface TokenUsage {
  input: number;
  cached: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
  total: number;
  /** How many of them are of audio; undefined: none, or it is not known. */
  audio?: { input: number; output: number };
}

export interface StoredCall {
  type: "function_call";
  callId: string;
  /** The id that the provider has given the call. */
  providerId?: string;
  name: string;
  arguments: string;
  /** The namespace of the tool that was called. */
  namespace?: string;
  /** The tool takes a text, which is the argument `input`. */
  isCustom?: true;
  /** The answer ended within the arguments: the function must not be called. */
  isIncomplete?: true;
  /** Returned to the provider with the call: some require it. */
  metadata?: SharedV4ProviderMetadata;
}

/** A part of a text model's output, in order. */
export type StoredItem =
  | { type: "reasoning"; summary: string[] }
  | { type: "message"; text: string; citations: TextCitation[]; metadata?: SharedV4ProviderMetadata }
  | { type: "refusal"; text: string }
  | StoredCall
  /** `file` is the index of the task's file. `metadata`: as that of a call. */
  | { type: "image"; file: number; metadata?: SharedV4ProviderMetadata };

/** `before`: index of the item that follows the thought. */
export interface StoredThought extends Thought {
  before: number;
}

export interface StoredOutput {
  items: StoredItem[];
  /** What is returned to the provider with the calls of this answer. */
  thoughts?: StoredThought[];
  /**
   * Why the answer ended early: `max_output_tokens`, `content_filter`, `cancelled` if its client disconnected, or the provider's own word.
   * undefined: it did not.
   */
  incomplete: string | undefined;
}

/** What a task's answer repeats from its request. */
export type TaskEcho = { kind: "response"; response: ResponseEcho } | { kind: "v2"; inline: boolean } | { kind: "media" };

export interface StoredFile {
  /** Unguessable; part of the file's link. */
  token: string;
  name: string;
  mediaType: string;
  format: string;
  /** Bytes. */
  size: number;
  /** Its content is not stored but generated while it is sent. */
  isFiller: boolean;
  /** Location in the store of large files; undefined: the file is in the database. */
  location: string | undefined;
}

/** A file with its content; a filler has none, because it is generated while it is sent. */
export type NewFile = StoredFile & {
  bytes: Uint8Array | undefined;
  /** A large file that is on the disk, and not in `bytes`, until its task has ended. */
  arrived?: ArrivingFile | undefined;
  /** The same bytes in chunks of base64, if available. */
  base64?: readonly Uint8Array[] | undefined;
};

export interface StoredError {
  code: ErrorCode;
  message: string;
  param?: string | undefined;
  /** Milliseconds from the end of the task until the provider accepts requests again. */
  retryAfter?: number | undefined;
}

export interface StoredTask {
  id: string;
  account: string;
  endpoint: Endpoint;
  kind: Kind;
  model: string;
  /** The provider that the request is sent to, or was last sent to. */
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
  error: StoredError | undefined;
  files: readonly StoredFile[];
}

/** Whether a client can read the answer later. */
export function isKept({ echo }: Pick<StoredTask, "echo">): boolean {
  return !(echo.kind === "response" && echo.response.store === false);
}

/** An unfinished task, with what is needed to generate it. */
export interface UnfinishedTask {
  task: StoredTask;
  request: GenerationRequest;
  /** How far an earlier service came; undefined if nothing was sent. */
  sent: SentRequest | undefined;
  /** Its account has deleted it: it only remains to charge what was generated. */
  isDeleted: boolean;
}

/** A request that a provider may have accepted. */
export interface SentRequest {
  /** Full id of the model that it was sent to: a fallback may differ from the task's model. */
  model: string;
  /** The provider's id of the accepted work; undefined: it has not answered. */
  operation: JSONValue | undefined;
  /** Tokens of a text that had been generated when this was recorded. Default 0. */
  written?: number;
}

/** The text of an answer: of its messages, or of its refusal. */
export function textOfOutput(output: StoredOutput | undefined): string {
  return (output?.items ?? []).flatMap((item) => (item.type === "message" || item.type === "refusal" ? [item.text] : [])).join("\n\n");
}

export function reasoningOfOutput(output: StoredOutput | undefined): string {
  return (output?.items ?? []).flatMap((item) => (item.type === "reasoning" ? item.summary : [])).join("\n\n");
}
