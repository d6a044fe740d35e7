/** A client that leaves a stream: what is cancelled, kept and charged. */
import { expect, test } from "vitest";
import { readV2Status, type TestService } from "../service/testService.ts";
import { chat, hello, start } from "./compatibleService.ts";
import { type Answer, chunk, finishChunk, sendEvents, sendJson, usageChunk } from "./engine.ts";

/** Reads a stream until `word` arrives, waits for `event`, then leaves. Returns the task's id. */
async function leaveAfter(service: TestService, word: string, body: object, event?: Promise<void>): Promise<string | null> {
  const leaving = new AbortController();
  const answer = await fetch(`${service.url}/api/v1/responses`, {
    method: "POST",
    headers: service.headers,
    body: JSON.stringify({ ...body, stream: true }),
    signal: leaving.signal,
  });
  let text = "";
  for await (const part of answer.body ?? []) {
    text += Buffer.from(part).toString();
    if (!text.includes(word)) continue;
    await event;
    break;
  }
  leaving.abort();
  return answer.headers.get("x-task-id");
}

/** Begins an answer with "begun" and does not end it. */
const beginAnswer: Answer = (_, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(`data: ${JSON.stringify(chunk({ content: "begun" }))}\n\n`);
};

test("a client that leaves the stream cancels the provider's work, and the text so far is kept", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const { service } = await start({
    [chat]: (request, response) => {
      response.once("close", resolve);
      return beginAnswer(request, response);
    },
  });
  const id = await leaveAfter(service, "begun", { model: "local/llama-3", input: "x" });
  await closed;
  await expect
    .poll(async () => (await service.get(`/api/v1/responses/${id}`)).body)
    .toMatchObject({ status: "incomplete", incomplete_details: { reason: "cancelled" }, output: [{ content: [{ text: "begun" }] }] });
});

/** The balance after a task that costs nothing. */
async function readBalance(service: TestService): Promise<number> {
  const reported = await service.makeV2({ ai: { model: "local/free" }, content: [{ type: "input_text", text: "x" }] });
  return readV2Status(reported).balance.balance;
}

/** A drawing that the model requests. */
const asksFor = (prompt: string, index = 0) =>
  chunk({
    tool_calls: [
      { index, id: `call_${index}`, type: "function", function: { name: "generate_image", arguments: JSON.stringify({ prompt }) } },
    ],
  });
const png = Buffer.from("89504e470d0a1a0a", "hex").toString("base64");

const freeModel = { free: { kinds: ["text"], price: { input: 0, output: 0 } } };

test("a client that leaves the stream is charged the configured price of what was sent and written", async () => {
  const { service } = await start(
    { [chat]: (...exchange) => (exchange[0].json.model === "free" ? sendEvents(hello) : beginAnswer)(...exchange) },
    { models: { ...freeModel, "llama-3": { price: { input: 2, output: 10 } } } },
  );
  const before = await readBalance(service);
  const id = await leaveAfter(service, "begun", { model: "local/llama-3", input: "One two three" });
  await expect
    .poll(async () => (await service.get(`/api/v1/responses/${id}`)).body)
    .toMatchObject({ status: "incomplete", usage: { input_tokens: 3, output_tokens: 1 } });
  expect(before - (await readBalance(service))).toBeCloseTo(16e-6, 9);
});

test("a client that leaves after a drawing is charged for the finished call, the drawing, and what was written after it", async () => {
  const answers = [
    sendEvents([asksFor("a boat"), finishChunk("tool_calls"), usageChunk({ prompt_tokens: 7, completion_tokens: 20, cost: 0.5 })]),
  ];
  const { service } = await start(
    {
      [chat]: (...exchange) => (exchange[0].json.model === "free" ? sendEvents(hello) : (answers.shift() ?? beginAnswer))(...exchange),
      "POST /v1/images/generations": sendJson({ data: [{ b64_json: png }] }),
    },
    {
      models: {
        ...freeModel,
        "llama-3": { price: { input: 0, output: 10 } },
        painter: { kinds: ["image"], price: { image: 0.02 } },
      },
    },
  );
  const before = await readBalance(service);
  const id = await leaveAfter(service, "begun", { model: "local/llama-3", input: "Draw.", tools: [{ type: "image_generation" }] });
  await expect
    .poll(async () => (await service.get(`/api/v1/responses/${id}`)).body)
    .toMatchObject({ status: "incomplete", usage: { output_tokens: 21 } });
  expect(before - (await readBalance(service))).toBeCloseTo(0.5 + 0.02 + 10e-6, 9);
});

test("a client that leaves while an image is drawn keeps the text and the earlier drawings, and is charged for them", async () => {
  const { promise: isDrawing, resolve: draw } = Promise.withResolvers<void>();
  const usage = usageChunk({ prompt_tokens: 7, completion_tokens: 20 });
  const { service } = await start(
    {
      [chat]: (...exchange) =>
        (exchange[0].json.model === "free"
          ? sendEvents(hello)
          : sendEvents([chunk({ content: "Look:" }), asksFor("a boat"), asksFor("a fox", 1), finishChunk("tool_calls"), usage]))(
          ...exchange,
        ),
      "POST /v1/images/generations": (request, response) =>
        request.json.prompt === "a fox" ? draw() : sendJson({ data: [{ b64_json: png }] })(request, response),
    },
    {
      models: {
        ...freeModel,
        "llama-3": { price: { input: 0, output: 10 } },
        painter: { kinds: ["image"], price: { image: 0.02 } },
      },
    },
  );
  const before = await readBalance(service);
  const request = { model: "local/llama-3", input: "Draw.", tools: [{ type: "image_generation" }] };
  const id = await leaveAfter(service, png, request, isDrawing);
  await expect
    .poll(async () => (await service.get(`/api/v1/responses/${id}`)).body)
    .toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "cancelled" },
      output: [{ content: [{ text: "Look:" }] }, { type: "image_generation_call", result: png }],
    });
  expect(before - (await readBalance(service))).toBeCloseTo(0.02 + 200e-6, 9);
});

test("a client that leaves before the model answers to a drawing keeps it", async () => {
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  const answers: Answer[] = [sendEvents([asksFor("a boat"), finishChunk("tool_calls")]), () => ask()];
  const { service } = await start(
    {
      [chat]: (...exchange) => answers.shift()?.(...exchange),
      "POST /v1/images/generations": sendJson({ data: [{ b64_json: png }] }),
    },
    { models: { painter: { kinds: ["image"] } } },
  );
  const id = await leaveAfter(service, png, { model: "local/llama-3", input: "Draw.", tools: [{ type: "image_generation" }] }, isAsked);
  await expect
    .poll(async () => (await service.get(`/api/v1/responses/${id}`)).body)
    .toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "cancelled" },
      output: [{ type: "image_generation_call", result: png }],
    });
});
