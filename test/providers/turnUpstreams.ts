/**
 * Providers that call a tool twice and then write a text, in the forms that they document. Each call comes with something that only the
 * provider understands, and that it wants back in the next turn.
 */
import { chunk, finishChunk, type ReceivedRequest } from "./engine.ts";

type Body = ReceivedRequest["json"];

export interface TurnUpstream {
  /** The id of the model that clients ask for. */
  model: string;
  /** Where the model is asked, below the provider's base address. */
  path: string;
  /** The outputs of calls in a request. */
  outputsIn(body: Body): string[];
  /** The events of an answer with a call. */
  call(city: string, index: number): object[];
  text: object[];
  /** What comes with the call of this index, and has to come back. */
  proof(index: number): string;
}

export const turnCities = ["Oslo", "Bergen"];

const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : []);
const textOf = (output: unknown) => (typeof output === "string" ? output : String(list(output)[0]?.text));
/** Base64, as signatures are. */
const proof = (index: number) => Buffer.from(`signature ${index} of the provider`).toString("base64");

const chatAnswers = (model: string, path: string, reasoning: (index: number) => Record<string, unknown>): TurnUpstream => ({
  model,
  path,
  outputsIn: ({ messages }) => list(messages).flatMap(({ role, content }) => (role === "tool" ? [textOf(content)] : [])),
  call(city, index) {
    const called = {
      index: 0,
      id: `call${index}abcd`,
      type: "function",
      function: { name: "weather", arguments: JSON.stringify({ city }) },
    };
    return [chunk(reasoning(index)), chunk({ tool_calls: [called] }), finishChunk("tool_calls")];
  },
  text: [chunk({ content: "Done." }), finishChunk("stop")],
  proof,
});
/** DeepSeek, Moonshot and others. */
export const chatUpstream = chatAnswers("m", "/chat/completions", (index) => ({ role: "assistant", reasoning_content: proof(index) }));
export const groqUpstream = chatAnswers("openai/gpt-oss-20b", "/chat/completions", (index) => ({
  role: "assistant",
  reasoning: proof(index),
}));
/** Source: Mistral, "Reasoning". */
export const mistralUpstream = chatAnswers("magistral-medium-latest", "/chat/completions", (index) => ({
  role: "assistant",
  content: [{ type: "thinking", thinking: [{ type: "text", text: proof(index) }] }],
}));

const usage = {
  ...{ input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
};
const responseOf = (output: object[], status = "completed") => ({
  ...{ id: "resp_1", object: "response", created_at: 1, model: "m" },
  ...{ status, output, usage },
});
const responseEvents = (...output: object[]) => [
  { type: "response.created", response: responseOf([], "in_progress") },
  ...output.flatMap((item, index) => [
    { type: "response.output_item.added", output_index: index, item },
    { type: "response.output_item.done", output_index: index, item },
  ]),
  { type: "response.completed", response: responseOf(output) },
];
/** Reasoning that the provider does not store comes encrypted. */
export const responsesUpstream = (path: string): TurnUpstream => ({
  model: "gpt-5-mini",
  path,
  outputsIn: ({ input }) => list(input).flatMap(({ type, output }) => (type === "function_call_output" ? [textOf(output)] : [])),
  call: (city, index) =>
    responseEvents(
      { type: "reasoning", id: `rs_${index}`, status: "completed", summary: [], encrypted_content: proof(index) },
      {
        ...{ type: "function_call", id: `fc_${index}`, call_id: `call_${index}`, status: "completed" },
        ...{ name: "weather", arguments: JSON.stringify({ city }) },
      },
    ),
  text: responseEvents({
    ...{ type: "message", id: "msg_1", role: "assistant", status: "completed" },
    content: [{ type: "output_text", text: "Done.", annotations: [] }],
  }),
  proof,
});

const block = (index: number, content_block: object, ...deltas: object[]) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const message = (stop_reason: string, ...blocks: object[]) => [
  {
    type: "message_start",
    message: { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 1, output_tokens: 1 } },
  },
  ...blocks,
  { type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 5 } },
  { type: "message_stop" },
];
export const anthropicUpstream: TurnUpstream = {
  model: "claude-sonnet-4-5",
  path: "/messages",
  outputsIn: ({ messages }) =>
    list(messages)
      .flatMap(({ content }) => list(content))
      .flatMap(({ type, content }) => (type === "tool_result" ? [textOf(content)] : [])),
  call: (city, index) =>
    message(
      "tool_use",
      ...block(
        0,
        { type: "thinking", thinking: "", signature: "" },
        { type: "thinking_delta", thinking: `${city} is asked for.` },
        { type: "signature_delta", signature: proof(index) },
      ),
      ...block(
        1,
        { type: "tool_use", id: `toolu_${index}`, name: "weather", input: {} },
        { type: "input_json_delta", partial_json: JSON.stringify({ city }) },
      ),
    ),
  text: message("end_turn", ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "Done." })),
  proof,
};

const candidate = (...parts: object[]) => [{ candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }] }];
export const googleUpstream: TurnUpstream = {
  model: "gemini-3-pro",
  path: "/models/gemini-3-pro:streamGenerateContent",
  outputsIn: ({ contents }) =>
    list(contents)
      .flatMap(({ parts }) => list(parts))
      .flatMap(({ functionResponse }) => (functionResponse ? [JSON.stringify(functionResponse)] : [])),
  call: (city, index) => candidate({ functionCall: { name: "weather", args: { city } }, thoughtSignature: proof(index) }),
  text: candidate({ text: "Done." }),
  proof,
};

const cohereUsage = { tokens: { input_tokens: 1, output_tokens: 1 } };

/** Source: Cohere, "Tool use: streaming". */
export const cohereUpstream: TurnUpstream = {
  model: "command-a-03-2025",
  path: "/chat",
  outputsIn: ({ messages }) => list(messages).flatMap(({ role, content }) => (role === "tool" ? [textOf(content)] : [])),
  call(city, index) {
    const start = { id: `call_${index}`, type: "function", function: { name: "weather", arguments: "" } };
    return [
      { type: "message-start", id: "1", delta: { message: { role: "assistant" } } },
      { type: "tool-call-start", index: 0, delta: { message: { tool_calls: start } } },
      { type: "tool-call-delta", index: 0, delta: { message: { tool_calls: { function: { arguments: JSON.stringify({ city }) } } } } },
      { type: "tool-call-end", index: 0 },
      { type: "message-end", delta: { finish_reason: "TOOL_CALL", usage: cohereUsage } },
    ];
  },
  text: [
    { type: "message-start", id: "1", delta: { message: { role: "assistant" } } },
    { type: "content-start", index: 0, delta: { message: { content: { type: "text", text: "" } } } },
    { type: "content-delta", index: 0, delta: { message: { content: { text: "Done." } } } },
    { type: "content-end", index: 0 },
    { type: "message-end", delta: { finish_reason: "COMPLETE", usage: cohereUsage } },
  ],
  proof: (index) => `call_${index}`,
};

/** The events of Amazon's Converse by their names. Source: Amazon Bedrock, "ConverseStream". */
export const bedrockUpstream: TurnUpstream = {
  model: "anthropic.claude-sonnet-4-5-20250929-v1:0",
  path: "/model/anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse-stream",
  outputsIn: ({ messages }) =>
    list(messages)
      .flatMap(({ content }) => list(content))
      .flatMap(({ toolResult }) => (toolResult ? [JSON.stringify(toolResult)] : [])),
  call: (city, index) => [
    { messageStart: { role: "assistant" } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { text: `${city} is asked for.` } } } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { signature: proof(index) } } } },
    { contentBlockStop: { contentBlockIndex: 0 } },
    { contentBlockStart: { contentBlockIndex: 1, start: { toolUse: { toolUseId: `tooluse_${index}`, name: "weather" } } } },
    { contentBlockDelta: { contentBlockIndex: 1, delta: { toolUse: { input: JSON.stringify({ city }) } } } },
    { contentBlockStop: { contentBlockIndex: 1 } },
    { messageStop: { stopReason: "tool_use" } },
    { metadata: { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, metrics: { latencyMs: 1 } } },
  ],
  text: [
    { messageStart: { role: "assistant" } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "Done." } } },
    { contentBlockStop: { contentBlockIndex: 0 } },
    { messageStop: { stopReason: "end_turn" } },
    { metadata: { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, metrics: { latencyMs: 1 } } },
  ],
  proof,
};

/** The parts of the AI SDK's own streams. Source: the package `@ai-sdk/gateway`. */
const streamed = (...parts: object[]) => [{ type: "stream-start", warnings: [] }, ...parts];
const streamEnd = (unified: string) => ({
  type: "finish",
  finishReason: { unified, raw: unified },
  usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
});
export const gatewayUpstream: TurnUpstream = {
  model: "anthropic/claude-sonnet-4.5",
  path: "/language-model",
  outputsIn: ({ prompt }) =>
    list(prompt)
      .flatMap(({ role, content }) => (role === "tool" ? list(content) : []))
      .map(({ output }) => JSON.stringify(output)),
  call: (city, index) =>
    streamed(
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: `${city} is asked for.` },
      { type: "reasoning-end", id: "r", providerMetadata: { anthropic: { signature: proof(index) } } },
      { type: "tool-call", toolCallId: `call_${index}`, toolName: "weather", input: JSON.stringify({ city }) },
      streamEnd("tool-calls"),
    ),
  text: streamed(
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "Done." },
    { type: "text-end", id: "t" },
    streamEnd("stop"),
  ),
  proof,
};
