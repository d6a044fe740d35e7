/** Answers that are continued by `previous_response_id`, and answers that are not kept. */
import { createOpenAI } from "@ai-sdk/openai";
import { generateText } from "ai";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { limits } from "../../src/contract/limits.ts";
import { chat, start } from "../providers/compatibleService.ts";
import { type Answer, chunk, type Engine, finishChunk, sendEvents } from "../providers/engine.ts";
import { startTestService } from "./testService.ts";

const model = "local/llama-3";

interface Sent {
  messages: { role: string; content: unknown }[];
  tools?: unknown[];
}
const sentTo = (engine: Engine): Sent => JSON.parse(String(engine.requests.findLast(({ path }) => path === "/v1/chat/completions")?.body));
const said = (engine: Engine) => sentTo(engine).messages.map(({ role, content }) => [role, content]);

/** Answers with the number of messages that it was sent, or with a call of the first tool. */
const counting: Answer = (request, response) => {
  const { messages, tools }: Sent = JSON.parse(String(request.body));
  const isDone = tools === undefined || messages.some(({ role }) => role === "tool");
  const call = { tool_calls: [{ index: 0, id: "engine", type: "function", function: { name: "weather", arguments: "{}" } }] };
  const events = isDone
    ? [chunk({ content: `${messages.length} messages` }), finishChunk("stop")]
    : [chunk(call), finishChunk("tool_calls")];
  return sendEvents(events)(request, response);
};
const startCounting = () => start({ [chat]: counting });
const weather = { type: "function", name: "weather", parameters: { type: "object", properties: {} }, strict: false } as const;
const pixel = `data:image/gif;base64,${Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1").toString("base64")}`;

test("an answer is continued with its input, its output, its files and the messages of its system, but not its instructions", async () => {
  const { engine, service } = await startCounting();
  const client = new OpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key });
  const first = await client.responses.create({
    model,
    instructions: "The instructions of the first answer.",
    input: [
      { role: "developer", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "input_text", text: "One" },
          { type: "input_image", image_url: pixel, detail: "auto" },
        ],
      },
    ],
  });
  const second = await client.responses.create({ model, previous_response_id: first.id, input: "Two", stream: false });
  expect(second.previous_response_id).toBe(first.id);
  const third = await client.responses.create({ model, previous_response_id: second.id, input: "Three", instructions: "New." });
  expect(third.output_text).toBe("6 messages");
  const messages = said(engine);
  expect(messages.map(([role]) => role)).toEqual(["system", "user", "assistant", "user", "assistant", "user"]);
  expect([messages[0]?.[1], messages[2]?.[1], messages[4]?.[1], messages[5]?.[1]]).toEqual([
    "New.\n\nBe brief.",
    "2 messages",
    "4 messages",
    "Three",
  ]);
  expect(JSON.stringify(messages[1])).toContain(pixel.slice(-12));
});

test("a call is continued with its output alone, in a stream and by the AI SDK", async () => {
  const { engine, service } = await startCounting();
  const client = new OpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key });
  const called = await client.responses.create({ model, input: "Weather?", tools: [weather] });
  const [call] = called.output;
  if (call?.type !== "function_call") throw new Error("There is no call.");
  const output = { type: "function_call_output", call_id: call.call_id, output: "rain" } as const;
  const stream = client.responses.stream({ model, previous_response_id: called.id, input: [output], tools: [weather] });
  const answered = await stream.finalResponse();
  expect(answered.output_text).toBe("3 messages");
  const provider = createOpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key });
  const { text } = await generateText({
    model: provider.responses(model),
    prompt: "And now?",
    providerOptions: { openai: { previousResponseId: answered.id } },
  });
  expect(text).toBe("5 messages");
  expect(sentTo(engine).messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant", "user"]);
});

test("an answer that cannot be continued is refused by name", async () => {
  const { engine, service } = await start({ [chat]: counting }, {}, {}, { keys: ["key-of-ada", "key-of-bob"], superset: false });
  const as = (key: string) => ({ authorization: `Bearer ${key}` });
  const ask = (fields: object, key = "key-of-ada") => service.post("/api/v1/responses", { model, input: "Hi", ...fields }, as(key));
  const idOf = async (fields: object) => String((await ask(fields)).body.id);
  const [kept, deleted, unkept] = [await idOf({}), await idOf({}), await idOf({ store: false })];
  await service.delete(`/api/v1/responses/${deleted}`);
  const failing = await start({ [chat]: sendEvents([chunk({ content: "" }), finishChunk("error")]) });
  const failed = await failing.service.post("/api/v1/responses", { model, input: "Hi" });
  const failedId = String(failed.headers.get("x-task-id"));
  const before = engine.requests.length;
  const cases: [id: unknown, why: RegExp, key?: string][] = [
    ["resp_1", /no answer that is stored/],
    [deleted, /no answer that is stored/],
    [unkept, /no answer that is stored/],
    [kept, /no answer that is stored/, "key-of-bob"],
    [7, /must be a string/],
  ];
  for (const [id, why, key] of cases) {
    expect(await ask({ previous_response_id: id }, key)).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", param: "previous_response_id", message: expect.stringMatching(why) } },
    });
  }
  expect(await failing.service.post("/api/v1/responses", { model, input: "Hi", previous_response_id: failedId })).toMatchObject({
    status: 400,
    body: { error: { param: "previous_response_id", message: expect.stringMatching(/failed/) } },
  });
  for (const input of ["", " ", [], undefined]) {
    expect(await ask({ previous_response_id: kept, input })).toMatchObject({ status: 400, body: { error: { param: "input" } } });
  }
  expect(engine.requests.length).toBe(before);
  for (const name of ["conversation", "prompt"])
    expect(await ask({ [name]: { id: "x" } })).toMatchObject({ status: 400, body: { error: { param: name } } });
});

test("an answer is continued for 30 days", async () => {
  let now = Date.now();
  const service = await startTestService({ clock: { now: () => now } });
  const { body } = await service.post("/api/v1/responses", { model: "demo-text", input: "Hi" });
  const goOn = () => service.post("/api/v1/responses", { model: "demo-text", input: "On", previous_response_id: body.id });
  now += (limits.storageDays - 1) * 86_400_000;
  expect((await goOn()).status).toBe(200);
  now += 86_400_001;
  expect((await goOn()).status).toBe(400);
});

test.each([false, true])("an answer with store: false is sent, and then neither read nor referred to (stream: %s)", async (stream) => {
  const { service } = await startCounting();
  const client = new OpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key });
  const fields = { model, input: "Hi", store: false };
  const answer = stream ? await client.responses.stream(fields).finalResponse() : await client.responses.create(fields);
  expect(answer).toMatchObject({ output_text: "1 messages", store: false });
  expect(await service.get(`/api/v1/responses/${answer.id}`)).toMatchObject({ status: 404 });
  const reference = { type: "item_reference", id: answer.output[0]?.id };
  expect(await service.post("/api/v1/responses", { model, input: [reference, { role: "user", content: "On" }] })).toMatchObject({
    status: 400,
    body: { error: { param: "input" } },
  });
});
