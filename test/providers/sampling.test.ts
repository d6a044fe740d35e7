/** Limits, sampling, the seed, the verbosity and the effort reach the provider, or the request is refused by their name before it is sent. */
import { expect, test } from "vitest";
import { listModels, startTestService } from "../service/testService.ts";
import { type Answer, chunk, finishChunk, sendEvents, sendJson, startEngine } from "./engine.ts";

const chatAnswer = sendEvents([chunk({ content: "Hello" }), finishChunk("stop")]);
const response = { id: "resp_1", object: "response", created_at: 1, model: "m", output: [] };
const text = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Hello", annotations: [] }],
};
const responsesAnswer = sendEvents([
  { type: "response.created", response },
  { type: "response.completed", response: { ...response, status: "completed", output: [text] } },
]);
const geminiAnswer = sendEvents([{ candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }] }]);

async function startFor(type: string, id: string, listed: readonly object[] = []) {
  const routes: Record<string, Answer> = {
    "GET /v1/models": sendJson({ data: listed }),
    "POST /v1/chat/completions": chatAnswer,
    "POST /v1/responses": responsesAnswer,
    [`POST /v1/models/${id}:streamGenerateContent`]: geminiAnswer,
  };
  const engine = await startEngine(routes);
  const models = listed.length > 0 ? {} : { models: { [id]: { kinds: ["text"] } } };
  const far = { type, baseURL: `${engine.url}/v1`, apiKey: "k", ...models };
  const { readConfiguration } = await import("../../src/providers/readConfiguration.ts");
  const service = await startTestService({ configuration: readConfiguration(JSON.stringify({ providers: { far } })) });
  return { engine, service };
}

async function ask(type: string, id: string, fields: object) {
  const { engine, service } = await startFor(type, id);
  const { status, body } = await service.post("/api/v1/responses", { model: `far/${id}`, input: 'Say "temperature": 1', ...fields });
  return { status, body, sent: engine.requests.find(({ method }) => method === "POST")?.json };
}

const all = { max_output_tokens: 50, temperature: 0.25, top_p: 0.5 };
test.each<[string, string, object, object]>([
  ["openai-compatible", "llama", all, { max_tokens: 50, temperature: 0.25, top_p: 0.5 }],
  ["openai", "gpt-4.1", all, all],
  ["openai", "gpt-5-mini", { max_output_tokens: 50 }, { max_output_tokens: 50 }],
  ["openai", "deployment-7", { reasoning: { effort: "low" } }, { reasoning: { effort: "low" } }],
  ["openai-compatible", "llama", { reasoning: { effort: "low" } }, { reasoning_effort: "low" }],
  ["google", "gemini-2.5-flash", all, { generationConfig: { maxOutputTokens: 50, temperature: 0.25, topP: 0.5 } }],
  ["openai-compatible", "llama", { seed: 0, text: { verbosity: "low" } }, { seed: 0, verbosity: "low" }],
  ["openai", "gpt-5-mini", { text: { verbosity: "high" } }, { text: { verbosity: "high" } }],
  ["google", "gemini-2.5-flash", { seed: 7, text: { verbosity: "medium" } }, { generationConfig: { seed: 7 } }],
])("%s gets them for %s: %o", async (type, id, fields, expected) => {
  const { status, sent } = await ask(type, id, fields);
  expect([status, sent]).toMatchObject([200, expected]);
});

test.each(["temperature", "top_p"])("a model that takes no %s is not asked", async (field) => {
  const { status, body, sent } = await ask("openai", "gpt-5-mini", { [field]: 0.5 });
  expect([status, body, sent]).toMatchObject([400, { error: { code: "invalid_request", param: field } }, undefined]);
});

// Neither OpenAI's Responses nor Anthropic's messages have a seed; only OpenAI and those that follow it have a verbosity.
test.each([
  ["openai", "seed", { seed: 7 }],
  ["anthropic", "seed", { seed: 7 }],
  ["anthropic", "text.verbosity", { text: { verbosity: "low" } }],
  ["google", "text.verbosity", { text: { verbosity: "low" } }],
])("type %s is not asked with %s", async (type, param, fields) => {
  const { status, body, sent } = await ask(type, "gemini-2.5-flash", fields);
  expect([status, body, sent]).toMatchObject([400, { error: { code: "invalid_request", param } }, undefined]);
});

test.each(["gpt-4o", "gpt-4.1-mini-2025-04-14", "ft:gpt-4o:org::1", "gpt-5-chat-latest"])(
  "%s, which does not reason, takes no effort",
  async (id) => {
    const { service, engine } = await startFor("openai", id, [{ id, object: "model", created: 1, owned_by: "openai" }]);
    await expect.poll(() => listModels(service)).toEqual([expect.objectContaining({ id: `far/${id}` })]);
    const asked = await service.post("/api/v1/responses", { model: `far/${id}`, input: "x", reasoning: { effort: "low" } });
    expect(asked).toMatchObject({ status: 400, body: { error: { param: "reasoning.effort" } } });
    expect(engine.requests.filter(({ method }) => method === "POST")).toEqual([]);
  },
);

test.each([
  { temperature: 3 },
  { temperature: "hot" },
  { top_p: -1 },
  { max_output_tokens: 0 },
  { seed: 0.5 },
  { max_tool_calls: 1 },
  { context_management: [{ type: "compaction" }] },
])("%o is refused", async (fields) => {
  const { status, body } = await ask("openai", "gpt-4.1", fields);
  expect([status, body]).toMatchObject([400, { error: { param: Object.keys(fields)[0] } }]);
});
