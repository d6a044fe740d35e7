/** OpenAI, Anthropic, Google and an engine with chat completions as simulated by a third party's mock server. */
import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { startTestService, type TestService } from "../service/testService.ts";
import { deltasOf, streamEvents } from "./events.ts";

const mock = new LLMock({ port: 0 });
let service: TestService;

mock.onMessage("hello", { content: "Good morning to you." });
mock.onMessage("weather", { toolCalls: [{ name: "get_weather", arguments: '{"city":"Oslo"}' }] });
mock.onMessage("wrong", { error: { message: "Unknown parameter", type: "invalid_request_error", code: "unknown_parameter" }, status: 400 });

const url = await mock.start();
afterAll(() => mock.stop());

beforeAll(async () => {
  const configuration = readConfiguration(
    JSON.stringify({
      providers: {
        openai: { type: "openai", baseURL: `${url}/v1`, apiKey: "sk-1", models: { "gpt-5-mini": {} } },
        anthropic: { type: "anthropic", baseURL: `${url}/v1`, apiKey: "sk-2", models: { "claude-sonnet-4-5": {} } },
        engine: { type: "openai-compatible", baseURL: `${url}/v1`, models: { "llama-3": {} } },
        google: { type: "google", baseURL: `${url}/v1beta`, apiKey: "sk-3", models: { "gemini-2.5-flash": {} } },
      },
    }),
  );
  service = await startTestService({ configuration });
});

const models = ["openai/gpt-5-mini", "anthropic/claude-sonnet-4-5", "google/gemini-2.5-flash", "engine/llama-3"];

test.each(models)("%s streams a text with usage", async (model) => {
  const events = await streamEvents(service, { model, input: "hello" });
  expect(deltasOf(events).join("")).toBe("Good morning to you.");
  expect(events.at(-1)).toMatchObject({
    type: "response.completed",
    response: { output: [{ type: "message" }], usage: { total_tokens: expect.any(Number) } },
  });
});

test.each(models)("%s calls a function", async (model) => {
  const tools = [
    { type: "function", name: "get_weather", parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } },
  ];
  const { body } = await service.post("/api/v1/responses", { model, input: "weather", tools });
  const output = (body.output as Record<string, unknown>[]).filter((item) => item.type === "function_call");
  expect(output).toEqual([expect.objectContaining({ name: "get_weather", arguments: expect.stringMatching(/"city":\s*"Oslo"/) })]);
});

test.each(models)("an error of %s names the provider", async (model) => {
  const { status, body } = await service.post("/api/v1/responses", { model, input: "wrong" });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: "invalid_request", message: expect.stringContaining(model.split("/")[0] ?? "") });
});
