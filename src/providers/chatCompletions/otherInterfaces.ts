/**
 * Converts chunks of other interfaces, which gateways pass on unchanged, to chunks of chat completions. Sources: Anthropic, "Streaming
 * Messages"; OpenAI, "Responses: streaming events"; Google, "GenerateContentResponse"; Cohere, "Chat API v2: streaming";
 * text-generation-inference, "generate_stream"; KoboldCpp, "API"; Bedrock, "Inference request parameters"; AI21; Baidu; iFlytek's Spark;
 * DashScope and Cloudflare, which put an answer into a field of another object.
 */
import { isFields } from "../errorReason.ts";

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const delta = (fields: Fields): Fields => ({ choices: [{ delta: fields }] });
const nothing: Fields = { choices: [] };

/** Returns the value itself if it is of no other interface. */
export function asCompletion(value: Fields): Fields {
  if (Array.isArray(value.choices) && value.choices.length > 0) return value;
  return (
    fromGemini(value) ??
    fromAnthropic(value) ??
    fromResponses(value) ??
    fromCohere(value) ??
    fromTokens(value) ??
    fromCompletion(value) ??
    fromSpark(value) ??
    fromWrapped(value) ??
    value
  );
}

function fromGemini(value: Fields): Fields | undefined {
  const { blockReason } = fieldsOf(value.promptFeedback);
  if (!Array.isArray(value.candidates) && blockReason === undefined) return undefined;
  const counts = fieldsOf(value.usageMetadata);
  const { candidatesTokenCount: answer, thoughtsTokenCount: thoughts } = counts;
  const candidates = (Array.isArray(value.candidates) ? value.candidates : []).filter(isFields).map((candidate) => ({
    index: candidate.index,
    delta: { content: fieldsOf(candidate.content).parts ?? candidate.content },
    finish_reason: candidate.finishReason ?? candidate.finish_reason,
  }));
  return {
    choices: candidates.length === 0 ? [{ finish_reason: blockReason }] : candidates,
    usage: {
      prompt_tokens: counts.promptTokenCount,
      completion_tokens: typeof thoughts === "number" ? thoughts + Number(answer ?? 0) : answer,
      prompt_tokens_details: { cached_tokens: counts.cachedContentTokenCount },
      completion_tokens_details: { reasoning_tokens: thoughts },
    },
  };
}

function fromAnthropic(value: Fields): Fields | undefined {
  const { type, index } = value;
  const change = fieldsOf(value.delta);
  switch (type) {
    case "message_start":
      return { ...nothing, usage: fieldsOf(value.message).usage };
    case "content_block_start": {
      const block = fieldsOf(value.content_block);
      if (block.type !== "tool_use") return delta({ content: [block] });
      const isBegun = Object.keys(fieldsOf(block.input)).length > 0;
      return delta({ tool_calls: [{ index, id: block.id, function: { name: block.name, arguments: isBegun ? block.input : "" } }] });
    }
    case "content_block_delta":
      return change.partial_json === undefined
        ? delta({ content: [change] })
        : delta({ tool_calls: [{ index, function: { arguments: change.partial_json } }] });
    case "content_block_stop":
      return nothing;
    case "message_delta":
      return { choices: [{ finish_reason: change.stop_reason }], usage: value.usage };
    case "message_stop":
      return { ...nothing, done: true };
    case "message":
      return { choices: [{ message: { content: value.content }, finish_reason: value.stop_reason }], usage: value.usage };
    default:
      return undefined;
  }
}

function fromResponses(value: Fields): Fields | undefined {
  const { type, output_index: index } = value;
  if (value.object === "response" && Array.isArray(value.output)) return ofResponse(value);
  if (typeof type !== "string" || !type.startsWith("response.")) return undefined;
  switch (type) {
    case "response.output_text.delta":
      return delta({ content: value.delta });
    case "response.refusal.delta":
      return delta({ refusal: value.delta });
    case "response.reasoning_text.delta":
    case "response.reasoning_summary_text.delta":
      return delta({ reasoning_content: value.delta });
    case "response.output_item.added": {
      const item = fieldsOf(value.item);
      if (item.type !== "function_call") return nothing;
      return delta({ tool_calls: [{ index, id: item.call_id, function: { name: item.name, arguments: item.arguments } }] });
    }
    case "response.output_item.done":
      return { choices: [{ message: messageOfItems([value.item].filter(isFields), index) }] };
    case "response.function_call_arguments.delta":
      return delta({ tool_calls: [{ index, function: { arguments: value.delta } }] });
    case "response.completed":
    case "response.incomplete":
    case "response.failed":
      return ofResponse(fieldsOf(value.response));
    default:
      return nothing;
  }
}

function ofResponse({ output, status, incomplete_details: incomplete, usage, error }: Fields): Fields {
  const message = messageOfItems((Array.isArray(output) ? output : []).filter(isFields), undefined);
  const reason = status === "completed" ? "stop" : (fieldsOf(incomplete).reason ?? status);
  return { choices: [{ message, finish_reason: reason }], usage, error };
}

/** `index`: that of a single item. */
function messageOfItems(items: readonly Fields[], index: unknown): Fields {
  const of = (type: string) => items.filter((item) => item.type === type);
  return {
    content: of("message").map(({ content }) => content),
    reasoning_content: of("reasoning").map(({ summary, content }) => (Array.isArray(summary) && summary.length > 0 ? summary : content)),
    images: of("image_generation_call").map(({ result }) => result),
    tool_calls: of("function_call").map((item) => ({ index, id: item.call_id, function: item })),
  };
}

function fromCohere(value: Fields): Fields | undefined {
  const { message, finish_reason, usage } = fieldsOf(value.delta);
  if (typeof value.type !== "string" || (message === undefined && value.type !== "message-end")) return undefined;
  const { tool_calls: call, tool_plan: plan, ...said } = fieldsOf(message);
  const { tokens, billed_units: billed } = fieldsOf(usage);
  const calls = isFields(call) ? { tool_calls: [{ index: value.index, ...call }] } : {};
  return {
    choices: [{ delta: { ...said, ...calls, ...(plan === undefined ? {} : { reasoning_content: plan }) }, finish_reason }],
    usage: tokens ?? billed,
  };
}

/** Models of Bedrock, AI21 and Anthropic's older interface, each with names of its own for a text and the reason for its end. */
function fromCompletion(value: Fields): Fields | undefined {
  const { generation, completion, outputText, outputs, completions, results } = value;
  const text = [generation, completion, outputText].find((each) => typeof each === "string");
  const listed = [outputs, completions, results].flatMap((list) => (Array.isArray(list) ? list : [])).filter(isFields);
  const texts = listed.map((each) => ({ text: each.text ?? each.outputText ?? fieldsOf(each.data).text, ends: each }));
  const found = (text === undefined ? texts : [{ text, ends: value }]).filter((each) => typeof each.text === "string");
  if (found.length === 0) return undefined;
  const reasonOf = ({ stop_reason: one, completionReason: other, finishReason: third, finish_reason: last }: Fields) =>
    one ?? other ?? third ?? last;
  return {
    choices: found.map((each) => ({ delta: { content: each.text }, finish_reason: reasonOf(each.ends) })),
    usage: value.usage ?? { prompt_tokens: value.prompt_token_count, completion_tokens: value.generation_token_count },
  };
}

/** The state in the header of the last part of a Spark answer. */
const sparkEnd = 2;

function fromSpark({ header, payload }: Fields): Fields | undefined {
  const { choices, usage } = fieldsOf(payload);
  return isFields(choices) ? { choices, usage: fieldsOf(usage).text, done: fieldsOf(header).status === sparkEnd } : undefined;
}

/** Interfaces that generate text without a dialogue. */
function fromTokens(value: Fields): Fields | undefined {
  const { token, details, results, result, generated_text: whole, finish_reason, is_end: isEnd, usage } = value;
  const { finish_reason: reason = finish_reason, generated_tokens, input_length } = fieldsOf(details);
  const counts = usage ?? { prompt_tokens: input_length, completion_tokens: generated_tokens };
  if (isFields(token)) return { choices: [{ text: token.special === true ? "" : token.text, finish_reason: reason }], usage: counts };
  if (typeof token === "string") return { choices: [{ delta: { content: token }, finish_reason: reason }] };
  if (typeof whole === "string") return { choices: [{ message: { content: whole }, finish_reason: reason ?? "stop" }], usage: counts };
  if (typeof result === "string" && typeof value.message !== "string")
    return { choices: [{ delta: { content: result }, finish_reason: reason }], done: isEnd, usage };
  const texts = (Array.isArray(results) ? results : []).filter(isFields).filter(({ text }) => typeof text === "string");
  return texts.length === 0 ? undefined : { choices: texts.map((each) => ({ message: { content: each.text }, ...each })) };
}

const wrappers = ["data", "result", "output", "response"];
const answerFields = ["choices", "candidates", "error", "message", "response", "text"];

function fromWrapped(value: Fields): Fields | undefined {
  for (const name of wrappers) {
    const inner = value[name];
    if (!isFields(inner) || !answerFields.some((field) => inner[field] !== undefined && inner[field] !== null)) continue;
    return asCompletion({ usage: value.usage, ...inner });
  }
  return undefined;
}
