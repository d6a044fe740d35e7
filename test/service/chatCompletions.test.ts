/** `POST /api/v1/chat/completions` with standard clients that know this form. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, isStepCount, streamText, tool } from "ai";
import OpenAI from "openai";
import { expect, test } from "vitest";
import * as z from "zod";
import { chat, hello, start } from "../providers/compatibleService.ts";
import { type Answer, chunk, type Engine, finishChunk, sendEvents } from "../providers/engine.ts";

const model = "local/llama-3";
const path = "/api/v1/chat/completions";
const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"], additionalProperties: false };
const tools: OpenAI.ChatCompletionTool[] = [{ type: "function", function: { name: "weather", parameters, strict: true } }];

interface Sent {
  messages: { role: string; content: unknown; tool_calls?: unknown }[];
  tools?: unknown[];
}
const sentTo = (engine: Engine): Sent =>
  JSON.parse(String(engine.requests.findLast((request) => request.path === "/v1/chat/completions")?.body));

/** Thinks, calls the tool twice in one answer and once in the next, then answers. */
const caller: Answer = (request, response) => {
  const { messages }: Sent = JSON.parse(String(request.body));
  const done = messages.filter(({ role }) => role === "tool").length;
  const call = (index: number, city: string) =>
    chunk({
      tool_calls: [{ index, id: `engine_${index}`, type: "function", function: { name: "weather", arguments: `{"city":"${city}"}` } }],
    });
  const events =
    done === 0
      ? [chunk({ reasoning_content: "Two calls." }), call(0, "Oslo"), call(1, "Bergen"), finishChunk("tool_calls")]
      : done === 2
        ? [chunk({ content: "One more." }), call(0, "Troms\u00f8"), finishChunk("tool_calls")]
        : [chunk({ content: "It rains " }), chunk({ content: "everywhere." }), finishChunk("stop")];
  return sendEvents(events)(request, response);
};

const clientOf = ({ url, key }: { url: string; key: string }) => new OpenAI({ baseURL: `${url}/api/v1`, apiKey: key, maxRetries: 0 });

test.each([false, true])("openai does three turns with tools (stream: %s)", async (stream) => {
  const { engine, service } = await start({ [chat]: caller });
  const client = clientOf(service);
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Weather?" },
  ];
  const ends: unknown[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const request = { model, messages, tools };
    const completion = stream
      ? await client.chat.completions.stream({ ...request, stream_options: { include_usage: true } }).finalChatCompletion()
      : await client.chat.completions.create(request);
    const [choice] = completion.choices;
    if (!choice) throw new Error("There is no choice.");
    ends.push([choice.finish_reason, choice.message.content || null, choice.message.tool_calls?.length ?? 0]);
    expect(completion.usage?.total_tokens).toBeGreaterThan(0);
    messages.push(choice.message);
    for (const call of choice.message.tool_calls ?? []) messages.push({ role: "tool", tool_call_id: call.id, content: "rain" });
  }
  expect(ends).toEqual([
    ["tool_calls", null, 2],
    ["tool_calls", "One more.", 1],
    ["stop", "It rains everywhere.", 0],
  ]);
  const last = sentTo(engine).messages;
  expect(last.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool", "tool", "assistant", "tool"]);
  expect(last[2]?.tool_calls).toMatchObject([
    { function: { arguments: '{"city":"Oslo"}' } },
    { function: { arguments: '{"city":"Bergen"}' } },
  ]);
});

test("the AI SDK's package for compatible services does three turns, and streams text and reasoning", async () => {
  const { service } = await start({ [chat]: caller });
  const provider = createOpenAICompatible({ name: "studio", baseURL: `${service.url}/api/v1`, apiKey: service.key, includeUsage: true });
  const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: async () => "rain" });
  const request = { model: provider(model), system: "Be brief.", prompt: "Weather?", tools: { weather }, stopWhen: isStepCount(5) };
  const { text, steps } = await generateText(request);
  expect([text, steps.length, steps[0]?.reasoningText]).toEqual(["It rains everywhere.", 3, "Two calls."]);
  const streamed = streamText(request);
  expect(await streamed.text).toBe("It rains everywhere.");
  expect((await streamed.steps).map(({ finishReason }) => finishReason)).toEqual(["tool-calls", "tool-calls", "stop"]);
  expect((await streamed.totalUsage).totalTokens).toBeGreaterThan(0);
});

const image = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"], additionalProperties: false };

test.each<[string, object, object]>([
  ["max_completion_tokens", { max_completion_tokens: 7 }, { max_tokens: 7 }],
  ["max_tokens", { max_tokens: 7, temperature: 0, top_p: 0.5 }, { max_tokens: 7, temperature: 0, top_p: 0.5 }],
  ["reasoning_effort", { reasoning_effort: "minimal" }, { reasoning_effort: "low" }],
  ["json_object", { response_format: { type: "json_object" } }, { response_format: { type: "json_object" } }],
  [
    "json_schema",
    { response_format: { type: "json_schema", json_schema: { name: "city", schema, strict: true } } },
    { response_format: { type: "json_schema", json_schema: { name: "city", schema } } },
  ],
  [
    "tool_choice",
    { tools, tool_choice: { type: "function", function: { name: "weather" } } },
    { tool_choice: { function: { name: "weather" } } },
  ],
  [
    "allowed_tools",
    {
      tools: [...tools, { type: "function", function: { name: "other" } }],
      tool_choice: {
        type: "allowed_tools",
        allowed_tools: { mode: "required", tools: [{ type: "function", function: { name: "weather" } }] },
      },
    },
    { tools: [{ function: { name: "weather" } }], tool_choice: "required" },
  ],
  [
    "image_url",
    {
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What?" },
            { type: "image_url", image_url: { url: image } },
          ],
        },
      ],
    },
    { messages: [{ content: [{ text: "What?" }, { image_url: { url: image } }] }] },
  ],
  [
    "harmless values",
    {
      n: 1,
      stop: null,
      presence_penalty: 0,
      logprobs: false,
      top_k: -1,
      min_p: 0,
      repetition_penalty: 1,
      user: "ada",
      verbosity: "medium",
    },
    {},
  ],
  ["seed", { seed: 1 }, { seed: 1 }],
  ["verbosity", { verbosity: "low" }, { verbosity: "low" }],
])("%s reaches the engine", async (_name, fields, sent) => {
  const { engine, service } = await start({ [chat]: sendEvents(hello) });
  const messages = [{ role: "user", content: "x" }];
  expect(await service.post(path, { model, messages, ...fields })).toMatchObject({
    status: 200,
    body: { choices: [{ message: { content: "Hello" } }] },
  });
  expect(sentTo(engine)).toMatchObject(sent);
});

test.each<[string, unknown]>([
  ["n", 2],
  ["stop", ["x"]],
  ["logprobs", true],
  ["frequency_penalty", 1],
  ["top_logprobs", 3],
  ["top_k", 40],
  ["min_p", 0.05],
  ["repetition_penalty", 1.1],
  ["audio", { voice: "alloy", format: "wav" }],
  ["functions", [{ name: "x" }]],
  ["max_tokens", 0],
  ["seed", "x"],
  ["verbosity", "odd"],
  ["response_format", { type: "odd" }],
  ["reasoning_effort", "odd"],
  ["messages", []],
  ["messages", [{ role: "function", name: "x", content: "y" }]],
  ["model", "local/unknown"],
])("%s is refused by name", async (name, value) => {
  const { engine, service } = await start({ [chat]: sendEvents(hello) });
  const { status, body } = await service.post(path, { model, messages: [{ role: "user", content: "x" }], [name]: value });
  expect([status, body]).toMatchObject([name === "model" ? 404 : 400, { error: { param: name, message: expect.any(String) } }]);
  expect(engine.countOf("/v1/chat/completions")).toBe(0);
});

test.each<[string, unknown]>([
  ["stop", ["x"]],
  ["presence_penalty", 1],
  ["frequency_penalty", -0.5],
  ["top_logprobs", 2],
  ["top_k", 40],
])("%s is refused by name in Responses, too", async (name, value) => {
  const { service } = await start({ [chat]: sendEvents(hello) });
  const { status, body } = await service.post("/api/v1/responses", { model, input: "x", [name]: value });
  expect([status, body]).toMatchObject([400, { error: { param: name } }]);
});

test("an answer that was cut off has its reason, and no call that broke off", async () => {
  const cut = [
    chunk({ tool_calls: [{ index: 0, id: "engine", type: "function", function: { name: "weather", arguments: '{"city":"Os' } }] }),
    finishChunk("length"),
  ];
  const { service } = await start({ [chat]: sendEvents(cut) });
  const completion = await clientOf(service).chat.completions.create({ model, messages: [{ role: "user", content: "x" }], tools });
  expect(completion.choices).toMatchObject([{ finish_reason: "length" }]);
  expect(completion.choices[0]?.message.tool_calls).toBeUndefined();
});

test("a failure within a stream reaches the client as an error, and is not billed as an answer", async () => {
  const { service } = await start({ [chat]: sendEvents([chunk({ content: "Hel" }), { error: { message: "out of memory", code: 500 } }]) });
  const stream = await clientOf(service).chat.completions.create({ model, messages: [{ role: "user", content: "x" }], stream: true });
  const read = async () => {
    for await (const _ of stream);
  };
  await expect(read()).rejects.toThrow();
});

test("by default, an answer is not kept", async () => {
  const { service } = await start({ [chat]: sendEvents(hello) });
  const ask = async (fields: object) =>
    (await service.post(path, { model, messages: [{ role: "user", content: "x" }], ...fields })).body.id;
  expect((await service.get(`/api/v1/responses/${await ask({})}`)).status).toBe(404);
  expect((await service.get(`/api/v1/responses/${await ask({ store: true })}`)).status).toBe(200);
});
