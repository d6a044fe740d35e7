/** Dialogues with providers: what is sent back to them, and how their answers are read, where packages and clients leave something out. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { invalidRequest, readV2Status, startTestService, type TestService } from "../service/testService.ts";
import { type Answer, chunk, finishChunk, sendEvents, sendJson, startEngine } from "./engine.ts";
import { deltasOf, streamEvents } from "./events.ts";
import { markedPng } from "./markedFile.ts";

const png = markedPng.toString("base64");
const tools = [{ type: "function", name: "get_weather", parameters: { type: "object", properties: { city: { type: "string" } } } }];

async function start(routes: Record<string, Answer>, provider: object) {
  const engine = await startEngine(routes);
  const configuration = readConfiguration(JSON.stringify({ providers: { p: { baseURL: `${engine.url}/v1`, apiKey: "k", ...provider } } }));
  return { engine, service: await startTestService({ configuration, superset: true }) };
}

/** Sends what a standard client sends: the answer's items unchanged, and the output of each call. */
async function answerCall(service: TestService, model: string) {
  const body = { model, tools, reasoning: { effort: "low" }, input: "Weather in Oslo?" };
  const first = await service.post("/api/v1/responses", body);
  const items = first.body.output as Record<string, unknown>[];
  const calls = items.filter((item) => item.type === "function_call");
  const outputs = calls.map((call) => ({ type: "function_call_output", call_id: call.call_id, output: "Rain" }));
  const second = await service.post("/api/v1/responses", {
    ...body,
    input: [{ role: "user", content: "Weather in Oslo?" }, ...items, ...outputs],
  });
  expect(second.body).toMatchObject({ status: "completed" });
}

/** Answers with these in sequence. */
function inTurn(...answers: Answer[]): Answer {
  let asked = 0;
  return (request, response) => {
    asked += 1;
    return answers[Math.min(asked, answers.length) - 1]?.(request, response);
  };
}

const gemini = (parts: object[], finishReason?: string) => ({
  candidates: [{ index: 0, content: { role: "model", parts }, ...(finishReason ? { finishReason } : {}) }],
});

test("Gemini's signature is sent back with the call it belongs to", async () => {
  const call = { functionCall: { name: "get_weather", args: { city: "Oslo" } }, thoughtSignature: "c2lnbmF0dXJl" };
  const { engine, service } = await start(
    {
      "GET /v1/models": sendJson({ models: [{ name: "models/gemini-3-pro", supportedGenerationMethods: ["generateContent"] }] }),
      "POST /v1/models/gemini-3-pro:streamGenerateContent": inTurn(
        sendEvents([gemini([call], "STOP")]),
        sendEvents([gemini([{ text: "It rains." }], "STOP")]),
      ),
    },
    { type: "google" },
  );
  await answerCall(service, "p/gemini-3-pro");
  const contents = engine.requests.at(-1)?.json.contents as { role: string; parts: object[] }[];
  expect(contents.find(({ role }) => role === "model")?.parts).toMatchObject([call]);
});

const started = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 1, output_tokens: 1 } };
const anthropic = (events: Record<string, unknown>[]): Answer =>
  sendEvents([{ type: "message_start", message: started }, ...events, { type: "message_stop" }]);
const block = (index: number, content_block: object, ...deltas: object[]) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const stopped = (stop_reason: string) => ({ type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 5 } });

const thinking = (index: number, text: string) =>
  block(
    index,
    { type: "thinking", thinking: "" },
    { type: "thinking_delta", thinking: text },
    { type: "signature_delta", signature: "c2ln" },
  );
const weatherCall = (index: number, city: string) =>
  block(
    index,
    { type: "tool_use", id: `toolu_${index}`, name: "get_weather", input: {} },
    { type: "input_json_delta", partial_json: JSON.stringify({ city }) },
  );

/** The content of the assistant's message that Anthropic gets back with the outputs of the calls in `answer`. */
async function contentSentBack(answer: readonly Record<string, unknown>[]): Promise<object[] | undefined> {
  const { engine, service } = await start(
    {
      "GET /v1/models": sendJson({ data: [{ id: "claude-sonnet-4-5" }] }),
      "POST /v1/messages": inTurn(
        anthropic([...answer, stopped("tool_use")]),
        anthropic([...block(0, { type: "text", text: "" }, { type: "text_delta", text: "It rains." }), stopped("end_turn")]),
      ),
    },
    { type: "anthropic" },
  );
  await answerCall(service, "p/claude-sonnet-4-5");
  const messages = engine.requests.at(-1)?.json.messages as { role: string; content: object[] }[];
  return messages.find(({ role }) => role === "assistant")?.content;
}

test("Anthropic's signed thoughts are sent back before the call that follows them", async () => {
  const content = await contentSentBack([
    ...thinking(0, "Oslo is asked for."),
    ...block(1, { type: "text", text: "" }, { type: "text_delta", text: "Let me look." }),
    ...weatherCall(2, "Oslo"),
  ]);
  expect(content).toEqual([
    { type: "thinking", thinking: "Oslo is asked for.", signature: "c2ln" },
    { type: "text", text: "Let me look." },
    expect.objectContaining({ type: "tool_use", name: "get_weather", input: { city: "Oslo" } }),
  ]);
});

test("Anthropic's signed thoughts between two calls are sent back between them", async () => {
  const content = await contentSentBack([
    ...thinking(0, "Oslo is asked for."),
    ...weatherCall(1, "Oslo"),
    ...thinking(2, "Bergen is near."),
    ...weatherCall(3, "Bergen"),
  ]);
  expect(content).toMatchObject([
    { type: "thinking", thinking: "Oslo is asked for.", signature: "c2ln" },
    { type: "tool_use", input: { city: "Oslo" } },
    { type: "thinking", thinking: "Bergen is near.", signature: "c2ln" },
    { type: "tool_use", input: { city: "Bergen" } },
  ]);
});

const openaiResponse = { id: "resp_1", object: "response", created_at: 1, model: "gpt-5-mini", status: "completed", output: [] };
const openaiUsage = {
  input_tokens: 1,
  output_tokens: 2,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 },
};
const responses = (events: object[]): Answer => sendEvents(events.map((event, sequence_number) => ({ ...event, sequence_number })));

test("a refusal of OpenAI becomes a refusal, not a text", async () => {
  const location = { item_id: "msg_1", output_index: 0, content_index: 0 };
  const item = { id: "msg_1", type: "message", status: "in_progress", role: "assistant", content: [] };
  const { service } = await start(
    {
      "GET /v1/models": sendJson({ data: [{ id: "gpt-5-mini" }] }),
      "POST /v1/responses": responses([
        { type: "response.created", response: { ...openaiResponse, status: "in_progress" } },
        { type: "response.output_item.added", output_index: 0, item },
        { type: "response.content_part.added", ...location, part: { type: "refusal", refusal: "" } },
        { type: "response.refusal.delta", ...location, delta: "I cannot " },
        { type: "response.refusal.delta", ...location, delta: "do that." },
        { type: "response.refusal.done", ...location, refusal: "I cannot do that." },
        {
          type: "response.output_item.done",
          output_index: 0,
          item: { ...item, status: "completed", content: [{ type: "refusal", refusal: "I cannot do that." }] },
        },
        { type: "response.completed", response: { ...openaiResponse, usage: openaiUsage } },
      ]),
    },
    { type: "openai" },
  );
  const events = await streamEvents(service, { model: "p/gpt-5-mini", input: "x" });
  expect(deltasOf(events, "response.refusal.delta")).toEqual(["I cannot ", "do that."]);
  expect(deltasOf(events)).toEqual([]);
  expect(events.at(-1)?.response).toMatchObject({
    output: [{ type: "message", content: [{ type: "refusal", refusal: "I cannot do that." }] }],
  });
});

/** The pages that the answer to a search cites, with the words each citation covers. */
async function citedWords(service: TestService, model: string, tools = [{ type: "web_search" }]): Promise<[url: string, words: string][]> {
  const { body } = await service.post("/api/v1/responses", { model, input: "When is high tide?", tools });
  const { output } = citedSchema.parse(body);
  return output.flatMap(({ content = [] }) =>
    content.flatMap(({ text, annotations }) =>
      annotations.map(({ url, start_index, end_index }): [string, string] => [url, text.slice(start_index, end_index)]),
    ),
  );
}

const citationSchema = z.object({ type: z.literal("url_citation"), url: z.string(), start_index: z.number(), end_index: z.number() });
const citedSchema = z.object({
  output: z.array(z.object({ content: z.optional(z.array(z.object({ text: z.string(), annotations: z.array(citationSchema) }))) })),
});

test("citations of OpenAI's search keep their words", async () => {
  const location = { item_id: "msg_1", output_index: 0, content_index: 0 };
  const text = "High tide is at noon.";
  const annotation = { type: "url_citation", url: "https://tides.example", title: "Tides", start_index: 16, end_index: 20 };
  const item = { id: "msg_1", type: "message", status: "in_progress", role: "assistant", content: [] };
  const done = { ...item, status: "completed", content: [{ type: "output_text", text, annotations: [annotation] }] };
  const { engine, service } = await start(
    {
      "GET /v1/models": sendJson({ data: [{ id: "gpt-5-mini" }] }),
      "POST /v1/responses": responses([
        { type: "response.created", response: { ...openaiResponse, status: "in_progress" } },
        { type: "response.output_item.added", output_index: 0, item },
        { type: "response.output_text.delta", ...location, delta: text },
        { type: "response.output_text.annotation.added", ...location, annotation_index: 0, annotation },
        { type: "response.output_item.done", output_index: 0, item: done },
        { type: "response.completed", response: { ...openaiResponse, usage: openaiUsage } },
      ]),
    },
    { type: "openai" },
  );
  expect(await citedWords(service, "p/gpt-5-mini")).toEqual([["https://tides.example", "noon"]]);
  expect(engine.requests.at(-1)?.json.tools).toMatchObject([{ type: "web_search" }]);
});

test("citations in a block of Anthropic's search cover the text of that block", async () => {
  const citation = {
    type: "web_search_result_location",
    url: "https://tides.example",
    title: "Tides",
    encrypted_index: "c2ln",
    cited_text: "noon",
  };
  const { engine, service } = await start(
    {
      "GET /v1/models": sendJson({ data: [{ id: "claude-sonnet-4-5" }] }),
      "POST /v1/messages": anthropic([
        ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "I looked it up. " }),
        ...block(
          1,
          { type: "text", text: "", citations: [] },
          { type: "citations_delta", citation },
          { type: "text_delta", text: "High tide is at noon." },
        ),
        stopped("end_turn"),
      ]),
    },
    { type: "anthropic" },
  );
  expect(await citedWords(service, "p/claude-sonnet-4-5")).toEqual([["https://tides.example", "High tide is at noon."]]);
  expect(engine.requests.at(-1)?.json.tools).toMatchObject([{ type: "web_search_20250305" }]);
});

const pages = ["https://tides.example", "https://moon.example"];
test.each<[string, object]>([
  ["Perplexity's pages", { citations: pages, search_results: pages.map((url) => ({ title: "Tides", url, date: null })) }],
  ["xAI's pages", { citations: pages }],
])("%s are cited where the text names their numbers", async (_, listed) => {
  const events = ["High tide is at noon[2]", " everywhere."].map((content) => ({ ...chunk({ content }), ...listed }));
  const { service } = await start(
    { "GET /v1/models": sendJson({ data: [{ id: "sonar" }] }), "POST /v1/chat/completions": sendEvents([...events, finishChunk("stop")]) },
    { type: "openai-compatible" },
  );
  expect(await citedWords(service, "p/sonar", [])).toEqual([
    ["https://tides.example", "High tide is at noon[2] everywhere."],
    ["https://moon.example", "[2]"],
  ]);
});

test("files are sent with the type of their bytes, and types that a provider does not accept are refused before sending", async () => {
  const { engine, service } = await start(
    {
      "GET /v1/models": sendJson({ data: [{ id: "claude-sonnet-4-5" }] }),
      "POST /v1/messages": anthropic([
        ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "A dot." }),
        stopped("end_turn"),
      ]),
    },
    { type: "anthropic" },
  );
  const ask = (part: object) =>
    service.post("/api/v1/responses", {
      model: "p/claude-sonnet-4-5",
      input: [{ role: "user", content: [part, { type: "input_text", text: "What is it?" }] }],
    });
  expect((await ask({ type: "input_image", image_url: `data:image/jpeg;base64,${png}` })).body).toMatchObject({ status: "completed" });
  expect(engine.requests.at(-1)?.json.messages).toMatchObject([
    { content: [{ type: "image", source: { media_type: "image/png", data: png } }, {}] },
  ]);
  const sent = engine.countOf("/v1/messages");
  expect((await ask({ type: "input_image", image_url: "data:image/heic;base64,AAAA" })).body).toEqual(invalidRequest("input"));
  expect((await ask({ type: "input_audio", input_audio: { data: "AAAA", format: "wav" } })).body).toEqual(invalidRequest("input"));
  expect(engine.countOf("/v1/messages")).toBe(sent);
});

test("texts without words are not sent, because Anthropic refuses a request with one", async () => {
  const { engine, service } = await start(
    {
      "GET /v1/models": sendJson({ data: [{ id: "claude-sonnet-4-5" }] }),
      "POST /v1/messages": anthropic([
        ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "A dot." }),
        stopped("end_turn"),
      ]),
    },
    { type: "anthropic" },
  );
  const model = "p/claude-sonnet-4-5";
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: png } };
  const image_url = `data:image/png;base64,${png}`;
  const silentAnswer = { role: "assistant", content: [{ type: "output_text", text: "" }] };
  const imageAlone = {
    role: "user",
    content: [
      { type: "input_image", image_url },
      { type: "input_text", text: " \n" },
    ],
  };
  await service.post("/api/v1/responses", { model, input: [{ role: "user", content: "Look." }, silentAnswer, imageAlone] });
  expect(engine.requests.at(-1)?.json.messages).toEqual([{ role: "user", content: [{ type: "text", text: "Look." }, image] }]);
  await service.makeV2({ ai: { model }, content: [{ type: "input_file", file_data: image_url }] });
  expect(engine.requests.at(-1)?.json.messages).toEqual([{ role: "user", content: [image] }]);
});

test("an image that another model has drawn is charged at that model's price", async () => {
  const asks = chunk({
    tool_calls: [{ index: 0, id: "call_0", type: "function", function: { name: "generate_image", arguments: '{"prompt":"a boat"}' } }],
  });
  const hello = sendEvents([chunk({ content: "Here." }), finishChunk("stop")]);
  const { service } = await start(
    {
      "GET /v1/models": sendJson({ data: [] }),
      "POST /v1/chat/completions": inTurn(hello, sendEvents([asks, finishChunk("tool_calls")]), hello),
      "POST /v1/images/generations": sendJson({ data: [{ b64_json: png }] }),
    },
    {
      type: "openai-compatible",
      models: { writer: { kinds: ["text"], price: { input: 0, output: 0 } }, painter: { kinds: ["image"], price: { image: 0.02 } } },
    },
  );
  const readBalance = async () => {
    const reported = await service.makeV2({ ai: { model: "p/writer" }, content: [{ type: "input_text", text: "x" }] });
    return readV2Status(reported).balance.balance;
  };
  const before = await readBalance();
  const { body } = await service.post("/api/v1/responses", { model: "p/writer", input: "Draw.", tools: [{ type: "image_generation" }] });
  expect(body.output).toContainEqual(expect.objectContaining({ type: "image_generation_call", result: png }));
  expect(before - (await readBalance())).toBeCloseTo(0.02, 6);
});

test.each([
  ["Oslo", '{"rawInvalidInput":"Oslo"}'],
  ['{"city":', '{"rawInvalidInput":"{\\"city\\":"}'],
  [" ", "{}"],
])("the arguments %j of a call that failed are sent back as JSON, which engines require", async (written, sent) => {
  const call = { tool_calls: [{ index: 0, id: "a", type: "function", function: { name: "get_weather", arguments: written } }] };
  const { engine, service } = await start(
    {
      "GET /v1/models": sendJson({ data: [{ id: "m" }] }),
      "POST /v1/chat/completions": inTurn(
        sendEvents([chunk(call), finishChunk("tool_calls")]),
        sendEvents([chunk({ content: "Which city?" }), finishChunk("stop")]),
      ),
    },
    { type: "openai-compatible" },
  );
  await answerCall(service, "p/m");
  const messages = engine.requests.at(-1)?.json.messages;
  expect(messages).toContainEqual(
    expect.objectContaining({ tool_calls: [expect.objectContaining({ function: { name: "get_weather", arguments: sent } })] }),
  );
});
