/** A client that leaves a stream: what is cancelled, kept and charged. */
import { expect, test } from "vitest";
import { readV2Status, type TestService } from "../../service/testService.ts";
import { makeFolder } from "../../unit/service/store/storeKinds.ts";
import { chat, hello, models, serviceOf, startFor } from "../compatibleService.ts";
import { type Answer, chunk, finishChunk, sendEvents, sendJson, startEngine, usageChunk } from "../engine.ts";

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

test.concurrent("a client that leaves the stream cancels the provider's work, and the text so far is kept", async (context) => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const { service } = await startFor(context, {
    [chat]: (request, response) => {
      response.once("close", resolve);
      return beginAnswer(request, response);
    },
  });
  const id = await leaveAfter(service, "begun", { model: "local/llama-3", input: "x" });
  await closed;
  await context.expect
    .poll(async () => (await service.get(`/api/v1/responses/${id}`)).body)
    .toMatchObject({ status: "incomplete", incomplete_details: { reason: "cancelled" }, output: [{ content: [{ text: "begun" }] }] });
});

test.concurrent("a client that leaves before anything has arrived finds an answer that ended early, not a failure", async (context) => {
  const asked = Promise.withResolvers<void>();
  const { service } = await startFor(context, { [chat]: () => asked.resolve() });
  const id = await leaveAfter(service, "response.in_progress", { model: "local/llama-3", input: "x" }, asked.promise);
  await context.expect
    .poll(async () => (await service.get(`/api/v1/responses/${id}`)).body)
    .toMatchObject({ status: "incomplete", incomplete_details: { reason: "cancelled" }, output: [] });
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

/** Of a text whose end is not known, in tokens: what is reserved for it. */
const reserved = 16_384;

test.concurrent("a client that leaves the stream of a provider that is silent then is charged what was reserved", async (context) => {
  const { service } = await startFor(
    context,
    { [chat]: (...exchange) => (exchange[0].json.model === "free" ? sendEvents(hello) : beginAnswer)(...exchange) },
    { models: { ...freeModel, "llama-3": { price: { input: 2, output: 10 } } } },
  );
  const before = await readBalance(service);
  const id = await leaveAfter(service, "begun", { model: "local/llama-3", input: "One two three" });
  await context.expect
    .poll(async () => (await service.get(`/api/v1/responses/${id}`)).body)
    .toMatchObject({ status: "incomplete", usage: { input_tokens: 3, output_tokens: reserved } });
  expect(before - (await readBalance(service))).toBeCloseTo(6e-6 + reserved * 10e-6, 9);
});

/** Begins an answer in a stream, deletes it while the model writes, and reads until its end. */
async function deleteDuring(service: TestService, body: object): Promise<{ id: string; events: string }> {
  const answer = await fetch(`${service.url}/api/v1/responses`, {
    method: "POST",
    headers: service.headers,
    body: JSON.stringify({ ...body, stream: true }),
  });
  const id = answer.headers.get("x-task-id") ?? "";
  let events = "";
  let deletion: Promise<unknown> | undefined;
  for await (const part of answer.body ?? []) {
    events += Buffer.from(part).toString();
    if (events.includes("begun")) deletion ??= service.delete(`/api/v1/responses/${id}`);
  }
  expect(await deletion).toMatchObject({ status: 200 });
  return { id, events };
}

test.concurrent("a text that is deleted before its end is charged, and cannot be read any more", async (context) => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const { service } = await startFor(
    context,
    {
      [chat](...exchange) {
        if (exchange[0].json.model === "free") return sendEvents(hello)(...exchange);
        exchange[1].once("close", resolve);
        return beginAnswer(...exchange);
      },
    },
    { models: { ...freeModel, "llama-3": { price: { input: 2, output: 10 } } } },
  );
  const before = await readBalance(service);
  const { id, events } = await deleteDuring(service, { model: "local/llama-3", input: "One two three" });
  await closed;
  expect(events).toContain("not_found");
  expect((await service.get(`/api/v1/responses/${id}`)).status).toBe(404);
  // Silent until the end: for its time, at the least speed or above, and never more than what was reserved.
  const cost = before - (await readBalance(service));
  expect(cost).toBeGreaterThanOrEqual(6e-6 + 250 * 10e-6);
  expect(cost).toBeLessThanOrEqual(6e-6 + reserved * 10e-6);
});

test("a text that the service's end interrupts is stored and charged as far as it came", async () => {
  const data = await makeFolder();
  const answer: Answer = (...exchange) => (exchange[0].json.model === "free" ? sendEvents(hello) : beginAnswer)(...exchange);
  const engine = await startEngine({ ...models, [chat]: answer });
  const prices = { models: { ...freeModel, "llama-3": { price: { input: 2, output: 10 } } } };
  const first = await serviceOf(engine, prices, {}, { data, keys: ["key"] });
  const before = await readBalance(first);
  const read = await fetch(`${first.url}/api/v1/responses`, {
    method: "POST",
    headers: first.headers,
    body: JSON.stringify({ model: "local/llama-3", input: "One two three", stream: true }),
  });
  const reader = read.body?.getReader();
  for (let text = ""; !text.includes("begun"); ) text += Buffer.from((await reader?.read())?.value ?? []).toString();
  await first.close();
  const second = await serviceOf(engine, prices, {}, { data, keys: ["key"] });
  expect((await second.get(`/api/v1/responses/${read.headers.get("x-task-id")}`)).body).toMatchObject({
    status: "incomplete",
    output: [{ content: [{ text: "begun" }] }],
  });
  expect(before - (await readBalance(second))).toBeCloseTo(16e-6, 9);
});

test.concurrent("a client that leaves after a drawing is charged for the finished call, the drawing, and what was written after it", async (context) => {
  const answers = [
    sendEvents([asksFor("a boat"), finishChunk("tool_calls"), usageChunk({ prompt_tokens: 7, completion_tokens: 20, cost: 0.5 })]),
  ];
  const { service } = await startFor(
    context,
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
  await context.expect
    .poll(async () => (await service.get(`/api/v1/responses/${id}`)).body)
    .toMatchObject({ status: "incomplete", usage: { output_tokens: 20 + reserved } });
  expect(before - (await readBalance(service))).toBeCloseTo(0.5 + 0.02 + reserved * 10e-6, 9);
});

test.concurrent("a client that leaves while an image is drawn keeps the text and the earlier drawings, and is charged for them", async (context) => {
  const { promise: isDrawing, resolve: draw } = Promise.withResolvers<void>();
  const usage = usageChunk({ prompt_tokens: 7, completion_tokens: 20 });
  const { service } = await startFor(
    context,
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
  await context.expect
    .poll(async () => (await service.get(`/api/v1/responses/${id}`)).body)
    .toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "cancelled" },
      output: [{ content: [{ text: "Look:" }] }, { type: "image_generation_call", result: png }],
    });
  expect(before - (await readBalance(service))).toBeCloseTo(0.02 + 200e-6, 9);
});

test.concurrent("a client that leaves before the model answers to a drawing keeps it", async (context) => {
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  const answers: Answer[] = [sendEvents([asksFor("a boat"), finishChunk("tool_calls")]), () => ask()];
  const { service } = await startFor(
    context,
    {
      [chat]: (...exchange) => answers.shift()?.(...exchange),
      "POST /v1/images/generations": sendJson({ data: [{ b64_json: png }] }),
    },
    { models: { painter: { kinds: ["image"] } } },
  );
  const id = await leaveAfter(service, png, { model: "local/llama-3", input: "Draw.", tools: [{ type: "image_generation" }] }, isAsked);
  await context.expect
    .poll(async () => (await service.get(`/api/v1/responses/${id}`)).body)
    .toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "cancelled" },
      output: [{ type: "image_generation_call", result: png }],
    });
});
