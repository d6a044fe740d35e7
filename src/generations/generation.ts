/**
 * What was asked of a model, whatever its kind: a chat's answer, an inserted text, an agent's call, a test's answer or a video. All of them are
 * started by `start`, recorded in the journal, and have one stream of changes and one end. For example:
 *
 *     const generation = await generations.start({ interface: "v1", kind: "text", body: { model, input } }, { baseUrl });
 *     for await (const changes of generation) for (const change of changes) applyOutputChange(parts, change);
 *     const { outcome, text, cost } = await generation.end;
 */

import { ownSentences } from "../client/errors/ownSentences.ts";
import type { CallOptions, ResponseEnd } from "../client/serviceClient.ts";
import { ServiceError } from "../client/serviceError.ts";
import type { FunctionRequest } from "../contract/functionTools.ts";
import type { ResponseObject } from "../contract/response.ts";
import { responseText } from "../contract/responseText.ts";
import { inEnglish } from "../contract/translate.ts";
import { readCost } from "../contract/usage.ts";
import type { TaskRequest, TextWireRequest } from "../contract/wireRequest.ts";
import type { Outcome } from "../output/outcome.ts";
import type { OutputChange } from "../output/outputChange.ts";
import type { SubmitOptions } from "./submitOptions.ts";
import { type ArtifactTarget, isLeft, type Task } from "./task.ts";

/** A text of v1, whose answer is a stream unless `body.stream` is false. */
export type StreamedText = TextWireRequest | (Omit<TextWireRequest, "body"> & { body: FunctionRequest & { stream: true } });

/** How a request is admitted by a budget, which is checked in the transaction that records it. */
export interface Admission {
  /** undefined: nothing is known of the cost. */
  estimate: number | undefined;
  isAgents?: boolean;
  admit: NonNullable<SubmitOptions["admit"]>;
}

export interface TextOptions extends Pick<CallOptions, "onWait" | "signal"> {
  baseUrl: string;
  /**
   * JSON, for the window that brings the text to its document if this process ends before `answers.end`; undefined: the text is used at once,
   * and nothing waits for its record.
   */
  origin?: object;
  /** Of its record. Default: a new one. */
  key?: string;
  /** The caller has stored the key, and takes the output from `Tasks.fetch` if this process ends first: some process fetches it meanwhile. */
  isResumable?: boolean;
  /** Without it, no budget limits the request. */
  admission?: Admission;
  /** Called with the reason if a text that no budget limits cannot be recorded, and is sent all the same. Without it, nothing is sent then. */
  onUnrecorded?: (error: unknown) => void;
  /** The signal does not interrupt the POST of a task, so that its id is known; a text that it ends stays on the service. */
  keepsId?: boolean;
}

/** Of a text whose record keeps it, and is found like that of a task with this target. Otherwise a text is used where it arrives. */
export interface KeptTextOptions extends TextOptions {
  keptIn: ArtifactTarget;
}

export interface StartOptions
  extends Omit<SubmitOptions, "request" | "origin" | "admit">,
    Pick<TextOptions, "onWait" | "onUnrecorded" | "keepsId"> {
  origin?: object;
}

export interface GenerationStarter {
  /** Rejects with ServiceError, and a text with DatabaseError, if a budget or the journal refuses or the signal has fired; then nothing is sent. */
  start(request: StreamedText, options: TextOptions): Promise<Generation>;
  start(request: TextWireRequest | TaskRequest, options: StartOptions): Promise<Generation>;
}

/** The changes of its output in batches, as they arrive; it goes on without being read. */
export interface Generation extends AsyncIterable<readonly OutputChange[]> {
  /** In the journal. */
  readonly key: string;
  /** Rejects only with ServiceError, like a task's handle. */
  readonly end: Promise<GenerationEnd>;
}

export interface GenerationEnd {
  /** `incomplete` also if only some of the files could be saved. */
  outcome: Outcome;
  /** The service's id, if it is known. */
  id: string | undefined;
  /** Everything that arrived. */
  text: string;
  /** Of text of v1, as far as it arrived. */
  response: ResponseObject | undefined;
  /** Of everything else. */
  task: Task | undefined;
  /** In units of the balance; undefined: not reported. */
  cost: number | undefined;
  /** Tokens of the output; undefined: not reported. */
  tokens: number | undefined;
  /** Why there is no result, or only a part of it. */
  error: ServiceError | undefined;
  /** Whether the service may have accepted, and billed, a request without a result. */
  maybeAccepted: boolean;
}

export function isStreamed(request: StreamedText | TaskRequest): request is StreamedText {
  return request.interface === "v1" && request.kind === "text";
}

/** The options of a task, which has files. */
export function requireTarget(options: TextOptions | StartOptions): StartOptions {
  if ("target" in options) return options;
  throw new TypeError("A task needs a target.");
}

/** For callers that show a text as it arrives, or need a task's key: texts of v1, and requests that become tasks. */
export function separateTexts<Item extends { request: TextWireRequest | TaskRequest }>(
  items: readonly Item[],
): { texts: (Item & { request: TextWireRequest })[]; tasks: (Item & { request: TaskRequest })[] } {
  const texts: (Item & { request: TextWireRequest })[] = [];
  const tasks: (Item & { request: TaskRequest })[] = [];
  for (const item of items) {
    const { request } = item;
    if (request.interface === "v1" && request.kind === "text") texts.push({ ...item, request });
    else tasks.push({ ...item, request });
  }
  return { texts, tasks };
}

export function endOfText({ outcome, id, response, error }: ResponseEnd): GenerationEnd {
  return {
    outcome,
    id,
    text: response === undefined ? "" : responseText(response),
    response,
    task: undefined,
    cost: response?.usage ? readCost(response.usage) : undefined,
    tokens: response?.usage?.output_tokens ?? undefined,
    error,
    maybeAccepted: outcome === "aborted" || error?.maybeAccepted === true,
  };
}

export function endOfTask(task: Task): GenerationEnd {
  const maybeAccepted = task.state === "maybeAccepted";
  const error = task.error && new ServiceError({ ...task.error, maybeAccepted, taskId: task.id });
  return {
    outcome: outcomeOf(task),
    id: task.id,
    text: task.text ?? "",
    response: task.reported?.response,
    task,
    cost: task.cost?.amount ?? undefined,
    tokens: task.cost?.output ?? undefined,
    error: error ?? (task.state === "saved" || isLeft(task) ? undefined : unexplained(task)),
    maybeAccepted: maybeAccepted || task.id !== undefined,
  };
}

function outcomeOf(task: Task): Outcome {
  const { state, error } = task;
  if (isLeft(task) || error?.kind === "aborted") return "aborted";
  if (state !== "saved") return "failed";
  return error === undefined ? "completed" : "incomplete";
}

function unexplained({ state, id }: Task): ServiceError {
  return new ServiceError({ kind: "unknown", message: inEnglish(ownSentences.taskEnded, state), taskId: id });
}
