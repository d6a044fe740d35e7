/**
 * Standard clients do three turns with a tool on every type of provider: two calls, each of which is answered, then a text. The upstreams
 * record what arrives, in the forms that the providers document.
 */
import { createOpenAI } from "@ai-sdk/openai";
import { tool as langChainTool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { generateText, isStepCount, tool } from "ai";
import OpenAI from "openai";
import { expect, test } from "vitest";
import * as z from "zod";
import { importPackage } from "../../../scripts/testing/installPackage.ts";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { startTestService, type TestService } from "../../service/testService.ts";
import { type Answer, chunk, finishChunk, type ReceivedRequest, sendEvents, sendJson, startEngine } from "../engine.ts";

const cities = ["Oslo", "Bergen"];
const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : []);

interface Upstream {
  provider: object;
  /** The id of the model that clients ask for. */
  model: string;
  routes(answer: (outputs: number) => object[]): Record<string, Answer>;
  /** The outputs of calls in a request. */
  outputsIn(body: ReceivedRequest["json"]): string[];
  call(city: string, index: number): object[];
  text: object[];
}

const answerWith =
  (answer: (outputs: number) => object[], outputsIn: Upstream["outputsIn"]): Answer =>
  (request, response) =>
    sendEvents(answer(outputsIn(request.json).length))(request, response);

const chatOutputs: Upstream["outputsIn"] = ({ messages }) =>
  list(messages).flatMap(({ role, content }) => (role === "tool" ? [String(content)] : []));
const chat: Upstream = {
  provider: { type: "openai-compatible" },
  model: "m",
  routes: (answer) => ({
    "GET /v1/models": sendJson({ data: [{ id: "m" }] }),
    "POST /v1/chat/completions": answerWith(answer, chatOutputs),
  }),
  outputsIn: chatOutputs,
  call: (city, index) => {
    const called = { index: 0, id: `call_${index}`, type: "function", function: { name: "weather", arguments: JSON.stringify({ city }) } };
    return [chunk({ reasoning_content: `${city} is asked for.` }), chunk({ tool_calls: [called] }), finishChunk("tool_calls")];
  },
  text: [chunk({ content: "Done." }), finishChunk("stop")],
};

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
const responseOf = (output: object[], status = "completed") => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  model: "m",
  status,
  output,
  usage,
});
const item = (made: object) => [
  { type: "response.created", response: responseOf([], "in_progress") },
  { type: "response.output_item.added", output_index: 0, item: made },
  { type: "response.output_item.done", output_index: 0, item: made },
  { type: "response.completed", response: responseOf([made]) },
];
const textOf = (output: unknown) => (typeof output === "string" ? output : String(list(output)[0]?.text));
const responseOutputs: Upstream["outputsIn"] = ({ input }) =>
  list(input).flatMap(({ type, output }) => (type === "function_call_output" ? [textOf(output)] : []));
const responses: Upstream = {
  provider: { type: "openai" },
  model: "m",
  routes: (answer) => ({ "GET /v1/models": sendJson({ data: [{ id: "m" }] }), "POST /v1/responses": answerWith(answer, responseOutputs) }),
  outputsIn: responseOutputs,
  call: (city, index) =>
    item({
      ...{ type: "function_call", id: `fc_${index}`, call_id: `call_${index}`, status: "completed" },
      ...{ name: "weather", arguments: JSON.stringify({ city }) },
    }),
  text: item({
    ...{ type: "message", id: "msg_1", role: "assistant", status: "completed" },
    content: [{ type: "output_text", text: "Done.", annotations: [] }],
  }),
};

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
const anthropicOutputs: Upstream["outputsIn"] = ({ messages }) =>
  list(messages)
    .flatMap(({ content }) => list(content))
    .flatMap(({ type, content }) => (type === "tool_result" ? [textOf(content)] : []));
const anthropic: Upstream = {
  provider: { type: "anthropic" },
  model: "claude-sonnet-4-5",
  routes: (answer) => ({
    "GET /v1/models": sendJson({ data: [{ id: "claude-sonnet-4-5" }] }),
    "POST /v1/messages": answerWith(answer, anthropicOutputs),
  }),
  outputsIn: anthropicOutputs,
  call: (city, index) =>
    message(
      "tool_use",
      ...block(
        0,
        { type: "tool_use", id: `toolu_${index}`, name: "weather", input: {} },
        { type: "input_json_delta", partial_json: JSON.stringify({ city }) },
      ),
    ),
  text: message("end_turn", ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "Done." })),
};

const candidate = (...parts: object[]) => [{ candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }] }];
const googleOutputs: Upstream["outputsIn"] = ({ contents }) =>
  list(contents)
    .flatMap(({ parts }) => list(parts))
    .flatMap(({ functionResponse }) => (functionResponse ? [JSON.stringify(functionResponse)] : []));
const google: Upstream = {
  provider: { type: "google" },
  model: "gemini-3-pro",
  routes: (answer) => ({
    "GET /v1/models": sendJson({ models: [{ name: "models/gemini-3-pro", supportedGenerationMethods: ["generateContent"] }] }),
    "POST /v1/models/gemini-3-pro:streamGenerateContent": answerWith(answer, googleOutputs),
  }),
  outputsIn: googleOutputs,
  call: (city) => candidate({ functionCall: { name: "weather", args: { city } }, thoughtSignature: "c2lnbmF0dXJl" }),
  text: candidate({ text: "Done." }),
};

const packageOf = (upstream: Upstream, name: string): Upstream => ({
  ...upstream,
  provider: { type: "ai-sdk", package: name, models: { [upstream.model]: { kinds: ["text"] } } },
});

const upstreams: Record<string, Upstream> = {
  "chat completions": chat,
  "type openai": responses,
  "type anthropic": anthropic,
  "type google": google,
  "package @ai-sdk/anthropic": packageOf(anthropic, "@ai-sdk/anthropic"),
  "package @ai-sdk/google": packageOf(google, "@ai-sdk/google"),
  "package @ai-sdk/openai": packageOf(responses, "@ai-sdk/openai"),
};

const rain = (city: unknown) => `rain in ${city}`;
const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"], additionalProperties: false };

/** Each returns the final text. */
const clients: Record<string, (service: TestService, model: string) => Promise<string>> = {
  async "AI SDK"(service, model) {
    const provider = createOpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key });
    const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: async ({ city }) => rain(city) });
    const prompt = { model: provider.responses(model), prompt: "How is the weather?" };
    return (await generateText({ ...prompt, tools: { weather }, stopWhen: isStepCount(5), maxRetries: 0 })).text;
  },
  async openai(service, model) {
    const client = new OpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key, maxRetries: 0 });
    const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "How is the weather?" }];
    const tools: OpenAI.Responses.Tool[] = [{ type: "function", name: "weather", parameters, strict: true }];
    for (let turn = 0; turn < 5; turn += 1) {
      const { output, output_text: text } = await client.responses.stream({ model, input, tools }).finalResponse();
      const calls = output.filter((one) => one.type === "function_call");
      if (calls.length === 0) return text;
      input.push(...(output as OpenAI.Responses.ResponseInputItem[]));
      for (const call of calls)
        input.push({ type: "function_call_output", call_id: call.call_id, output: rain(JSON.parse(call.arguments).city) });
    }
    return "";
  },
  async LangChain(service, model) {
    const { HumanMessage, ToolMessage } = await import("@langchain/core/messages");
    const schema = z.object({ city: z.string() });
    const weather = langChainTool(async ({ city }: { city: string }) => rain(city), { name: "weather", description: "Weather", schema });
    const configuration = { baseURL: `${service.url}/api/v1` };
    const chatModel = new ChatOpenAI({ model, apiKey: service.key, useResponsesApi: true, maxRetries: 0, configuration }).bindTools([
      weather,
    ]);
    const messages: InstanceType<typeof HumanMessage | typeof ToolMessage>[] = [new HumanMessage("How is the weather?")];
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await chatModel.invoke(messages);
      const calls = answer.tool_calls ?? [];
      if (calls.length === 0) return answer.text;
      messages.push(answer as never, ...calls.map(({ id = "", args }) => new ToolMessage({ content: rain(args.city), tool_call_id: id })));
    }
    return "";
  },
  async "Agents SDK"(service, model) {
    const agents = (await importPackage("@openai/agents", "0.20.0")) as AgentsPackage;
    agents.setTracingDisabled(true);
    const openAIClient = new OpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key, maxRetries: 0 });
    const runner = new agents.Runner({ modelProvider: new agents.OpenAIProvider({ openAIClient, useResponses: true }) });
    const execute = async ({ city }: { city: string }) => rain(city);
    const weather = agents.tool({ name: "weather", description: "Weather", parameters, strict: true, execute });
    return (await runner.run(new agents.Agent({ name: "A", model, tools: [weather] }), "How is the weather?")).finalOutput;
  },
};

interface AgentsPackage {
  Agent: new (options: object) => unknown;
  OpenAIProvider: new (options: object) => unknown;
  Runner: new (options: object) => { run(agent: unknown, input: string): Promise<{ finalOutput: string }> };
  tool(options: object): unknown;
  setTracingDisabled(disabled: boolean): void;
}

const rows = Object.keys(upstreams).flatMap((upstream) => Object.keys(clients).map((client) => [client, upstream] as const));

test.each(rows)("%s on %s", { timeout: 300_000 }, async (client, name) => {
  const upstream = upstreams[name] ?? chat;
  const answer = (outputs: number) => (cities[outputs] === undefined ? upstream.text : upstream.call(cities[outputs], outputs));
  const engine = await startEngine(upstream.routes(answer));
  const provider = { baseURL: `${engine.url}/v1`, apiKey: "k", ...upstream.provider };
  const service = await startTestService({ configuration: readConfiguration(JSON.stringify({ providers: { p: provider } })) });
  expect(await clients[client]?.(service, `p/${upstream.model}`)).toBe("Done.");
  const asked = engine.requests.filter(({ method }) => method === "POST");
  expect(asked).toHaveLength(3);
  // Each turn returns all outputs so far, in order.
  const outputs = asked.map(({ json }) => upstream.outputsIn(json));
  expect(outputs.map(({ length }) => length)).toEqual([0, 1, 2]);
  expect(outputs[2]?.map((output, index) => output.includes(rain(cities[index])))).toEqual([true, true]);
});
