/** Writes a Response as a chat completion, whole or in chunks. Source: OpenAI's reference of chat completions. */
import type { FullResponse } from "./describeResponse.ts";
import type { ResponseItem } from "./outputItems.ts";
import type { ResponseEvent } from "./responseEvents.ts";

type FinishReason = "stop" | "length" | "content_filter" | "tool_calls";

type ToolCall =
  | { id: string; type: "function"; function: { name: string; arguments: string } }
  | { id: string; type: "custom"; custom: { name: string; input: string } };

/** Between two messages of one Response: a completion has one. */
const betweenMessages = "\n\n";

export function describeCompletion(response: FullResponse): object {
  const texts = response.output.flatMap((item) => textsOf(item, "output_text"));
  const refusals = response.output.flatMap((item) => textsOf(item, "refusal"));
  const reasoning = response.output.flatMap((item) => (item.type === "reasoning" ? item.summary.map(({ text }) => text) : []));
  const calls = response.output.flatMap((item) => callOf(item) ?? []);
  const images = response.output.flatMap((item) => imageOf(item) ?? []);
  const message = {
    role: "assistant",
    content: texts.length > 0 ? texts.join(betweenMessages) : null,
    refusal: refusals.length > 0 ? refusals.join(betweenMessages) : null,
    annotations: response.output.flatMap(annotationsOf),
    ...(reasoning.length > 0 ? { reasoning_content: reasoning.join(betweenMessages) } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(images.length > 0 ? { images } : {}),
  };
  return {
    ...headOf(response, "chat.completion"),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReasonOf(response) }],
    usage: describeUsage(response.usage),
  };
}

/** Writes each event of a Response as the lines of the chunks with the same content. `withUsage`: the last chunk has the usage. */
export function createChunkWriter(withUsage: boolean): (event: ResponseEvent) => string {
  let head: object = {};
  let calls = 0;
  let isAfterText = false;
  const write = (fields: object) => `data: ${JSON.stringify({ ...head, ...fields })}\n\n`;
  const writeDelta = (delta: object, finish: FinishReason | null = null) =>
    write({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], ...(withUsage ? { usage: null } : {}) });
  const writeItem = (item: ResponseItem): string => {
    const call = callOf(item);
    if (call) return writeDelta({ tool_calls: [{ index: calls++, ...call }] });
    const image = imageOf(item);
    return image ? writeDelta({ images: [image] }) : "";
  };

  return (event) => {
    switch (event.type) {
      case "response.created":
        head = headOf(event.response, "chat.completion.chunk");
        return writeDelta({ role: "assistant", content: "" });
      case "response.output_text.delta":
        return writeDelta({ content: event.delta });
      case "response.refusal.delta":
        return writeDelta({ refusal: event.delta });
      case "response.reasoning_summary_text.delta":
        return writeDelta({ reasoning_content: event.delta });
      case "response.output_item.added": {
        const isSecond = isAfterText && event.item.type === "message";
        isAfterText ||= event.item.type === "message";
        return isSecond ? writeDelta({ content: betweenMessages }) : "";
      }
      // A call is written when its arguments are complete: they may differ from those that arrived in parts.
      case "response.output_item.done":
        return writeItem(event.item);
      case "response.completed":
      case "response.incomplete": {
        const response = event.response;
        const end = writeDelta({}, finishReasonOf(response));
        return withUsage ? end + write({ choices: [], usage: describeUsage(response.usage) }) : end;
      }
      case "response.failed":
        return `data: ${JSON.stringify({ error: event.response.error })}\n\n`;
      case "error":
        return `data: ${JSON.stringify({ error: event.error })}\n\n`;
      default:
        return "";
    }
  };
}

function headOf({ id, created_at: created, model }: FullResponse, object: string): object {
  return { id, object, created, model };
}

function textsOf(item: ResponseItem, type: "output_text" | "refusal"): string[] {
  if (item.type !== "message") return [];
  return item.content.flatMap((part) => (part.type !== type ? [] : part.type === "refusal" ? [part.refusal] : [part.text]));
}

function annotationsOf(item: ResponseItem): object[] {
  if (item.type !== "message") return [];
  return item.content.flatMap((part) =>
    part.type === "output_text" ? part.annotations.map(({ type, ...citation }) => ({ type, [type]: citation })) : [],
  );
}

/** A call that broke off is left out: a client would run it. */
function callOf(item: ResponseItem): ToolCall | undefined {
  if (item.type === "function_call" && item.status === "completed") {
    return { id: item.call_id, type: "function", function: { name: item.name, arguments: item.arguments } };
  }
  if (item.type === "custom_tool_call" && item.status === "completed") {
    return { id: item.call_id, type: "custom", custom: { name: item.name, input: item.input } };
  }
  return undefined;
}

/** In the form of OpenRouter, which other clients also read. */
function imageOf(item: ResponseItem): object | undefined {
  if (item.type !== "image_generation_call" || item.result === null) return undefined;
  return { type: "image_url", image_url: { url: `data:image/png;base64,${item.result}` } };
}

function finishReasonOf({ status, output, incomplete_details: details }: FullResponse): FinishReason {
  if (status === "incomplete") return details?.reason === "content_filter" ? "content_filter" : "length";
  return output.some((item) => callOf(item)) ? "tool_calls" : "stop";
}

function describeUsage(usage: FullResponse["usage"]): object | null {
  if (usage === null) return null;
  return {
    prompt_tokens: usage.input_tokens,
    completion_tokens: usage.output_tokens,
    total_tokens: usage.total_tokens,
    prompt_tokens_details: { cached_tokens: usage.input_tokens_details.cached_tokens },
    completion_tokens_details: { reasoning_tokens: usage.output_tokens_details.reasoning_tokens },
  };
}
