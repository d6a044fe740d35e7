/** A stored task of `/responses` in; its Response object out. Source: spec, "Response object" and "Output items of a Response". */
import type { ResponseEcho } from "../read/readResponseRequest.ts";
import type { StoredTask, StoredText, TokenUsage } from "../store/storedTask.ts";

export interface ReasoningItem {
  id: string;
  type: "reasoning";
  status: ItemStatus;
  summary: { type: "summary_text"; text: string }[];
}
export interface PictureItem {
  id: string;
  type: "image_generation_call";
  status: ItemStatus;
  /** base64; null while it is drawn. */
  result: string | null;
}
export interface UrlCitation {
  type: "url_citation";
  url: string;
  title: string;
  start_index: number;
  end_index: number;
}
export type MessagePart =
  | { type: "output_text"; text: string; annotations: UrlCitation[]; logprobs?: never[] }
  | { type: "refusal"; refusal: string };
export interface MessageItem {
  id: string;
  type: "message";
  status: ItemStatus;
  role: "assistant";
  content: MessagePart[];
}
export type OutputItem = ReasoningItem | PictureItem | MessageItem;
type ItemStatus = "in_progress" | "completed" | "incomplete";

export type ResponseStatus = "in_progress" | "completed" | "incomplete" | "failed";

/** A full Response object; the fields that depend on the request are absent where the request did not send them. */
export interface FullResponse {
  id: string;
  object: "response";
  created_at: number;
  status: ResponseStatus;
  model: string;
  output: OutputItem[];
  usage: unknown;
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
  text: StoredText | undefined;
  usage: TokenUsage | undefined;
  /** Stands for the drawn picture: base64, or a mark that is replaced by it. */
  picture: string | undefined;
  error?: { code: string; message: string } | undefined;
  superset: boolean;
}

const emptyEcho: ResponseEcho = { instructions: undefined, effort: undefined, tools: [], maxOutputTokens: undefined };

export function describeResponse(parts: ResponseParts): FullResponse {
  const { task, status, text, usage, superset } = parts;
  const echo: ResponseEcho = task.echo.kind === "response" ? task.echo.response : emptyEcho;
  const ofFailure = parts.error === undefined ? {} : { error: { code: parts.error.code, message: parts.error.message } };
  const ofIncomplete = status === "incomplete" ? { incomplete_details: { reason: "max_output_tokens" } } : {};
  return {
    ...(superset ? supersetFields(parts, echo) : {}),
    id: task.id,
    object: "response",
    created_at: Math.floor(task.createdAt / 1000),
    status,
    ...(echo.instructions === undefined ? {} : { instructions: echo.instructions }),
    model: task.model,
    output: text ? listItems(task.id, text, status, parts.picture) : [],
    parallel_tool_calls: true,
    ...(echo.effort === undefined ? {} : { reasoning: { effort: echo.effort, ...(superset ? { summary: "auto" } : {}) } }),
    text: { format: { type: "text" } },
    tool_choice: "auto",
    tools: echo.tools,
    usage: usage ? describeUsage(usage) : null,
    ...ofFailure,
    ...ofIncomplete,
  };
}

function listItems(id: string, text: StoredText, status: ResponseStatus, picture: string | undefined): OutputItem[] {
  const suffix = id.slice(id.indexOf("_") + 1);
  const items: OutputItem[] = [];
  if (text.reasoning !== undefined) {
    items.push({ id: `rs_${suffix}`, type: "reasoning", status: "completed", summary: [{ type: "summary_text", text: text.reasoning }] });
  }
  if (text.hasPicture) items.push({ id: `ig_${suffix}`, type: "image_generation_call", status: "completed", result: picture ?? null });
  const part: MessagePart =
    text.refusal === undefined
      ? { type: "output_text", text: text.text, annotations: text.citations.map(describeCitation) }
      : { type: "refusal", refusal: text.refusal };
  items.push({
    id: `msg_${suffix}`,
    type: "message",
    status: status === "incomplete" ? "incomplete" : "completed",
    role: "assistant",
    content: [part],
  });
  return items;
}

function describeCitation(citation: StoredText["citations"][number]): UrlCitation {
  return { type: "url_citation", url: citation.url, title: citation.title, start_index: citation.start, end_index: citation.end };
}

function describeUsage(usage: TokenUsage) {
  return {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: usage.cached, cache_write_tokens: usage.cacheWrite },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.total,
  };
}

/** Fields that Open Responses demands and the spec does not list, with the values of a service that has none of their features. */
function supersetFields(parts: ResponseParts, echo: ResponseEcho): Record<string, unknown> {
  return {
    completed_at: parts.finishedAt === undefined ? null : Math.floor(parts.finishedAt / 1000),
    error: null,
    incomplete_details: null,
    previous_response_id: null,
    instructions: null,
    reasoning: null,
    truncation: "disabled",
    temperature: 1,
    top_p: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    top_logprobs: 0,
    max_output_tokens: echo.maxOutputTokens ?? null,
    max_tool_calls: null,
    store: true,
    background: false,
    service_tier: "default",
    metadata: {},
    safety_identifier: null,
    prompt_cache_key: null,
  };
}
