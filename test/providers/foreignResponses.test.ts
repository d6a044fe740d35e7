/** Responses of services with OpenAI's interface, in the forms in which gateways and engines send them: what has arrived is the answer. */
import path from "node:path";
import { describe, expect, test } from "vitest";
import { startTestService } from "../service/testService.ts";
import { readRecordings } from "../unit/client/recordings.ts";
import { type Answer, sendEvents, sendJson, startEngine } from "./engine.ts";

type Event = Record<string, unknown>;

const usage = { input_tokens: 3, output_tokens: 5, total_tokens: 8 };
const created = { type: "response.created", response: { id: "resp_1", object: "response", created_at: 1, model: "m", output: [] } };
const message = (text: string, id = "msg_1") => ({
  id,
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text, annotations: [] }],
});
const call = { id: "fc_1", type: "function_call", call_id: "call_1", name: "look", arguments: '{"at":"sea"}', status: "completed" };
const completed = (output: Event[] = [], rest: Event = {}) => ({
  type: "response.completed",
  response: { ...created.response, status: "completed", output, usage, ...rest },
});
const location = { item_id: "msg_1", output_index: 0, content_index: 0 };
const delta = (text: string, at: Event = location) => ({ type: "response.output_text.delta", ...at, delta: text });
const added = (item: Event, index: number) => ({ type: "response.output_item.added", output_index: index, item });
const done = (item: Event, index: number) => ({ type: "response.output_item.done", output_index: index, item });

async function ask(answer: Answer) {
  const engine = await startEngine({ "GET /v1/models": sendJson({ data: [{ id: "m" }] }), "POST /v1/responses": answer });
  const configuration = { providers: { far: { type: "openai" as const, baseURL: `${engine.url}/v1`, apiKey: "k" } } };
  const service = await startTestService({ configuration, superset: true });
  const tools = [{ type: "function", name: "look", parameters: { type: "object", properties: { at: { type: "string" } } } }];
  return service.post("/api/v1/responses", { model: "far/m", input: "Hello", tools });
}

/** The texts of each item of an answer, and the name and arguments of each call. */
const describeItem = (item: Record<string, unknown>) =>
  item.type === "function_call"
    ? [item.name, item.arguments]
    : [item.type, ...[item.content, item.summary].flatMap((parts) => (Array.isArray(parts) ? parts.map(({ text }) => text) : []))];
const itemsOf = (body: Record<string, unknown>) => (Array.isArray(body.output) ? body.output.map(describeItem) : []);

const said = [["message", "It is fine."]];
const called = [["look", '{"at":"sea"}']];

describe("the answer is read", () => {
  test.each<[string, Answer, unknown[]]>([
    ["from the text in the last event alone", sendEvents([created, completed([message("It is fine.")])]), said],
    ["from the call in the last event alone", sendEvents([created, completed([call])]), called],
    ["from an item that is only done", sendEvents([created, done(message("It is fine."), 0), completed()]), said],
    ["from a call that is only done", sendEvents([created, done(call, 0), completed()]), called],
    [
      "from a text that is only done",
      sendEvents([created, { type: "response.output_text.done", ...location, text: "It is fine." }, completed()]),
      said,
    ],
    [
      "from a part that is only done",
      sendEvents([
        created,
        { type: "response.content_part.done", ...location, part: { type: "output_text", text: "It is fine." } },
        completed(),
      ]),
      said,
    ],
    ["without indexes", sendEvents([created, delta("It is ", {}), delta("fine.", {}), completed()]), said],
    ["without ids", sendEvents([created, delta("It is ", { output_index: 0 }), delta("fine.", { output_index: 0 }), completed()]), said],
    [
      "after a short beginning",
      sendEvents([{ type: "response.created", response: { id: "resp_1" } }, delta("It is fine."), completed()]),
      said,
    ],
    ["without a beginning", sendEvents([delta("It is fine."), completed()]), said],
    ["as JSON", sendJson({ ...completed([message("It is fine.")]).response }), said],
    ["as JSON without a status", sendJson({ id: "resp_1", output: [message("It is fine.")] }), said],
    ["of a stream without its last event", sendEvents([created, delta("It is fine.")]), said],
    [
      "with usage as text",
      sendEvents([created, delta("It is fine."), completed([], { usage: { input_tokens: "3", output_tokens: "5" } })]),
      said,
    ],
    [
      "beside unknown events and items",
      sendEvents([created, { type: "response.nap" }, done({ type: "nap", id: "n" }, 0), delta("It is fine."), completed()]),
      said,
    ],
    [
      "in two messages",
      sendEvents([
        created,
        added({ ...message("", "msg_1"), content: [] }, 0),
        delta("I read the file."),
        done(message("I read the file."), 0),
        added({ ...message("", "msg_2"), content: [] }, 1),
        delta("It is fine.", { item_id: "msg_2", output_index: 1 }),
        done(message("It is fine.", "msg_2"), 1),
        completed(),
      ]),
      [
        ["message", "I read the file."],
        ["message", "It is fine."],
      ],
    ],
    [
      "with its reasoning as text",
      sendEvents([
        created,
        { type: "response.reasoning_text.delta", item_id: "rs_1", output_index: 0, content_index: 0, delta: "I look." },
        delta("It is fine.", { ...location, output_index: 1 }),
        completed(),
      ]),
      [["reasoning", "I look."], ...said],
    ],
    [
      "with the arguments of a call in pieces",
      sendEvents([
        created,
        added({ ...call, arguments: "" }, 0),
        { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 0, delta: '{"at":' },
        { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 0, delta: '"sea"}' },
        done({ ...call, arguments: "" }, 0),
        completed(),
      ]),
      called,
    ],
    ["before response.done", sendEvents([created, { ...completed([message("It is fine.")]), type: "response.done" }]), said],
    ["from output_text alone, as JSON", sendJson({ id: "resp_1", status: "completed", output: [], output_text: "It is fine." }), said],
    ["from output_text in the last event", sendEvents([created, completed([], { output_text: "It is fine." })]), said],
    ["from a content that is a text", sendEvents([created, completed([{ ...message(""), content: "It is fine." }])]), said],
    ["from an item whose content is a text", sendEvents([created, done({ ...message(""), content: "It is fine." }, 0), completed()]), said],
    [
      "from a part with the type of requests",
      sendEvents([created, completed([{ ...message(""), content: [{ type: "text", text: "It is fine." }] }])]),
      said,
    ],
    ["from a part without a type", sendEvents([created, completed([{ ...message(""), content: [{ text: "It is fine." }] }])]), said],
    [
      "from an item without a type",
      sendEvents([created, completed([{ role: "assistant", content: [{ type: "output_text", text: "It is fine." }] }])]),
      said,
    ],
    [
      "with the Response as the last event",
      sendEvents([created, { ...completed([message("It is fine.")]).response, type: "response.completed" }]),
      said,
    ],
    ["with deltas that are objects", sendEvents([created, { ...delta(""), delta: { text: "It is fine." } }, completed()]), said],
    [
      "with deltas as texts",
      sendEvents([created, { type: "response.output_text.delta", ...location, text: "It is fine." }, completed()]),
      said,
    ],
    [
      "with OpenRouter's deltas of parts",
      sendEvents([
        created,
        { type: "response.reasoning.delta", delta: "I look." },
        { type: "response.content_part.delta", response_id: "resp_1", output_index: 1, content_index: 0, delta: "It is " },
        { type: "response.content_part.delta", output_index: 1, content_index: 0, delta: { type: "output_text", text: "fine." } },
        { ...completed(), type: "response.done" },
      ]),
      [["reasoning", "I look."], ...said],
    ],
    [
      "with deltas that are called text",
      sendEvents([created, { ...delta("It is fine."), type: "response.text.delta" }, completed()]),
      said,
    ],
    [
      "with LiteLLM's reasoning, which has the parts of a message",
      sendEvents([created, completed([{ ...message("I look.", "rs_1"), type: "reasoning", status: "stop" }, message("It is fine.")])]),
      [["reasoning", "I look."], ...said],
    ],
    ["of Databricks, whose items are only done", sendEvents([done(message("It is fine."), 0)]), said],
    ["in a field of another object", sendJson({ code: 0, data: completed([message("It is fine.")]).response }), said],
    [
      "with a summary that is only done",
      sendEvents([
        created,
        {
          type: "response.reasoning_summary_part.done",
          ...{ item_id: "rs_1", output_index: 0, summary_index: 0 },
          part: { type: "summary_text", text: "I look." },
        },
        delta("It is fine.", { ...location, output_index: 1 }),
        completed(),
      ]),
      [["reasoning", "I look."], ...said],
    ],
    [
      "with a summary that is a text",
      sendEvents([created, completed([{ type: "reasoning", id: "rs_1", summary: "I look." }, message("It is fine.")])]),
      [["reasoning", "I look."], ...said],
    ],
    [
      "with arguments that are only done",
      sendEvents([
        created,
        added({ ...call, arguments: "" }, 0),
        { type: "response.function_call_arguments.done", item_id: "fc_1", output_index: 0, arguments: call.arguments },
        completed(),
      ]),
      called,
    ],
    ["with arguments that are an object", sendEvents([created, completed([{ ...call, arguments: { at: "sea" } }])]), called],
    [
      "with another id of an item in each event",
      sendEvents([
        created,
        added({ ...message("", "A"), content: [] }, 0),
        delta("It is ", { ...location, item_id: "B" }),
        delta("fine.", { ...location, item_id: "C" }),
        done(message("It is fine.", "D"), 0),
        completed([message("It is fine.", "E")]),
      ]),
      said,
    ],
    ["with deltas that miss its end", sendEvents([created, delta("It is "), done(message("It is fine."), 0), completed()]), said],
  ])("%s", async (_, answer, expected) => {
    const { status, body } = await ask(answer);
    expect([status, itemsOf(body)]).toEqual([200, expected]);
  });
});

test("the usage of chat completions in a Response is counted", async () => {
  const { body } = await ask(
    sendEvents([
      created,
      completed([message("It is fine.")], {
        usage: {
          prompt_tokens: 3,
          prompt_tokens_details: { cached_tokens: 2 },
          completion_tokens: 5,
          completion_tokens_details: { reasoning_tokens: 4 },
        },
      }),
    ]),
  );
  expect(body.usage).toMatchObject({
    input_tokens: 3,
    input_tokens_details: { cached_tokens: 2 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 4 },
    total_tokens: 8,
  });
});

test("a chat completion in the place of a Response says which type the provider has", async () => {
  const { status, body } = await ask(
    sendJson({ object: "chat.completion", choices: [{ index: 0, message: { role: "assistant", content: "It is fine." } }] }),
  );
  expect([status, body]).toMatchObject([500, { error: { message: expect.stringContaining("openai-compatible") } }]);
});

const recorded = [
  "lmstudio-text",
  "azure-gpt5-nano",
  "openrouter-data-only-done",
  "xai-text-reasoning-summary",
  "openai-web-search-12-citations",
];

test.each(readRecordings().filter(({ file }) => recorded.includes(path.basename(file, ".sse"))))(
  "the recorded stream $file has the text of its manifest",
  async ({ bytes, expect: { text } }) => {
    const { body } = await ask((_, response) => void response.writeHead(200, { "content-type": "text/event-stream" }).end(bytes));
    expect(body).toMatchObject({ status: "completed" });
    const texts = itemsOf(body).flatMap(([type, ...parts]) => (type === "message" ? parts : []));
    expect(texts.join("")).toBe(text);
  },
);
