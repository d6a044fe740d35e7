/** Values that are nested too deeply, in answers that AI SDK packages read: the text and its usage are kept. */
import { beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { callService, startTestService } from "../../service/testService.ts";
import { deep, deepValues, writeDeep } from "../deepJson.ts";
import { type Answer, openEngine, sendJson } from "../engineServer.ts";

type Call = ReturnType<typeof callService>;
let call: Call;
/** What the providers answer next. */
let next: { events: readonly object[]; value: string; status: number };

const answer: Answer = (_, response) => {
  const written = next.events.map((event) => writeDeep(event, next.value));
  if (next.status !== 200) response.writeHead(next.status, { "content-type": "application/json" }).end(written[0]);
  else response.writeHead(200, { "content-type": "text/event-stream" }).end(written.map((event) => `data: ${event}\n\n`).join(""));
};

beforeAll(async () => {
  const engine = await openEngine({
    "POST /v1/responses": answer,
    "POST /v1/messages": answer,
    "POST /v1/models/gemini:streamGenerateContent": answer,
    "GET /v1/models": sendJson({}),
  });
  const common = { baseURL: `${engine.url}/v1`, apiKey: "k" };
  const providers = {
    openai: { type: "openai", ...common, models: { "gpt-5-mini": {} } },
    anthropic: { type: "anthropic", ...common, models: { "claude-sonnet-4-5": {} } },
    google: { type: "google", ...common, models: { gemini: {} } },
  };
  const service = await startTestService({ configuration: readConfiguration(JSON.stringify({ providers })), superset: true });
  call = callService(service.url, service.key, async () => undefined);
  return () => engine.close();
});

const tools = [{ type: "function", name: "f", parameters: { type: "object" } }];
const ask = (model: string) => call.post("/api/v1/responses", { model, input: "Hi", tools });

/** Additions to single events of an answer, by the place of the event. */
type Additions = Readonly<Record<string, object>>;

function openaiEvents({ created, item, part, delta, done, completed, extra }: Additions): object[] {
  const location = { item_id: "msg_1", output_index: 0, content_index: 0 };
  const response = { id: "resp_1", object: "response", created_at: 1, model: "m", output: [] };
  const message = { id: "msg_1", type: "message", status: "in_progress", role: "assistant", content: [] };
  const content = [{ type: "output_text", text: "Hello", annotations: [] }];
  return [
    { type: "response.created", response: { ...response, status: "in_progress", ...created } },
    { type: "response.output_item.added", output_index: 0, item: { ...message, ...item } },
    { type: "response.content_part.added", ...location, part: { type: "output_text", text: "", annotations: [], ...part } },
    { type: "response.output_text.delta", ...location, delta: "Hel", logprobs: [], ...delta },
    ...(extra ? [extra] : []),
    { type: "response.output_text.delta", ...location, delta: "lo", logprobs: [] },
    { type: "response.output_item.done", output_index: 0, item: { ...message, status: "completed", content, ...done } },
    {
      type: "response.completed",
      response: { ...response, status: "completed", usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7 }, ...completed },
    },
  ];
}

function anthropicEvents({ start, block, delta, stop, usage, end, extra }: Additions): object[] {
  const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [] };
  return [
    { type: "message_start", message: { ...message, usage: { input_tokens: 3, output_tokens: 1 }, ...start } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "", ...block } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel", ...delta } },
    ...(extra ? [extra] : []),
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "lo" } },
    { type: "content_block_stop", index: 0, ...stop },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 4, ...usage }, ...end },
    { type: "message_stop" },
  ];
}

function googleEvents({ first, part, candidate, usage, last }: Additions): object[] {
  const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 };
  return [
    { candidates: [{ content: { role: "model", parts: [{ text: "Hel", ...part }] }, ...candidate }], ...first },
    {
      candidates: [{ content: { role: "model", parts: [{ text: "lo" }] }, finishReason: "STOP" }],
      usageMetadata: { ...usageMetadata, ...usage },
      ...last,
    },
  ];
}

const kept = { status: "completed", usage: { input_tokens: 3, output_tokens: 4 } };

async function expectKept(model: string, events: readonly object[]) {
  for (const value of deepValues) {
    next = { status: 200, events, value };
    const { status, body } = await ask(model);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain('"text":"Hello"');
    expect(body).toMatchObject(kept);
  }
}

test.each<[string, Additions]>([
  ["response", { created: { metadata: deep, tools: deep, text: deep, reasoning: deep, error: deep, incomplete_details: deep } }],
  ["response's usage", { created: { usage: deep } }],
  ["service tier", { created: { service_tier: deep } }],
  ["item", { item: { content: deep, phase: deep } }],
  ["part", { part: { annotations: deep, logprobs: deep } }],
  ["logprobs", { delta: { logprobs: deep } }],
  ["logprob", { delta: { logprobs: [deep] } }],
  ["token of a logprob", { delta: { logprobs: [{ token: deep, logprob: -1, top_logprobs: [] }] } }],
  ["token of another logprob", { delta: { logprobs: [{ token: "a", logprob: -1, top_logprobs: [{ token: deep, logprob: -1 }] }] } }],
  ["annotation", { extra: { type: "response.output_text.annotation.added", item_id: "msg_1", annotation: deep } }],
  ["cited file", { extra: { type: "response.output_text.annotation.added", annotation: { type: "file_citation", file_id: deep } } }],
  ["unknown event", { extra: { type: "response.new_event.delta", delta: deep, item: deep } }],
  ["unknown item", { extra: { type: "response.output_item.added", output_index: 1, item: { type: "new_call", id: "n", action: deep } } }],
  [
    "search",
    {
      extra: {
        type: "response.output_item.done",
        output_index: 1,
        item: { type: "web_search_call", id: "w", status: "completed", action: deep },
      },
    },
  ],
  ["finished item", { done: { content: [{ type: "output_text", text: "Hello", annotations: deep, logprobs: deep }] } }],
  ["details of usage", { completed: { usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7, details: deep } } }],
  [
    "usage's known details",
    { completed: { usage: { input_tokens: 3, output_tokens: 4, input_tokens_details: deep, output_tokens_details: deep } } },
  ],
  ["output", { completed: { output: deep, incomplete_details: deep, service_tier: deep, metadata: deep } }],
])("OpenAI: a text is kept beside a deep %s", (_, additions) => expectKept("openai/gpt-5-mini", openaiEvents(additions)));

test.each<[string, Additions]>([
  ["message", { start: { content: deep, container: deep, context_management: deep, stop_sequence: deep, diagnostics: deep } }],
  [
    "details of usage",
    { start: { usage: { input_tokens: 3, output_tokens: 1, cache_creation: deep, server_tool_use: deep, service_tier: deep } } },
  ],
  ["block", { block: { citations: deep } }],
  ["citation", { block: { citations: [deep] } }],
  ["delta", { delta: { logprobs: deep } }],
  ["citation's delta", { extra: { type: "content_block_delta", index: 0, delta: { type: "citations_delta", citation: deep } } }],
  ["unknown delta", { extra: { type: "content_block_delta", index: 0, delta: { type: "new_delta", value: deep } } }],
  ["unknown event", { extra: { type: "new_event", value: deep } }],
  ["event of a new type, without any", { extra: { type: "new_event", value: 1 } }],
  ["ping", { extra: { type: "ping", value: deep } }],
  ["unknown block", { extra: { type: "content_block_start", index: 9, content_block: { type: "new_block", value: deep } } }],
  ["end of a block", { stop: { value: deep } }],
  ["context management", { end: { context_management: deep } }],
  ["applied edits", { end: { context_management: { applied_edits: deep } } }],
  [
    "number of an applied edit",
    {
      end: {
        context_management: { applied_edits: [{ type: "clear_tool_uses_20250919", cleared_tool_uses: deep, cleared_input_tokens: 1 }] },
      },
    },
  ],
  ["place of a citation", { block: { citations: [{ type: "char_location", cited_text: "a", document_index: deep }] } }],
  ["applied edit", { end: { context_management: { applied_edits: [deep] } } }],
  ["last usage", { usage: { iterations: deep, cache_creation: deep } }],
])("Anthropic: a text is kept beside a deep %s", (_, additions) => expectKept("anthropic/claude-sonnet-4-5", anthropicEvents(additions)));

test.each<[string, Additions]>([
  ["safety ratings", { candidate: { safetyRatings: deep } }],
  ["safety rating", { candidate: { safetyRatings: [deep, { category: deep, probability: deep }] } }],
  ["category of a safety rating", { candidate: { safetyRatings: [{ category: deep, probability: "LOW" }] } }],
  ["address of a source", { candidate: { groundingMetadata: { groundingChunks: [{ web: { uri: deep, title: "t" } }] } } }],
  ["modality of a count", { usage: { promptTokensDetails: [{ modality: deep, tokenCount: 1 }] } }],
  ["grounding", { candidate: { groundingMetadata: deep } }],
  ["grounding's chunks", { candidate: { groundingMetadata: { groundingChunks: deep, groundingSupports: deep, searchEntryPoint: deep } } }],
  ["context of addresses", { candidate: { urlContextMetadata: deep } }],
  ["citations", { candidate: { citationMetadata: deep, avgLogprobs: deep, logprobsResult: deep } }],
  ["prompt feedback", { first: { promptFeedback: deep } }],
  ["reason of the prompt feedback", { first: { promptFeedback: { blockReason: deep, safetyRatings: deep } } }],
  ["addition", { first: { modelVersion: deep, responseId: deep, newField: deep } }],
  ["part", { part: { newField: deep, thoughtSignature: deep } }],
  ["details of usage", { usage: { promptTokensDetails: deep, candidatesTokensDetails: deep, serviceTier: deep, newField: deep } }],
  ["last event", { last: { newField: deep, promptFeedback: deep } }],
])("Google: a text is kept beside deep %s", (_, additions) => expectKept("google/gemini", googleEvents(additions)));

const calledSchema = z.looseObject({ output: z.array(z.looseObject({ type: z.string(), arguments: z.optional(z.string()) })) });

test.each<[string, string, object[]]>([
  [
    "openai/gpt-5-mini",
    "function_call",
    openaiEvents({
      extra: {
        type: "response.output_item.done",
        output_index: 1,
        item: { type: "function_call", id: "fc_1", call_id: "call_1", name: "f", status: "completed", arguments: "{}", namespace: deep },
      },
    }),
  ],
  [
    "anthropic/claude-sonnet-4-5",
    "function_call",
    [
      ...anthropicEvents({}).slice(0, 1),
      { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "t", name: "f", input: { a: deep }, caller: deep } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 4 } },
      { type: "message_stop" },
    ],
  ],
  [
    "google/gemini",
    "function_call",
    [
      {
        candidates: [{ content: { role: "model", parts: [{ functionCall: { name: "f", args: { a: deep } } }] }, finishReason: "STOP" }],
        usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4 },
      },
    ],
  ],
])("a call of %s with a deep value is kept", async (model, type, events) => {
  for (const value of deepValues) {
    next = { status: 200, events, value };
    const { status, body } = await ask(model);
    expect(status).toBe(200);
    const called = calledSchema.parse(body).output.find((item) => item.type === type);
    expect(called).toMatchObject({ name: "f" });
    expect(() => JSON.parse(called?.arguments ?? "")).not.toThrow();
    expect(body).toMatchObject(kept);
  }
});

test.each(["openai/gpt-5-mini", "anthropic/claude-sonnet-4-5", "google/gemini"])(
  "an error's reason of %s is kept beside deep values",
  async (model) => {
    for (const value of deepValues) {
      next = { status: 400, events: [{ type: "error", error: { message: "Too long", code: deep, details: deep, param: deep } }], value };
      expect(await ask(model)).toMatchObject({ status: 400, body: { error: { message: expect.stringMatching(/Too long$/) } } });
    }
  },
);
