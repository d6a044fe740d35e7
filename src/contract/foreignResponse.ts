/**
 * Writes Responses of other services in the form of the interface: texts in the place of lists of parts, parts and items without a type, the
 * text of a whole answer beside its items, and events that contain the Response itself.
 */
import { isJsonObject, type JsonObject } from "./jsonObject.ts";

const textTypes: Readonly<Record<string, string>> = { message: "output_text", reasoning: "reasoning_text" };

/** An item of an output; anything but an object is left as it is. */
export function plainItem(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const { type = value.role === undefined ? undefined : "message", content, summary } = value;
  const textType = typeof type === "string" ? textTypes[type] : undefined;
  if (textType === undefined) return value;
  return { ...value, type, content: partsOf(content, textType), summary: partsOf(summary, "summary_text") };
}

/** Types of a part that is a text, in the place of its own: that of a request's parts, none, and LiteLLM's in reasoning. */
const otherTextTypes: ReadonlySet<unknown> = new Set([undefined, "text", "output_text"]);

/** Of a text, a part or a list of them. */
function partsOf(value: unknown, textType: string): unknown {
  if (value === undefined || value === null) return value;
  return [value].flat().map((part: unknown) => {
    if (typeof part === "string") return { type: textType, text: part };
    const isText = isJsonObject(part) && typeof part.text === "string" && otherTextTypes.has(part.type);
    return isText ? { ...part, type: textType } : part;
  });
}

/** `output_text` is what clients add to a Response: it counts where no item has a text. */
export function plainResponse(value: unknown): unknown {
  if (!isJsonObject(value) || typeof value.output_text !== "string" || value.output_text === "") return value;
  const output = [value.output ?? []].flat();
  if (output.some((item) => isJsonObject(item) && item.type === "message")) return value;
  return { ...value, output: [...output, { type: "message", role: "assistant", content: value.output_text }] };
}

/** Names of chat completions in the place of the Response's. */
export function plainUsage(value: unknown): unknown {
  if (!isJsonObject(value) || value.input_tokens !== undefined || value.prompt_tokens === undefined) return value;
  return {
    ...value,
    input_tokens: value.prompt_tokens,
    input_tokens_details: value.prompt_tokens_details,
    output_tokens: value.completion_tokens,
    output_tokens_details: value.completion_tokens_details,
  };
}

/** Other names of deltas: OpenRouter's, those of the Realtime interface, and of gateways. */
const deltaTypes: Readonly<Record<string, string>> = {
  "response.content_part.delta": "response.output_text.delta",
  "response.text.delta": "response.output_text.delta",
  "response.reasoning.delta": "response.reasoning_text.delta",
  "response.reasoning_summary.delta": "response.reasoning_summary_text.delta",
};

const ends: ReadonlySet<unknown> = new Set(["response.completed", "response.incomplete", "response.failed"]);

/** An event that has its type. */
export function plainEvent(event: JsonObject): JsonObject {
  const { type, delta, text, part } = event;
  const usualType = typeof type === "string" ? deltaTypes[type] : undefined;
  if (usualType !== undefined) return plainEvent({ ...event, type: usualType });
  switch (type) {
    // Of the Realtime interface.
    case "response.done": {
      const response = isJsonObject(event.response) ? event.response : event;
      return plainEvent({
        ...event,
        type: ends.has(`response.${String(response.status)}`) ? `response.${String(response.status)}` : "response.completed",
      });
    }
    case "response.completed":
    case "response.incomplete":
    case "response.failed":
      return isJsonObject(event.response) || event.output === undefined ? event : { type, response: event };
    case "response.output_text.delta":
    case "response.reasoning_text.delta":
    case "response.reasoning_summary_text.delta":
      if (typeof delta === "string") return event;
      return { ...event, delta: isJsonObject(delta) ? delta.text : text };
    case "response.reasoning_summary_part.done":
      return isJsonObject(part) && typeof part.text === "string"
        ? { ...event, type: "response.reasoning_summary_text.done", text: part.text }
        : event;
    default:
      return event;
  }
}
