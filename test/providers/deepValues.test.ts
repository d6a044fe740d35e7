/** Values of an engine's answer that are nested too deeply. The rest of the answer is kept. */
import { beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { callService, startTestService } from "../service/testService.ts";
import { chat, models } from "./compatibleService.ts";
import { deep, deepValues, writeDeep } from "./deepJson.ts";
import { type Answer, chunk, finishChunk, openEngine } from "./engineServer.ts";

/** What the engine answers next. */
let next: { status: number; values: readonly object[]; deep: string };
const sendNext: Answer = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(writeDeep(next.values[0], next.deep));
};
let call: ReturnType<typeof callService>;
beforeAll(async () => {
  const engine = await openEngine({
    ...models,
    "GET /listed/models": sendNext,
    "POST /v1/images/generations": sendNext,
    [chat](_, response) {
      const written = next.values.map((value) => writeDeep(value, next.deep));
      if (written.length === 1) response.writeHead(next.status, { "content-type": "application/json" }).end(written[0]);
      else response.writeHead(200, { "content-type": "text/event-stream" }).end(written.map((line) => `data: ${line}\n\n`).join(""));
    },
  });
  const providers = {
    local: { type: "openai-compatible", baseURL: `${engine.url}/v1`, models: { painter: { kinds: ["image"] } } },
    listed: { type: "openai-compatible", baseURL: `${engine.url}/listed` },
    openai: { type: "openai", baseURL: `${engine.url}/v1`, apiKey: "k", models: { "gpt-image-2": {} } },
  };
  const service = await startTestService({ configuration: readConfiguration(JSON.stringify({ providers })), superset: true });
  call = callService(service.url, service.key, async () => undefined);
  return () => engine.close();
});

const ask = () => call.post("/api/v1/responses", { model: "local/llama-3", input: "Hi", tools: [{ type: "function", name: "f" }] });
const calledSchema = z.looseObject({ id: z.string(), output: z.array(z.looseObject({ arguments: z.string() })) });
const toolCall = (fields: object) => ({ tool_calls: [{ index: 0, id: "call-1", type: "function", ...fields }] });

test.each<[string, Record<string, unknown>, Record<string, unknown>?, object?]>([
  ["annotations", { annotations: deep }],
  ["annotation", { annotations: [{ type: "url_citation", url_citation: deep }, deep] }],
  ["reasoning", { reasoning: deep, reasoning_content: deep, reasoning_details: deep }],
  ["images", { images: deep }],
  ["image", { images: [{ type: "image_url", image_url: deep }] }],
  ["audio", { audio: deep }],
  ["refusal", { refusal: deep }],
  ["role", { role: deep }],
  ["content", { content: deep }],
  ["part", { content: [{ type: "text", text: deep }, deep] }],
  ["addition", { extra_content: deep, provider_specific_fields: deep }],
  ["tool_calls", { tool_calls: deep }],
  ["function", toolCall({ function: deep })],
  ["function_call", { function_call: deep }],
  ["choice", {}, { logprobs: deep, finish_reason: deep, index: deep }],
  ["chunk", {}, {}, { usage: deep, system_fingerprint: deep, citations: deep, metadata: deep }],
  ["list in usage", {}, {}, { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, details: deep } }],
])("a text is kept beside a deep %s", async (_, delta, choice = {}, rest = {}) => {
  for (const value of deepValues) {
    next = {
      status: 200,
      values: [chunk({ content: "Hel" }), { ...chunk(delta, choice), ...rest }, chunk({ content: "lo" }), finishChunk("stop")],
      deep: value,
    };
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain('"text":"Hello"');
  }
});

test("arguments of a function that are nested too deeply are passed on as text, and can be read again", async () => {
  for (const value of [...deepValues, ...deepValues.map((value) => JSON.stringify(value))]) {
    next = { status: 200, values: [chunk(toolCall({ function: { name: "f", arguments: deep } })), finishChunk("tool_calls")], deep: value };
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body).toMatchObject({ output: [{ type: "function_call", name: "f", status: "completed" }] });
    const { id, output } = calledSchema.parse(body);
    expect(() => JSON.parse(output[0]?.arguments ?? "")).not.toThrow();
    expect((await call.get(`/api/v1/responses/${id}`)).body).toMatchObject({ output });
  }
});

test("an error's reason is read beside deep values, in a body and in a stream", async () => {
  const errors = [{ code: deep }, { param: deep }, { metadata: { raw: deep } }].map((fields) => ({
    error: { message: "Too long", ...fields },
  }));
  for (const [value, error] of deepValues.flatMap((one) => errors.map((other) => [one, other] as const))) {
    next = { status: 400, values: [error], deep: value };
    expect(await ask()).toMatchObject({ status: 400, body: { error: { message: expect.stringMatching(/: Too long$/) } } });
    next = { status: 200, values: [chunk({ content: "Hel" }), error], deep: value };
    expect(await ask()).toMatchObject({ status: 500, body: { error: { message: expect.stringMatching(/: Too long$/) } } });
    next = { status: 400, values: [{ error: deep }], deep: value };
    const { status, body } = await ask();
    expect(status).toBe(400);
    expect(JSON.stringify(body).length).toBeLessThan(5_000);
  }
});

test("models are listed beside deep values", async () => {
  for (const value of deepValues) {
    const entries = [{ id: "a", meta: deep, architecture: deep, pricing: deep, context_length: deep }, deep, { id: deep }, { id: "b" }];
    next = { status: 200, values: [{ data: entries, object: deep }], deep: value };
    const listed = JSON.stringify((await call.get("/api/v1/models?refresh=true")).body);
    expect(listed).toContain('"listed/a"');
    expect(listed).toContain('"listed/b"');
  }
});

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test.each(["local/painter", "openai/gpt-image-2"])("an image of %s is kept beside deep values", async (model) => {
  for (const value of deepValues) {
    const image = { b64_json: png, revised_prompt: deep, metadata: deep, seed: deep };
    next = { status: 200, values: [{ created: deep, data: [image, deep], usage: deep, meta: deep }], deep: value };
    expect(await call.make("images", { model, prompt: "A boat" })).toMatchObject({ body: { status: "completed" } });
  }
});
