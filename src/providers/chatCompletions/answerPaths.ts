/**
 * Where engines and gateways write each part of an answer, by its meaning. Of several paths, the first with a value counts: engines that
 * write a part twice repeat it. Another engine's name for something known is one more path here.
 */
import { isFields } from "../errorReason.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The objects of one chunk in which paths begin. */
export interface ChunkFields {
  /** The chunk itself. */
  value: Fields;
  /** The only choice that was asked for. */
  choice: Fields;
  /** What the choice adds to the answer, or the whole message. */
  message: Fields;
}

type Root = keyof ChunkFields;

/** One object of a chunk, and the names of fields in it from the outside to the inside. */
export interface AnswerPath {
  root: Root;
  names: readonly string[];
}

const paths = (...written: `${Root}.${string}`[]): readonly AnswerPath[] =>
  written.map((path) => {
    const [first, ...names] = path.split(".");
    return { root: first === "value" || first === "choice" ? first : "message", names };
  });

export const answerPaths = {
  /** Words of a chunk without an answer, e.g. that a request waits, or the reason of an engine that marks no error. */
  notice: paths("value.message", "value.detail", "value.msg"),
  /** Errors of an answer that has begun: Groq's beside it, and those of the choice's objects. */
  errorBeside: paths("value.x_groq", "choice.delta", "choice.message"),
  /** What is added to the answer. Azure's answers about own data have a list of messages. */
  delta: paths("choice.delta", "choice.messages.delta", "value.delta"),
  /** All of the answer. */
  wholeMessage: paths("choice.message", "value.message"),
  /** Text, or parts: of chats, of older completions, of Ollama, Cohere, Cloudflare and text-generation-inference. */
  content: paths(
    "message.content",
    "message.text",
    "message.output_text",
    "choice.text",
    "choice.content",
    "value.content",
    "value.response",
    "value.text",
  ),
  /** DeepSeek, vLLM, OpenRouter, Ollama, Gemini, gpt-oss, LiteLLM. */
  reasoning: paths(
    "message.reasoning_content",
    "message.reasoning",
    "message.reasoning_text",
    "message.thinking",
    "message.thinking_content",
    "message.thought",
    "message.thoughts",
    "message.reasoning_details",
    "message.thinking_blocks",
  ),
  /** The words of a model that speaks. */
  transcript: paths("message.audio.transcript"),
  refusal: paths("message.refusal"),
  images: paths(
    "message.images",
    "message.image",
    "message.image_url",
    "message.image_urls",
    "message.generated_images",
    "message.attachments",
    // AiHubMix, and Gemini's own form.
    "message.multi_mod_content",
    "message.parts",
  ),
  /** Of the message, or of the choice beside it. */
  calls: paths("message.tool_calls", "message.toolCalls", "message.tool_call"),
  choiceCalls: paths("choice.tool_calls", "choice.toolCalls", "choice.tool_call"),
  /** The form before `tool_calls`. */
  olderCall: paths("message.function_call"),
  olderChoiceCall: paths("choice.function_call"),
  annotations: paths("message.annotations"),
  /** Web pages: Perplexity, DashScope, Zhipu, xAI. */
  sources: paths("value.search_results", "value.search_info.search_results", "value.web_search", "value.citations"),
  /** OpenAI; Gemini; Ollama's own interface; llama.cpp; gateways in the message; Azure; vLLM. */
  finishReason: paths(
    "choice.finish_reason",
    "choice.finishReason",
    "value.finish_reason",
    "value.done_reason",
    "value.stop_type",
    "message.finish_reason",
    "choice.finish_details",
    "choice.stop_reason",
  ),
  /** Groq, Moonshot, llama.cpp, Ollama, Cohere, Bedrock and proxies each have a path of their own. */
  usage: paths(
    "value.usage",
    "choice.usage",
    "message.usage",
    "value.x_groq.usage",
    "value.usage_metadata",
    "value.usageMetadata",
    "value.token_usage",
    "value.meta.usage",
    "value.meta.tokens",
    "value.metadata.usage",
    "value.amazon-bedrock-invocationMetrics",
    "value.timings",
  ),
} as const;

/** Some engines write a list in place of an object. */
function valueAt(chunk: ChunkFields, { root, names }: AnswerPath): unknown {
  let value: unknown = chunk[root];
  for (const name of names) {
    const fields: unknown = Array.isArray(value) ? value.find(isFields) : value;
    if (!isFields(fields)) return undefined;
    value = fields[name];
  }
  return value;
}

/** What `read` makes of the first path of which it makes something. */
export function firstAt<Read>(
  chunk: ChunkFields,
  candidates: readonly AnswerPath[],
  read: (value: unknown, path: AnswerPath) => Read | undefined,
): Read | undefined {
  for (const path of candidates) {
    const found = read(valueAt(chunk, path), path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A value that is no sign of a missing one. */
export const unlessEmpty = (value: unknown): unknown => (value === null || value === "" ? undefined : value);

const parts = ["content", "reasoning", "transcript", "refusal", "images", "calls", "olderCall"] as const;
/** The fields of a message that are part of an answer. */
export const messageFields: readonly string[] = parts
  .flatMap((part) => answerPaths[part])
  .flatMap(({ root, names: [name] }) => (root === "message" && name !== undefined ? [name] : []));
