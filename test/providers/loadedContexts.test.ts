/**
 * An engine reads no more of a prompt than its context has: some refuse a longer one, others leave its beginning out without a word. The
 * places where they state the context: llama.cpp, `tools/server/README.md`; LM Studio, "REST API v0"; KoboldCpp's and TabbyAPI's API
 * documents; Text Generation Inference, "Consuming TGI"; vLLM, `ModelCard`.
 */
import { expect, test } from "vitest";
import { isEngineAddress } from "../../src/providers/engines/loadedContexts.ts";
import { isContextOverflow } from "../../src/providers/errorReason.ts";
import { listModels } from "../service/testService.ts";
import { chat, start } from "./compatibleService.ts";
import { type Answer, chunk, finishChunk, sendEvents, sendJson, usageChunk } from "./engine.ts";

const id = "local/m";
const context = 4096;
const long = "The lighthouse keeper counts the waves. ".repeat(1_500);
const listed = (fields: object = {}) => ({
  "GET /v1/models": sendJson({ object: "list", data: [{ id: "m", object: "model", ...fields }] }),
});

/** Leaves out the beginning of what it cannot read. `events`: of an answer that reports so many tokens. */
const cutsOff =
  (events: (read: number) => object[]): Answer =>
  (request, response) =>
    sendEvents(events(Math.min(context - 300, Math.ceil(request.body.length / 5))))(request, response);
const inChat = cutsOff((read) => [
  chunk({ content: "Hello" }),
  finishChunk("stop"),
  usageChunk({ prompt_tokens: read, completion_tokens: 1 }),
]);

const message = {
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Hello", annotations: [] }],
};
const inResponse = cutsOff((read) => {
  const response = { id: "resp_1", object: "response", created_at: 1, model: "m", status: "completed", output: [message] };
  const details = { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } };
  return [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    { type: "response.output_item.added", output_index: 0, item: { ...message, content: [] } },
    { type: "response.output_item.done", output_index: 0, item: message },
    {
      type: "response.completed",
      response: { ...response, usage: { input_tokens: read, output_tokens: 1, total_tokens: read + 1, ...details } },
    },
  ];
});
const inMessage = cutsOff((read) => [
  {
    type: "message_start",
    message: { id: "m", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: read, output_tokens: 1 } },
  },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
  { type: "message_stop" },
]);
const answers = { [chat]: inChat, "POST /v1/responses": inResponse, "POST /v1/messages": inMessage };

/** The providers with which an engine can be asked. */
const models = { m: { kinds: ["text"] } };
const types: Readonly<Record<string, Record<string, unknown>>> = {
  "type openai-compatible": {},
  "type openai": { type: "openai", apiKey: "k" },
  "type anthropic": { type: "anthropic", apiKey: "k" },
  "@ai-sdk/openai": { type: "ai-sdk", package: "@ai-sdk/openai", models },
  "@ai-sdk/openai-compatible": { type: "ai-sdk", package: "@ai-sdk/openai-compatible", settings: { name: "engine" }, models },
  "@ai-sdk/anthropic": { type: "ai-sdk", package: "@ai-sdk/anthropic", models },
};

const engines: Readonly<Record<string, Record<string, Answer>>> = {
  "llama.cpp": {
    ...listed({ meta: { n_ctx_train: 131_072 } }),
    "GET /props": sendJson({ default_generation_settings: { n_ctx: context } }),
  },
  "llama.cpp, which states it in its list": listed({ meta: { n_ctx_train: 131_072, n_ctx: context } }),
  "LM Studio before its own interface had a version 1": {
    ...listed(),
    "GET /api/v0/models": sendJson({
      data: [{ id: "m", type: "llm", state: "loaded", max_context_length: 32_768, loaded_context_length: context }],
    }),
  },
  KoboldCpp: { ...listed(), "GET /api/extra/true_max_context_length": sendJson({ value: context }) },
  TabbyAPI: {
    ...listed(),
    "GET /v1/model": sendJson({ id: "m", object: "model", parameters: { max_seq_len: context, cache_size: 8192 } }),
  },
  "Text Generation Inference": { ...listed(), "GET /info": sendJson({ model_id: "m", max_input_tokens: 4095, max_total_tokens: context }) },
  vLLM: listed({ owned_by: "vllm", max_model_len: context }),
  Ollama: {
    ...listed({ owned_by: "library" }),
    "GET /api/tags": sendJson({ models: [{ name: "m:latest", digest: "1" }] }),
    "POST /api/show": sendJson({ capabilities: ["completion", "tools"], model_info: { "llama.context_length": 131_072 } }),
    "GET /api/ps": sendJson({ models: [{ name: "m:latest", context_length: context }] }),
  },
  "LM Studio": {
    ...listed(),
    "GET /api/v1/models": sendJson({
      models: [
        { key: "m", type: "llm", max_context_length: 131_072, loaded_instances: [{ id: "m", config: { context_length: context } }] },
      ],
    }),
  },
};

const pairs = Object.entries(types).flatMap(([type, provider]) =>
  Object.entries(engines).map(([engine, routes]) => ({ type, provider, engine, routes })),
);
test.each(pairs)("$type: the context of $engine is listed, and a prompt that it did not read is told", async ({ provider, routes }) => {
  const { service } = await start({ ...routes, ...answers }, provider);
  await expect
    .poll(() => listModels(service))
    .toEqual([expect.objectContaining({ id, capabilities: expect.objectContaining({ context }) })]);
  const ask = async (input: string) => (await service.post("/api/v1/responses", { model: id, input })).body;
  expect(await ask(long)).toMatchObject({ status: "incomplete", incomplete_details: { reason: "prompt_truncated" } });
  expect(await ask(long.slice(0, 4_000))).toMatchObject({ status: "completed" });
});

test("an engine that loads a model for its first request is asked for the context with which it did", async () => {
  let isLoaded = false;
  const answer: Answer = (request, response) => {
    isLoaded = true;
    return inMessage(request, response);
  };
  const loaded: Answer = (request, response) =>
    sendJson({ models: isLoaded ? [{ name: "m:latest", context_length: context }] : [] })(request, response);
  const { service } = await start(
    { ...engines.Ollama, "GET /api/ps": loaded, "POST /v1/messages": answer },
    { type: "anthropic", apiKey: "k" },
  );
  await expect.poll(() => listModels(service)).toEqual([expect.objectContaining({ id, loaded: false })]);
  const { body } = await service.post("/api/v1/responses", { model: id, input: long });
  expect(body).toMatchObject({ status: "incomplete", incomplete_details: { reason: "prompt_truncated" } });
});

test.each([
  ["http://127.0.0.1:11434/v1", true],
  ["http://gpu.example:8000/v1", true],
  ["https://localhost:8443/v1", true],
  ["https://api.openai.com/v1", false],
  ["https://api.anthropic.com/v1", false],
  ["https://openrouter.ai/api/v1", false],
])("whether %s is asked as an engine: %s", (address, isAsked) => {
  expect(isEngineAddress(address)).toBe(isAsked);
});

// What each refuses a longer prompt with, in its own words. Sources: the projects' and companies' code, documents and issues.
test.each<[string, string]>([
  ["llama.cpp", "request (9014 tokens) exceeds the available context size (4096 tokens), try increasing it"],
  ["vLLM", "This model's maximum context length is 4096 tokens. However, your request has 9014 input tokens."],
  ["SGLang", "The input (9014 tokens) is longer than the model's context length (4096 tokens)."],
  ["Text Generation Inference", "Input validation error: `inputs` must have less than 4095 tokens. Given: 9014"],
  ["Together", "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9014"],
  ["TabbyAPI", "Prompt length 9014 is greater than max_seq_len 4096"],
  ["TensorRT-LLM", "Prompt length (9014) exceeds maximum input length (4096)."],
  ["LM Studio", "Trying to keep the first 9014 tokens when context the overflows. However, the context length is only 4096."],
  ["Anthropic", "prompt is too long: 215000 tokens > 200000 maximum"],
  ["Anthropic, with the answer", "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000"],
  ["OpenAI", "Input tokens exceed the configured limit of 272000 tokens."],
  ["Gemini", "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."],
  ["Mistral", "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length"],
  ["Groq, Cerebras", "Please reduce the length of the messages or completion."],
  ["xAI", "This model's maximum prompt length is 131072 but the request contains 200000 tokens."],
  ["Cohere", "too many tokens: total number of tokens in the prompt cannot exceed 4081"],
  ["Bedrock", "Input is too long for requested model."],
  ["Moonshot", "Invalid request: Your request exceeded model token limit: 8192"],
  ["Zhipu", "Prompt exceeds max length"],
  ["DashScope", "Range of input length should be [1, 30720]"],
  ["MiniMax", "invalid params, context window exceeds limit (2013)"],
  ["GitHub Models", "Request body too large for gpt-4o model. Max size: 8000 tokens."],
])("a prompt that %s refuses is reported as too long", async (_, message) => {
  const { service } = await start({ ...listed(), [chat]: sendJson({ error: { message } }, 400) });
  const { status, body } = await service.post("/api/v1/chat/completions", { model: id, messages: [{ role: "user", content: "x" }] });
  expect([status, body]).toMatchObject([400, { error: { code: "context_length_exceeded" } }]);
});

test.each([
  "Too many tokens, please wait before trying again.",
  "Max tokens must be at least 1.",
  "The prompt is empty.",
  "Input validation error: `max_new_tokens` must be strictly positive",
  "Rate limit reached for tokens per minute",
])("%s is another reason", (message) => {
  expect(isContextOverflow(message)).toBe(false);
});
