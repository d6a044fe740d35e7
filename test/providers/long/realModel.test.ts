/** A real language model behind the service: both interfaces, and standard clients. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createOpenAI } from "@ai-sdk/openai";
import { HumanMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { jsonSchema, type LanguageModel, streamText, type ToolSet } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { importPackage } from "../../../scripts/testing/installPackage.ts";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { readV2Status, startTestService, type TestService } from "../../service/testService.ts";
import { deltasOf, streamEvents } from "../events.ts";
import { type RealModel, startRealModel } from "../realModel.ts";

const model = "llama/bigrams";
let engine: RealModel;
let service: TestService;

/** Packages that the tests use; they are large and installed on first use. */
interface Agents {
  Agent: new (options: { name: string; model: string; instructions?: string; tools?: object[]; modelSettings?: object }) => object;
  OpenAIProvider: new (options: { apiKey: string; baseURL: string; useResponses: boolean }) => object;
  Runner: new (options: {
    modelProvider: object;
    tracingDisabled: boolean;
  }) => {
    run(agent: object, input: string): Promise<{ finalOutput?: string | undefined }>;
  };
  tool(options: typeof weather & { strict: boolean; execute(given: unknown): Promise<string> }): object;
}
interface OpenResponses {
  createOpenResponses(options: { name: string; url: string; apiKey: string }): (id: string) => LanguageModel;
}
const has = (name: string) => (value: unknown) => typeof value === "object" && value !== null && name in value;
const agentsSchema = z.custom<Agents>(has("Runner"));
const openResponsesSchema = z.custom<OpenResponses>(has("createOpenResponses"));
let agents: Agents;
let createOpenResponses: OpenResponses["createOpenResponses"];

beforeAll(async () => {
  const installed = await Promise.all([
    startRealModel(),
    importPackage("@openai/agents", "0.20.0"),
    importPackage("@ai-sdk/open-responses", "2.0.36"),
  ]);
  engine = installed[0];
  agents = agentsSchema.parse(installed[1]);
  ({ createOpenResponses } = openResponsesSchema.parse(installed[2]));
  const provider = { type: "openai-compatible", baseURL: `${engine.url}/v1` };
  service = await startTestService({
    configuration: readConfiguration(JSON.stringify({ providers: { llama: provider } })),
    superset: true,
  });
}, 300_000);
afterAll(() => engine?.close());

/** Expects words of the README. */
async function expectProse(text: string): Promise<void> {
  const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
  const words = text.trim().split(/\s+/);
  expect(words.length).toBeGreaterThan(2);
  for (const word of words) expect(readme).toContain(word);
}

test("v1 streams its words one by one, and answers without a stream with the model's usage", async () => {
  const events = await streamEvents(service, { model, input: "Tell me about the service." });
  expect(deltasOf(events).length).toBeGreaterThan(2);
  await expectProse(deltasOf(events).join(""));
  const { body } = await service.post("/api/v1/responses", { model, input: "Tell me about the service." });
  expect(body).toMatchObject({ status: "completed", usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) } });
});

test("v2 answers a text", async () => {
  const status = readV2Status(await service.makeV2({ ai: { model }, content: [{ type: "input_text", text: "Tell me about files." }] }));
  await expectProse(status.contents.text);
});

test("a token limit ends the answer", async () => {
  const { body } = await service.post("/api/v1/responses", { model, input: "Tell me more.", max_output_tokens: 2 });
  expect(body).toMatchObject({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } });
});

const weather = {
  name: "get_weather",
  description: "Tells the weather.",
  parameters: { type: "object", properties: { city: { type: "string" }, days: { type: "integer" } }, required: ["city", "days"] },
};
const weatherSchema = z.object({ city: z.string(), days: z.number() });

const openai = () => new OpenAI({ apiKey: service.key, baseURL: `${service.url}/api/v1`, maxRetries: 0 });

test("the openai package streams it", async () => {
  const answer = await openai().responses.stream({ model, input: "Tell me about the service." }).finalResponse();
  await expectProse(answer.output_text);
});

test("the openai package calls a function with it and continues with the function's output", async () => {
  const tools = [{ type: "function" as const, strict: true, ...weather }];
  const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "What is the weather in Oslo?" }];
  const asked = await openai().responses.stream({ model, input, tools, tool_choice: "required" }).finalResponse();
  const [call] = asked.output;
  if (call?.type !== "function_call") throw new TypeError("The model called no function.");
  expect(call).toMatchObject({ name: "get_weather", call_id: expect.stringMatching(/./), status: "completed" });
  weatherSchema.parse(JSON.parse(call.arguments));
  const result = { type: "function_call_output" as const, call_id: call.call_id, output: "Snow and three degrees." };
  await expectProse((await openai().responses.create({ model, input: [...input, call, result], tools })).output_text);
});

test("the AI SDK streams it", async () => {
  const provider = createOpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key });
  await expectProse(await streamText({ model: provider.responses(model), prompt: "Tell me about the service." }).text);
});

test("the AI SDK's Open Responses provider streams it, and calls a function with it", async () => {
  const provider = createOpenResponses({ name: "studio", url: `${service.url}/api/v1/responses`, apiKey: service.key });
  await expectProse(await streamText({ model: provider(model), prompt: "Tell me about the service." }).text);
  const tools: ToolSet = { get_weather: { description: weather.description, inputSchema: jsonSchema(weather.parameters) } };
  const [call] = await streamText({ model: provider(model), prompt: "The weather?", tools, toolChoice: "required" }).toolCalls;
  expect(call?.toolName).toBe("get_weather");
  weatherSchema.parse(call?.input);
});

test("OpenAI's agents answer with it and run a function that it calls", async () => {
  const { Agent, OpenAIProvider, Runner, tool: agentTool } = agents;
  const modelProvider = new OpenAIProvider({ apiKey: service.key, baseURL: `${service.url}/api/v1`, useResponses: true });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const talker = new Agent({ name: "Talker", instructions: "Be short.", model });
  await expectProse((await runner.run(talker, "Tell me about the service.")).finalOutput ?? "");
  const called: unknown[] = [];
  const parameters = { ...weather.parameters, additionalProperties: false };
  const forecast = agentTool({
    ...weather,
    parameters,
    strict: true,
    execute: async (given) => {
      called.push(given);
      return "Snow and three degrees.";
    },
  });
  const caller = new Agent({ name: "Caller", model, tools: [forecast], modelSettings: { toolChoice: "required" } });
  await expectProse((await runner.run(caller, "What is the weather?")).finalOutput ?? "");
  expect(z.array(weatherSchema).parse(called)).toHaveLength(1);
});

test("LangChain invokes it, and calls a function with it", async () => {
  const configuration = { baseURL: `${service.url}/api/v1` };
  const chat = new ChatOpenAI({ model, apiKey: service.key, useResponsesApi: true, streamUsage: true, maxRetries: 0, configuration });
  await expectProse((await chat.invoke([new HumanMessage("Tell me about the service.")])).text);
  const bound = chat.bindTools([{ type: "function", function: weather }], { tool_choice: "get_weather" });
  const [call] = (await bound.invoke([new HumanMessage("What is the weather?")])).tool_calls ?? [];
  expect(call?.name).toBe("get_weather");
  weatherSchema.parse(call?.args);
});

const reportSchema = z.object({
  conformance: z.object({ results: z.array(z.looseObject({ id: z.string(), outcome: z.string() })) }),
});

/** Each of these checks needs a model that calls a function. */
const functionChecks = [
  "responses-tool-serialization",
  "responses-tool-stream-reassembly",
  "responses-tool-result-turn",
  "responses-parallel-tools",
  "responses-parallel-tools-off",
  "responses-tool-choice-none",
  "responses-tool-arg-types",
];

/** The interface has no stop phrases, and refuses them by name; and the small model does not remember what was said. */
const explained = ["chat-stop-string", "responses-previous-response-id"];

test("llmprobe finds no violation of a MUST, and its checks of function tools pass", { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-llmprobe-"));
  try {
    const report = path.join(folder, "report.json");
    const program = path.join(path.dirname(createRequire(import.meta.url).resolve("llmprobe/package.json")), "bin/dist/llmprobe.mjs");
    const options = [
      "-k",
      service.key,
      "-m",
      model,
      "--budget",
      "8000",
      "--reasoning",
      "default",
      "--no-bench",
      "--no-save",
      "--save",
      report,
    ];
    await promisify(execFile)(process.execPath, [program, `${service.url}/api/v1`, ...options], {
      env: { ...process.env, HOME: folder },
    }).catch((error: unknown) => error);
    const { conformance } = reportSchema.parse(JSON.parse(await readFile(report, "utf8")));
    const failed = conformance.results.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
    expect(failed.filter((id) => !explained.includes(id))).toEqual([]);
    const passed = conformance.results.filter(({ outcome }) => outcome === "pass").map(({ id }) => id);
    expect(passed).toEqual(expect.arrayContaining(functionChecks));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
