/** Describes a stored task of `/responses` as its Response object. Source: spec, "Response object". */
import { emptyEcho, type ResponseEcho } from "../store/responseEcho.ts";
import type { StoredOutput, StoredTask, TokenUsage } from "../store/storedTask.ts";
import { describeItem, idOfItem, type ResponseItem } from "./outputItems.ts";

export type ResponseStatus = "in_progress" | "completed" | "incomplete" | "failed";

interface ResponseUsage {
  input_tokens: number;
  input_tokens_details: { cached_tokens: number; cache_write_tokens: number };
  output_tokens: number;
  output_tokens_details: { reasoning_tokens: number };
  total_tokens: number;
}

/** A full Response object. Fields that depend on the request are absent if the request did not send them. */
export interface FullResponse {
  id: string;
  object: "response";
  created_at: number;
  status: ResponseStatus;
  model: string;
  output: ResponseItem[];
  usage: ResponseUsage | null;
  incomplete_details?: { reason: string } | null;
  error?: { code: string; message: string } | null;
  [field: string]: unknown;
}

/** The short in-progress object. */
export function describeUnfinished(task: StoredTask): { id: string; object: "response"; status: "in_progress" } {
  return { id: task.id, object: "response", status: "in_progress" };
}

export interface ResponseParts {
  task: Pick<StoredTask, "id" | "createdAt" | "model" | "echo">;
  status: ResponseStatus;
  /** Unix milliseconds. */
  finishedAt: number | undefined;
  output: StoredOutput | undefined;
  usage: TokenUsage | undefined;
  /** One for each of the task's files: base64, or a placeholder for it. */
  images: readonly string[];
  error?: { code: string; message: string } | undefined;
  superset: boolean;
}

export function describeResponse(parts: ResponseParts): FullResponse {
  const { task, status, output, usage, superset } = parts;
  const echo: ResponseEcho = task.echo.kind === "response" ? task.echo.response : emptyEcho;
  const ofError = parts.error === undefined ? {} : { error: { code: parts.error.code, message: parts.error.message } };
  const ofIncomplete = status === "incomplete" ? { incomplete_details: incompleteDetailsOf(output) } : {};
  return {
    ...(superset ? supersetFields(parts, echo) : {}),
    id: task.id,
    object: "response",
    created_at: Math.floor(task.createdAt / 1000),
    status,
    ...(echo.instructions === undefined ? {} : { instructions: echo.instructions }),
    model: task.model,
    output: output ? listItems(task.id, output, parts.images) : [],
    parallel_tool_calls: echo.parallelToolCalls,
    ...(echo.effort === undefined ? {} : { reasoning: { effort: echo.effort, ...(superset ? { summary: "auto" } : {}) } }),
    text: { format: echo.format ?? { type: "text" } },
    tool_choice: echo.toolChoice,
    tools: echo.tools,
    usage: usage ? describeUsage(usage) : null,
    ...ofError,
    ...ofIncomplete,
  };
}

/** Why an answer ended early. */
export function incompleteDetailsOf(output: StoredOutput | undefined): { reason: string } {
  return { reason: output?.incomplete ?? "max_output_tokens" };
}

/** If the answer ended early and its last item is a message, that message is incomplete. */
function listItems(id: string, output: StoredOutput, images: readonly string[]): ResponseItem[] {
  const last = output.items.length - 1;
  return output.items.map((item, index) =>
    describeItem(item, idOfItem(id, item, index), {
      image: item.type === "image" ? images[item.file] : undefined,
      status: output.incomplete !== undefined && item.type === "message" && index === last ? "incomplete" : "completed",
    }),
  );
}

function describeUsage(usage: TokenUsage): ResponseUsage {
  return {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: usage.cached, cache_write_tokens: usage.cacheWrite },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.total,
  };
}

/** Fields that Open Responses requires and the spec does not list, with the values of a service without these features. */
function supersetFields(parts: ResponseParts, echo: ResponseEcho): Record<string, unknown> {
  return {
    completed_at: parts.finishedAt === undefined ? null : Math.floor(parts.finishedAt / 1000),
    error: null,
    incomplete_details: null,
    previous_response_id: echo.previous ?? null,
    instructions: null,
    reasoning: null,
    truncation: "disabled",
    temperature: echo.temperature ?? 1,
    top_p: echo.topP ?? 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    top_logprobs: 0,
    max_output_tokens: echo.maxOutputTokens ?? null,
    max_tool_calls: null,
    store: echo.store ?? true,
    background: false,
    service_tier: "default",
    metadata: { ...named("tools_left_out", echo.leftOut), ...named("items_left_out", echo.leftOutItems) },
    safety_identifier: null,
    prompt_cache_key: null,
  };
}

const named = (name: string, types: readonly string[] = []) => (types.length > 0 ? { [name]: types.join(", ") } : {});
