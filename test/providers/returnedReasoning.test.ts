/**
 * What a provider wants back in the next turn: its own reasoning with the calls of its answer, and Gemini's signatures of texts and images.
 * Expected fields: the documentation of DeepSeek, Moonshot, MiniMax, OpenRouter and Gemini.
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
  const { content: __, ...returned } = expected;
  const isTagged = !("reasoning" in expected || "reasoning_content" in expected || "reasoning_details" in expected);
  expect(last && assistantIn(last)).toMatchObject(isTagged ? { content: expect.stringContaining("<think>\nI look.\n</think>") } : returned);
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
