/** A request that a client repeats because it got no answer is one task, which is charged once. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createOpenAI } from "@ai-sdk/openai";
import { ChatOpenAI } from "@langchain/openai";
import { generateText } from "ai";
import { OpenAI } from "openai";
import { expect, onTestFinished, test } from "vitest";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { startService } from "../../src/service/startService.ts";
import { postgresStore } from "../../src/service/store/postgres/openPostgresStore.ts";
import { chunk, finishChunk, openEngine, sendEvents, sendJson } from "../providers/engineServer.ts";
import { createSharedDatabase } from "./postgresServer.ts";
import { callService, startTestService } from "./testService.ts";

/** Milliseconds. */
const waitLimit = 500;
const slow = 1_500;

const hello = sendEvents([chunk({ content: "hello" }), finishChunk("stop")]);
let asked = 0;
let pause = slow;
const engine = await openEngine({
  "GET /v1/models": sendJson({ data: [{ id: "model" }] }),
  "POST /v1/chat/completions": (request, response) => {
    asked += 1;
    setTimeout(() => void hello(request, response), pause);
  },
});
const price = { input: 1, output: 1 };
const providers = { local: { type: "openai-compatible", baseURL: `${engine.url}/v1`, models: { model: { price } } } };
const configuration = readConfiguration(JSON.stringify({ providers }));
const service = await startTestService({ configuration, waitLimit, superset: true });
const baseURL = `${service.url}/api/v1`;
const model = "local/model";
let prompts = 0;
const newPrompt = () => {
  prompts += 1;
  return `prompt ${prompts}`;
};
/** Until the test has ended. */
const answerAtOnce = () => {
  pause = 0;
  onTestFinished(() => {
    pause = slow;
  });
};

/** How many tasks the engine got while `work` ran. */
async function countTasks(work: () => Promise<unknown>): Promise<number> {
  const before = asked;
  await work();
  return asked - before;
}

const post = (input: string, headers: Record<string, string> = {}) => service.post("/api/v1/responses", { model, input }, headers);
const settled = (id: string) => expect.poll(async () => (await service.get(`/api/v1/responses/${id}`)).body.status).toBe("completed");
const idOf = (answer: { headers: Headers }) => answer.headers.get("x-task-id") ?? "";

test("ai with @ai-sdk/openai repeats after 504, and gets the answer of its one task", async () => {
  const provider = createOpenAI({ baseURL, apiKey: service.key });
  const count = await countTasks(async () => {
    const { text } = await generateText({ model: provider.responses(model), prompt: newPrompt(), maxRetries: 3 });
    expect(text).toBe("hello");
  });
  expect(count).toBe(1);
});

test("@langchain/openai repeats after 504, and gets the answer of its one task", async () => {
  const client = new ChatOpenAI({ model, apiKey: service.key, useResponsesApi: true, configuration: { baseURL } });
  const count = await countTasks(async () => expect((await client.invoke(newPrompt())).text).toBe("hello"));
  expect(count).toBe(1);
});

test("openai does not repeat after 504; a new call gets the answer of the one task", async () => {
  const client = new OpenAI({ baseURL, apiKey: service.key });
  const input = newPrompt();
  const count = await countTasks(async () => {
    const error = await client.responses.create({ model, input }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 504 });
    await expect.poll(async () => (await client.responses.create({ model, input })).output_text).toBe("hello");
  });
  expect(count).toBe(1);
});

test("openai with a time limit of its own, which ends its connection, repeats and gets the answer of its one task", async () => {
  const client = new OpenAI({ baseURL, apiKey: service.key, maxRetries: 0 });
  const input = newPrompt();
  const count = await countTasks(async () => {
    await client.responses.create({ model, input }, { timeout: waitLimit / 2 }).catch(() => undefined);
    // Clients wait before they repeat a request, and the service has to notice that the connection has ended.
    await sleep(slow);
    await expect
      .poll(async () => (await client.responses.create({ model, input }).catch(() => undefined))?.output_text, {
        interval: slow,
      })
      .toBe("hello");
  });
  expect(count).toBe(1);
});

test("two equal requests that both wait are two tasks, and each repetition takes over one of them", async () => {
  const input = newPrompt();
  const first = await Promise.all([post(input), post(input)]);
  expect(first.map(({ status }) => status)).toEqual([504, 504]);
  const ids = first.map(idOf).toSorted();
  expect(new Set(ids).size).toBe(2);
  await Promise.all(ids.map(settled));
  const repeated = await Promise.all([post(input), post(input)]);
  expect(repeated.map(({ status }) => status)).toEqual([200, 200]);
  expect(repeated.map(idOf).toSorted()).toEqual(ids);
  answerAtOnce();
  expect(ids).not.toContain(idOf(await post(input)));
});

test("a request that another machine left is taken over while that one still works on it", async () => {
  const open = process.env.SERVICE_DATABASE === "postgres" ? postgresStore(await createSharedDatabase()) : undefined;
  const data = await mkdtemp(join(tmpdir(), "generation-studio-repeated-"));
  const options = { configuration, waitLimit, keys: ["key"], ...(open ? {} : { data }) };
  const [one, other] = [await startService(options, open), await startService({ ...options, waitLimit: 20_000 }, open)];
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  });
  const [first, second] = [one, other].map(({ url }) => callService(url, "key", async () => undefined));
  const body = { model, input: newPrompt() };
  const count = await countTasks(async () => {
    const left = await first?.post("/api/v1/responses", body);
    expect(left?.status).toBe(504);
    expect(await second?.post("/api/v1/responses", body)).toMatchObject({ status: 200, body: { id: left && idOf(left) } });
  });
  expect(count).toBe(1);
});

test("a request that was answered, another body, and another key are new tasks", async () => {
  const input = newPrompt();
  const left = idOf(await post(input));
  answerAtOnce();
  expect(idOf(await post(`${input}!`))).not.toBe(left);
  expect(idOf(await service.post("/api/v1/responses", { model, input, store: true }))).not.toBe(left);
  await settled(left);
  expect(idOf(await post(input))).toBe(left);
  const answered = idOf(await post(input));
  expect(answered).not.toBe(left);
  expect(idOf(await post(input))).not.toBe(answered);
});

test("an Idempotency-Key stands for one task, also while it waits and after its answer, and for one body", async () => {
  const input = newPrompt();
  const headers = { "idempotency-key": "order 1" };
  const count = await countTasks(async () => {
    const [first, second] = await Promise.all([post(input, headers), post(input, headers)]);
    const ids = [first, second].filter(({ status }) => status === 504).map(idOf);
    expect(ids.length).toBeGreaterThan(0);
    for (const { status } of [first, second]) expect([504, 409]).toContain(status);
    await settled(ids[0] ?? "");
    for (let round = 0; round < 2; round += 1) expect(await post(input, headers)).toMatchObject({ status: 200, body: { id: ids[0] } });
  });
  expect(count).toBe(1);
  expect((await post(`${input}!`, headers)).status).toBe(422);
  expect(await service.post("/api/v1/responses", { model, input: `${input}!`, stream: true }, headers)).toMatchObject({ status: 422 });
  const streamed = { "idempotency-key": "order 2" };
  const body = { model, input, stream: true };
  const stream = await fetch(`${baseURL}/responses`, {
    method: "POST",
    headers: { ...service.headers, ...streamed },
    body: JSON.stringify(body),
  });
  await stream.text();
  expect((await service.post("/api/v1/responses", body, streamed)).status).toBe(409);
});

test("media of v1 and v2 with an Idempotency-Key are accepted once", async () => {
  const headers = { "idempotency-key": "order 3" };
  for (const [path, body, name] of [
    ["/api/v1/images", { model: "demo-image", prompt: "a heron" }, "id"],
    ["/api/v2", { type: "out_image", ai: { model: "demo-image" }, content: [{ type: "input_text", text: "a heron" }] }, "task_id"],
  ] as const) {
    const named = { "idempotency-key": `${path} ${headers["idempotency-key"]}` };
    const [first, second] = [await service.post(path, body, named), await service.post(path, body, named)];
    expect(second.status).toBe(first.status);
    expect(second.body[name]).toBe(first.body[name]);
  }
});
