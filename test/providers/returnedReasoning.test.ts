/**
 * What a provider wants back in the next turn: its own reasoning with the calls of its answer, the ids of the calls, and Gemini's signatures
 * of texts and images. Expected fields: the documentation of DeepSeek, Moonshot, MiniMax, OpenRouter, Gemini, LiteLLM, Mistral and Databricks;
 * refusals: reports of their users.
 */
import { expect, test } from "vitest";
import { startTestService } from "../service/testService.ts";
import { chat, start } from "./compatibleService.ts";
import { type Answer, chunk, finishChunk, type ReceivedRequest, sendEvents, sendJson, startEngine } from "./engine.ts";
import { markedPng } from "./markedFile.ts";

const png = markedPng.toString("base64");
const call = (name: string, args: object) =>
  chunk({ tool_calls: [{ index: 0, id: "c1", type: "function", function: { name, arguments: JSON.stringify(args) } }] });
const tools = [{ type: "function", name: "look", parameters: { type: "object", properties: {} } }];

const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : []);
/** The message of the assistant in the last request. */
const assistantIn = ({ json }: ReceivedRequest) => listOf(json.messages).find(({ role }) => role === "assistant");

/** Answers the first request with these chunks and a call, the next ones with a text. */
function twoTurns(deltas: readonly Record<string, unknown>[], name = "look"): Answer {
  let count = 0;
  return (request, response) => {
    count += 1;
    const first = [...deltas.map((delta) => chunk(delta)), call(name, { prompt: "A fox" }), finishChunk("tool_calls")];
    return sendEvents(count === 1 ? first : [chunk({ content: "Done." }), finishChunk("stop")])(request, response);
  };
}

const details = [
  { type: "reasoning.text", text: "I look.", signature: "s1", format: "anthropic-claude-v1", index: 0 },
  { type: "reasoning.encrypted", data: "abcd", id: "e1", format: "google-gemini-v1", index: 1 },
];
const forms: [string, Record<string, unknown>[], Record<string, unknown>][] = [
  [
    "DeepSeek's and Kimi's reasoning_content",
    [{ reasoning_content: "I " }, { reasoning_content: "look." }, { content: "Wait." }],
    { reasoning_content: "I look.", content: "Wait." },
  ],
  ["MiniMax's tags", [{ content: "<think>\nI look.\n</think>\n\nWait." }], { content: "<think>\nI look.\n</think>\n\nWait." }],
  ["vLLM's reasoning", [{ reasoning: "I look." }], { reasoning: "I look." }],
  [
    "OpenRouter's reasoning_details",
    [
      { reasoning: "I ", reasoning_details: [{ type: "reasoning.text", text: "I ", format: "anthropic-claude-v1", index: 0 }] },
      { reasoning: "look.", reasoning_details: [{ type: "reasoning.text", text: "look.", index: 0 }] },
      { reasoning_details: [{ type: "reasoning.text", signature: "s1", index: 0 }] },
      { reasoning_details: [details[1]] },
    ],
    { reasoning: "I look.", reasoning_details: details },
  ],
  ["OpenRouter's encrypted details alone", [{ reasoning_details: [details[1]] }], { reasoning_details: [details[1]] }],
  [
    "LiteLLM's thinking_blocks",
    [
      { reasoning_content: "I ", thinking_blocks: [{ type: "thinking", thinking: "I ", signature: "" }] },
      { reasoning_content: "look.", thinking_blocks: [{ type: "thinking", thinking: "look.", signature: "" }] },
      { thinking_blocks: [{ type: "thinking", thinking: "", signature: "s1" }] },
      { thinking_blocks: [{ type: "redacted_thinking", data: "abcd" }] },
    ],
    {
      reasoning_content: "I look.",
      thinking_blocks: [
        { type: "thinking", thinking: "I look.", signature: "s1" },
        { type: "redacted_thinking", data: "abcd" },
      ],
    },
  ],
  [
    "Mistral's thinking in the content",
    [
      { content: [{ type: "thinking", thinking: [{ type: "text", text: "I " }] }] },
      { content: [{ type: "thinking", thinking: [{ type: "text", text: "look." }] }] },
      { content: "Wait." },
    ],
    {
      content: [
        { type: "thinking", thinking: [{ type: "text", text: "I look." }] },
        { type: "text", text: "Wait." },
      ],
    },
  ],
  [
    "Databricks' reasoning in the content",
    [
      { content: [{ type: "reasoning", summary: [{ type: "summary_text", text: "I look.", signature: "" }] }] },
      { content: [{ type: "reasoning", summary: [{ type: "summary_text", text: "", signature: "s1" }] }] },
      { content: "Wait." },
    ],
    {
      content: [
        { type: "reasoning", summary: [{ type: "summary_text", text: "I look.", signature: "s1" }] },
        { type: "text", text: "Wait." },
      ],
    },
  ],
  [
    "Copilot's reasoning_opaque",
    [{ reasoning_text: "I look." }, { reasoning_opaque: "abcd" }],
    { reasoning_text: "I look.", reasoning_opaque: "abcd" },
  ],
];

test.each(forms)("%s is sent back with the outputs of the calls", async (_, deltas, expected) => {
  const { service, engine } = await start({ [chat]: twoTurns(deltas) });
  const first = await service.post("/api/v1/responses", { model: "local/llama-3", input: "Look", tools });
  const output = listOf(first.body.output);
  const called = output.find(({ type }) => type === "function_call");
  const input = [{ role: "user", content: "Look" }, ...output, { type: "function_call_output", call_id: called?.call_id, output: "A sea" }];
  expect((await service.post("/api/v1/responses", { model: "local/llama-3", input, tools })).status).toBe(200);
  const last = engine.requests.at(-1);
  expect(last && assistantIn(last)).toMatchObject({ ...expected, tool_calls: [{ id: expect.any(String) }] });
});

test.each(forms)("%s is sent back after a drawing of the service", async (_, deltas, expected) => {
  const paint = sendJson({ data: [{ b64_json: png }] });
  const { service, engine } = await start(
    { [chat]: twoTurns(deltas, "generate_image"), "POST /v1/images/generations": paint },
    { models: { "llama-3": { kinds: ["text"] }, painter: { kinds: ["image"] } } },
  );
  const { body } = await service.post("/api/v1/responses", {
    model: "local/llama-3",
    input: "Draw",
    tools: [{ type: "image_generation" }],
  });
  expect(body).toMatchObject({ status: "completed" });
  const last = engine.requests.findLast(({ path }) => path === "/v1/chat/completions");
  const { content, ...returned } = expected;
  const sent = last && assistantIn(last);
  expect(sent).toMatchObject(returned);
  if (Array.isArray(content)) expect(sent?.content).toContainEqual(content[0]);
  else if (Object.keys(returned).length === 0) expect(sent?.content).toContain("<think>\nI look.\n</think>");
});

/** The ids of the calls and outputs that the assistant's message and those after it have. */
const idsIn = ({ json }: ReceivedRequest) =>
  listOf(json.messages).flatMap(({ tool_calls, tool_call_id }) => [...listOf(tool_calls).map(({ id }) => id), tool_call_id ?? []].flat());

const calling = (id: string) =>
  sendEvents([
    chunk({ tool_calls: [{ index: 0, id, type: "function", function: { name: "look", arguments: "{}" } }] }),
    finishChunk("tool_calls"),
  ]);
const done = sendEvents([chunk({ content: "Done." }), finishChunk("stop")]);

test.each([
  ["Mistral", "D681PevKs"],
  ["Kimi K2", "functions.look:0"],
  ["LiteLLM with Gemini", "call_1__thought__c2lnbmF0dXJl"],
])("the id that %s gives a call is sent back", async (_, id) => {
  const answer: Answer = (request, response) => (listOf(request.json.messages).length === 1 ? calling(id) : done)(request, response);
  const { service, engine } = await start({ [chat]: answer });
  const first = await service.post("/api/v1/responses", { model: "local/llama-3", input: "Look", tools });
  const [called] = listOf(first.body.output);
  expect(called?.call_id).not.toBe(id);
  const input = [{ role: "user", content: "Look" }, called, { type: "function_call_output", call_id: called?.call_id, output: "A sea" }];
  expect((await service.post("/api/v1/responses", { model: "local/llama-3", input, tools })).status).toBe(200);
  const last = engine.requests.at(-1);
  expect(last && idsIn(last)).toEqual([id, id]);
});

test("Mistral, which takes only nine letters and digits, continues a dialogue that another provider has begun", async () => {
  const other = await startEngine({ [chat]: calling("call_abcdefghijklmnopqrstuvwx") });
  const strict: Answer = (request, response) =>
    (idsIn(request).every((id) => /^[a-zA-Z0-9]{9}$/.test(String(id)))
      ? done
      : sendJson({ object: "error", message: "Tool call id was x but must be a-z, A-Z, 0-9, with a length of 9.", code: 3280 }, 400))(
      request,
      response,
    );
  const mistral = await startEngine({ [chat]: strict });
  const models = { m: { kinds: ["text" as const] } };
  const at = ({ url }: { url: string }) => ({ type: "openai-compatible" as const, baseURL: `${url}/v1`, models });
  const service = await startTestService({ configuration: { providers: { other: at(other), mistral: at(mistral) } } });
  const first = await service.post("/api/v1/responses", { model: "other/m", input: "Look", tools });
  const [called] = listOf(first.body.output);
  const input = [{ role: "user", content: "Look" }, called, { type: "function_call_output", call_id: called?.call_id, output: "A sea" }];
  expect(await service.post("/api/v1/responses", { model: "mistral/m", input, tools })).toMatchObject({ status: 200 });
  const last = mistral.requests.at(-1);
  expect(new Set(last && idsIn(last)).size).toBe(1);
});

test("an engine that refuses the field gets the dialogue without it, and is not asked again", async () => {
  const answer = twoTurns([{ reasoning_content: "I look." }]);
  const strict: Answer = (request, response) =>
    JSON.stringify(request.json).includes("reasoning_content")
      ? sendJson({ error: { message: "property 'reasoning_content' is unsupported" } }, 400)(request, response)
      : answer(request, response);
  const { service, engine } = await start({ [chat]: strict });
  const first = await service.post("/api/v1/responses", { model: "local/llama-3", input: "Look", tools });
  const output = listOf(first.body.output);
  const called = output.find(({ type }) => type === "function_call");
  const input = [{ role: "user", content: "Look" }, ...output, { type: "function_call_output", call_id: called?.call_id, output: "A sea" }];
  for (const _ of [1, 2]) expect((await service.post("/api/v1/responses", { model: "local/llama-3", input, tools })).status).toBe(200);
  expect(engine.countOf("/v1/chat/completions")).toBe(4);
});

/** Whether the assistant's messages have what Moonshot, DeepSeek and Gemini check. */
const hasReasoning = ({ reasoning_content: reasoning, tool_calls: calls }: Record<string, unknown>) =>
  calls === undefined || Boolean(reasoning);
const isSigned = ({ tool_calls: calls }: Record<string, unknown>) => {
  const [first] = listOf(calls);
  return first === undefined || JSON.stringify(first.extra_content ?? {}).includes("thought_signature");
};

test.each<[string, unknown, (message: Record<string, unknown>) => boolean]>([
  [
    "Moonshot",
    { error: { message: "thinking is enabled but reasoning_content is missing in assistant tool call message at index 1" } },
    hasReasoning,
  ],
  [
    "SiliconFlow",
    { code: 20_015, message: "thinking is enabled but reasoning_content is missing in assistant tool call message at index 1", data: null },
    hasReasoning,
  ],
  ["DeepSeek", { error: { message: "Missing `reasoning_content` field in the assistant message at message index 1." } }, hasReasoning],
  [
    "DeepSeek, for each message",
    { error: { message: "The `reasoning_content` in the thinking mode must be passed back to the API.", code: "invalid_request_error" } },
    ({ reasoning_content: reasoning }) => Boolean(reasoning),
  ],
  [
    "Gemini",
    [{ error: { code: 400, message: "Function call is missing a thought_signature in functionCall parts.", status: "INVALID_ARGUMENT" } }],
    isSigned,
  ],
])("%s continues a dialogue that another provider has begun, and is asked once in the next turn", async (_, refusal, isTaken) => {
  const answer = twoTurns([{ reasoning_content: "I look." }]);
  const strict: Answer = (request, response) =>
    listOf(request.json.messages).every((message) => message.role !== "assistant" || isTaken(message))
      ? answer(request, response)
      : sendJson(refusal, 400)(request, response);
  const { service, engine } = await start({ [chat]: strict });
  const called = { type: "function_call", call_id: "call_begun", name: "look", arguments: "{}" };
  const begun = [
    { role: "user", content: "Hello" },
    { role: "assistant", content: "Hello." },
    { role: "user", content: "Look" },
    called,
    { type: "function_call_output", call_id: "call_begun", output: "A sea" },
  ];
  const first = await service.post("/api/v1/responses", { model: "local/llama-3", input: begun, tools });
  expect(first.status).toBe(200);
  const output = listOf(first.body.output);
  const next = { type: "function_call_output", call_id: output.find(({ type }) => type === "function_call")?.call_id, output: "A fox" };
  const input = [...begun, ...output, next];
  expect((await service.post("/api/v1/responses", { model: "local/llama-3", input, tools })).status).toBe(200);
  expect(engine.countOf("/v1/chat/completions")).toBe(3);
  expect(listOf(engine.requests.at(-1)?.json.messages)).toContainEqual(expect.objectContaining({ reasoning_content: "I look." }));
});

test("a refusal of something else, and that of another model, take no reasoning away", async () => {
  const answer = twoTurns([{ reasoning_content: "I look." }]);
  const strict: Answer = (request, response) => {
    const { model, reasoning_effort: effort } = request.json;
    if (effort !== undefined) return sendJson({ error: { message: "reasoning_effort is not supported" } }, 400)(request, response);
    const isUnknown = model === "odd%2Fname" && request.body.includes("reasoning_content");
    return isUnknown
      ? sendJson({ error: { message: "unknown field reasoning_content" } }, 400)(request, response)
      : answer(request, response);
  };
  const { service, engine } = await start({ [chat]: strict });
  const first = await service.post("/api/v1/responses", { model: "local/llama-3", input: "Look", tools });
  const output = listOf(first.body.output);
  const called = output.find(({ type }) => type === "function_call");
  const input = [{ role: "user", content: "Look" }, ...output, { type: "function_call_output", call_id: called?.call_id, output: "A sea" }];
  const ask = async (model: string, more: object = {}) =>
    (await service.post("/api/v1/responses", { model: `local/${model}`, input, tools, ...more })).status;
  expect(await ask("llama-3", { reasoning: { effort: "low" } })).toBe(400);
  expect(await ask("odd%2Fname")).toBe(200);
  expect(await ask("llama-3")).toBe(200);
  const last = engine.requests.at(-1);
  expect(last && assistantIn(last)).toMatchObject({ reasoning_content: "I look." });
});

test("Gemini's signatures of texts and images are sent back with them", async () => {
  const parts = [
    { text: "A fox:", thoughtSignature: "t1" },
    { inlineData: { mimeType: "image/png", data: png }, thoughtSignature: "i1" },
  ];
  const answer = { candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }] };
  const path = "/v1beta/models/gemini-3-pro-image:streamGenerateContent";
  const engine = await startEngine({
    "GET /v1beta/models": sendJson({ models: [] }),
    [`POST ${path}`]: sendEvents([answer]),
  });
  const models = { "gemini-3-pro-image": { kinds: ["text" as const] } };
  const configuration = { providers: { far: { type: "google" as const, baseURL: `${engine.url}/v1beta`, apiKey: "k", models } } };
  const service = await startTestService({ configuration });
  const request = { model: "far/gemini-3-pro-image", tools: [{ type: "image_generation" }] };
  const first = await service.post("/api/v1/responses", { ...request, input: "Draw a fox" });
  const input = [{ role: "user", content: "Draw a fox" }, ...listOf(first.body.output), { role: "user", content: "Make it red" }];
  expect((await service.post("/api/v1/responses", { ...request, input })).status).toBe(200);
  const sent = listOf(engine.requests.at(-1)?.json.contents).find(({ role }) => role === "model");
  expect(sent?.parts).toEqual(parts);
});
