/** The published `openai` client, unchanged, against the service: typed, raw, its stream helper, and its generic methods for media. */
import OpenAI from "openai";
import { expect, test } from "vitest";
import { startTestService } from "../testService.ts";

const service = await startTestService({ faults: true });
const plain = new OpenAI({ baseURL: `${service.url}/api/v1`, apiKey: service.key });
const tools = [{ type: "web_search" as const }, { type: "image_generation" as const }];

test("models.list and models.retrieve read the catalogue", async () => {
  const ids: string[] = [];
  for await (const model of plain.models.list()) ids.push(model.id);
  expect(ids).toContain("demo-text");
  expect(await plain.models.retrieve("flite")).toMatchObject({ id: "flite", object: "model" });
});

test("responses.create answers output_text, and responses.retrieve the same Response", async () => {
  const response = await plain.responses.create({
    model: "demo-text",
    input: "A heron",
    instructions: "Be short.",
    reasoning: { effort: "low" },
  });
  expect(response.output_text).toContain("heron");
  expect(response.output[0]?.type).toBe("reasoning");
  expect((await plain.responses.retrieve(response.id)).output_text).toBe(response.output_text);
});

test("raw iteration of a stream sees created first, completed last, and deltas that add up", async () => {
  const stream = await plain.responses.create({ model: "demo-multimodal", input: "Draw a heron.", stream: true, tools });
  const types: string[] = [];
  let text = "";
  for await (const event of stream) {
    types.push(event.type);
    if (event.type === "response.output_text.delta") text += event.delta;
    if (event.type === "response.completed") expect(event.response.output.at(-1)).toMatchObject({ content: [{ text }] });
  }
  expect(types[0]).toBe("response.created");
  expect(types.at(-1)).toBe("response.completed");
});

test("responses.stream() accepts every event and ends with the final Response", async () => {
  const stream = plain.responses.stream({
    model: "demo-multimodal",
    input: "Draw a picture of a heron.",
    reasoning: { effort: "high" },
    tools,
  });
  let text = "";
  stream.on("response.output_text.delta", (event) => {
    text = event.snapshot;
  });
  const final = await stream.finalResponse();
  expect(final.output_text).toBe(text);
  expect(final.output.map((item) => item.type)).toEqual(["reasoning", "image_generation_call", "message"]);
});

test("responses.stream() ends with an incomplete response, and rejects if it fails before its first event", async () => {
  const final = await plain.responses.stream({ model: "fault-incomplete", input: "Hello there" }).finalResponse();
  expect(final.status).toBe("incomplete");
  const failing = plain.responses.stream({ model: "fault-failed-task", input: "Hello there" }).finalResponse();
  await expect(failing).rejects.toMatchObject({ status: 500, code: "api_error" });
});

test("responses.delete deletes", async () => {
  const { id } = await plain.responses.create({ model: "demo-text", input: "x" });
  await plain.responses.delete(id);
  await expect(plain.responses.retrieve(id)).rejects.toMatchObject({ status: 404, code: "not_found" });
});

test("errors arrive as the client's own classes with code, type and param", async () => {
  const once = plain.withOptions({ maxRetries: 0 });
  await expect(once.responses.create({ model: "no-such-model", input: "x" })).rejects.toMatchObject({
    status: 404,
    code: "model_not_found",
    param: "model",
    type: "invalid_request_error",
  });
  await expect(once.responses.create({ model: "fault-429", input: "x" })).rejects.toBeInstanceOf(OpenAI.RateLimitError);
  await expect(once.withOptions({ apiKey: "wrong" }).models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
});

test("a 504 does not make the client create a second task", async () => {
  let requests = 0;
  const counting = new OpenAI({
    baseURL: `${service.url}/api/v1`,
    apiKey: service.key,
    maxRetries: 3,
    fetch: (url, init) => {
      requests += 1;
      return fetch(url, init);
    },
  });
  const thrown = await counting.responses.create({ model: "fault-504", input: "x" }).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ status: 504, code: "timeout" });
  expect(requests).toBe(1);
  const id = (thrown as InstanceType<typeof OpenAI.APIError>).headers?.get("x-task-id") ?? "";
  await expect.poll(async () => (await plain.responses.retrieve(id)).status).toBe("completed");
});

test("the generic get and post make images, audios and videos", async () => {
  const bodies = {
    images: { model: "demo-image", prompt: "A heron", size: "512" },
    audios: { model: "flite", input: "Hello", voice: "rms", format: "mp3" },
    videos: { model: "demo-video", prompt: "A heron", duration: 1, quality: "480p" },
  };
  for (const [endpoint, body] of Object.entries(bodies)) {
    const { id } = await plain.post<{ id: string }>(`/${endpoint}`, { body });
    await expect
      .poll(() => plain.get(`/${endpoint}/${id}`))
      .toMatchObject({ status: "completed", data: [{ b64_json: expect.any(String) }] });
  }
});
