/** Function calls and outputs with each type of provider: outputs with files, calls that were cut off, and errors inside an answer. */
import { expect, test } from "vitest";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { startTestService } from "../service/testService.ts";
import { type Answer, chunk, finishChunk, sendEvents, sendJson, startEngine } from "./engine.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const image = `data:image/png;base64,${png}`;
const tools = [{ type: "function", name: "take_photo", parameters: { type: "object", properties: { of: { type: "string" } } } }];
const overflow = "prompt is too long: 210000 tokens";

const started = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 1, output_tokens: 1 } };
const openaiCall = { type: "function_call", id: "fc_1", call_id: "call_1", name: "take_photo", arguments: "" };

interface Kind {
  models: object;
  /** The route that answers with text, by the model `m`. */
  route: string;
  text: object[];
  /** A call that the limit cuts off within its arguments, and one that it cuts off before them. */
  cut: object[];
  cutEarly: object[];
  error: object;
  /** Where the request contains the image of a function's output. */
  output(json: Record<string, unknown>): unknown;
  expectedOutput: unknown;
}

const anthropicCut = (...deltas: object[]) => [
  { type: "message_start", message: started },
  { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "t1", name: "take_photo", input: {} } },
  ...deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta })),
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "max_tokens" }, usage: { output_tokens: 5 } },
  { type: "message_stop" },
];
const openaiCut = (written: string) => [
  { type: "response.created", response: { id: "r", created_at: 1, model: "m" } },
  { type: "response.output_item.added", output_index: 0, item: openaiCall },
  ...(written === "" ? [] : [{ type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 0, delta: written }]),
  { type: "response.output_item.done", output_index: 0, item: { ...openaiCall, arguments: written, status: "incomplete" } },
  {
    type: "response.incomplete",
    response: { incomplete_details: { reason: "max_output_tokens" }, usage: { input_tokens: 1, output_tokens: 1 } },
  },
];
const compatibleCut = (written: string) => [
  chunk({ tool_calls: [{ index: 0, id: "a", function: { name: "take_photo", arguments: written } }] }),
  finishChunk("length"),
];

const kinds: Readonly<Record<string, Kind>> = {
  anthropic: {
    models: { data: [{ id: "m" }] },
    route: "POST /v1/messages",
    text: [
      { type: "message_start", message: started },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "A heron." } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } },
      { type: "message_stop" },
    ],
    cut: anthropicCut({ type: "input_json_delta", partial_json: '{"of":"a he' }),
    cutEarly: anthropicCut(),
    error: { type: "error", error: { type: "invalid_request_error", message: overflow } },
    output: ({ messages }) => messages,
    expectedOutput: expect.arrayContaining([
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "call_1",
            content: [
              { type: "text", text: "Taken." },
              { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
            ],
          },
        ],
      },
    ]),
  },
  openai: {
    models: { data: [{ id: "m" }] },
    route: "POST /v1/responses",
    text: [
      { type: "response.created", response: { id: "r", created_at: 1, model: "m" } },
      { type: "response.output_item.added", output_index: 0, item: { type: "message", id: "msg_1" } },
      { type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta: "A heron." },
      { type: "response.output_item.done", output_index: 0, item: { type: "message", id: "msg_1" } },
      { type: "response.completed", response: { usage: { input_tokens: 1, output_tokens: 1 } } },
    ],
    cut: openaiCut('{"of":"a he'),
    cutEarly: openaiCut(""),
    error: {
      type: "error",
      sequence_number: 1,
      error: { type: "invalid_request_error", code: "context_length_exceeded", message: overflow },
    },
    output: ({ input }) => input,
    expectedOutput: expect.arrayContaining([
      {
        type: "function_call_output",
        call_id: "call_1",
        output: [{ type: "input_text", text: "Taken." }, expect.objectContaining({ type: "input_image", image_url: image })],
      },
    ]),
  },
  "openai-compatible": {
    models: { data: [{ id: "m" }] },
    route: "POST /v1/chat/completions",
    text: [chunk({ content: "A heron." }), finishChunk("stop")],
    cut: compatibleCut('{"of":"a he'),
    cutEarly: compatibleCut(""),
    error: { error: { type: "invalid_request_error", message: overflow } },
    output: ({ messages }) => messages,
    // Chat completions take only text in a function's output.
    expectedOutput: [
      expect.objectContaining({ role: "user" }),
      expect.objectContaining({ role: "assistant" }),
      { role: "tool", tool_call_id: "call_1", content: "Taken." },
      { role: "user", content: [expect.objectContaining({ type: "text" }), { type: "image_url", image_url: { url: image } }] },
    ],
  },
};

async function startKind(type: string, answer: Answer) {
  const kind = kinds[type];
  if (!kind) throw new TypeError(`There is no provider of the type ${type}.`);
  const engine = await startEngine({ "GET /v1/models": sendJson(kind.models), [kind.route]: answer });
  const p = { type, baseURL: `${engine.url}/v1`, apiKey: "sk-test" };
  return { engine, service: await startTestService({ configuration: readConfiguration(JSON.stringify({ providers: { p } })) }) };
}

test.each(Object.entries(kinds))("images in a function's output reach a model of %s", async (type, { text, output, expectedOutput }) => {
  const { engine, service } = await startKind(type, sendEvents(text));
  const { body } = await service.post("/api/v1/responses", {
    model: "p/m",
    tools,
    input: [
      { role: "user", content: "Take a photo." },
      { type: "function_call", call_id: "call_1", name: "take_photo", arguments: "{}" },
      {
        type: "function_call_output",
        call_id: "call_1",
        output: [
          { type: "input_text", text: "Taken." },
          { type: "input_image", image_url: image },
        ],
      },
    ],
  });
  expect(body).toMatchObject({ status: "completed", output: [{ content: [{ text: "A heron." }] }] });
  expect(output(engine.requests.at(-1)?.json ?? {})).toEqual(expectedOutput);
});

test.each(Object.entries(kinds))(
  "a call that the limit of %s cuts off is incomplete, and so is the answer",
  async (type, { cut, cutEarly }) => {
    for (const [events, written] of [
      [cut, '{"of":"a he'],
      [cutEarly, expect.any(String)],
    ] as const) {
      const { service } = await startKind(type, sendEvents(events));
      const { body } = await service.post("/api/v1/responses", { model: "p/m", tools, input: "Take a photo." });
      expect(body).toMatchObject({
        status: "incomplete",
        incomplete_details: { reason: "max_output_tokens" },
        output: [{ type: "function_call", status: "incomplete", arguments: written }],
      });
    }
  },
);

test.each(Object.entries(kinds))("the reason of an error inside an answer of %s is shown", async (type, { error }) => {
  const { service } = await startKind(type, sendEvents([error]));
  expect(await service.post("/api/v1/responses", { model: "p/m", input: "Take a photo.", stream: true })).toMatchObject({
    status: 400,
    body: { error: { code: "invalid_request", message: expect.stringContaining(overflow) } },
  });
});

test.each([400, 422, 500])(
  "an engine that refuses stream_options with HTTP %d is asked again without it, and from then on",
  async (status) => {
    const { engine, service } = await startKind("openai-compatible", (request, response) => {
      const detail = [{ type: "extra_forbidden", loc: ["body", "stream_options"], msg: "Extra inputs are not permitted" }];
      const isRefused = request.json.stream_options !== undefined;
      return (isRefused ? sendJson({ detail }, status) : sendEvents([chunk({ content: "A heron." }), finishChunk("stop")]))(
        request,
        response,
      );
    });
    for (const round of [1, 2]) {
      const { body } = await service.post("/api/v1/responses", { model: "p/m", input: "Name a bird." });
      expect(body).toMatchObject({ status: "completed" });
      expect(engine.countOf("/v1/chat/completions")).toBe(round + 1);
    }
  },
);

test("without reported usage, no tokens are said to be cached", async () => {
  const { service } = await startKind("openai-compatible", sendEvents([chunk({ content: "A heron." }), finishChunk("stop")]));
  for (let round = 0; round < 2; round += 1) {
    const { body } = await service.post("/api/v1/responses", { model: "p/m", input: "Name a bird that stands in the water." });
    expect(body.usage).toMatchObject({ input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 } });
  }
});
