/** Every row of the spec's tables "HTTP status codes" and "Error bodies" over a socket. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { errorBody, invalidRequest, startTestService } from "./testService.ts";

const service = await startTestService({ faults: true });
const data = await mkdtemp(join(tmpdir(), "generation-studio-service-"));
afterAll(() => rm(data, { recursive: true, force: true, maxRetries: 5 }));
/** A service whose answers take longer than a test may take. */
const impatient = await startTestService({ data, waitLimit: 50, tokensPerSecond: 1 });
const limited = await startTestService({ rate: 3, clock: { now: () => 1_700_000_000_000 } });
const empty = await startTestService({ balance: 0.000001 });

const text = { type: "input_text", text: "Hello" };

const posts = [
  ["/api/v1/responses", (model: string) => ({ model, input: "Hello" })],
  ["/api/v1/images", (model: string) => ({ model, prompt: "Hello" })],
  ["/api/v1/audios", (model: string) => ({ model, input: "Hello", voice: "slt", format: "wav" })],
  ["/api/v1/videos", (model: string) => ({ model, prompt: "Hello", duration: 2, quality: "480p" })],
  ["/api/v2", (model: string) => ({ type: "out_image", ai: { model }, content: [{ type: "input_text", text: "Hello" }] })],
] as const;

describe.each(posts)("POST %s", (path, body) => {
  const fault = async (model: string) => {
    const { status, body: answer, headers } = await service.post(path, body(model));
    return { status, body: answer, headers };
  };

  test("a model that is unavailable at generation is 400 model_not_found", async () => {
    expect(await fault("fault-400")).toMatchObject({ status: 400, body: errorBody("model_not_found", "invalid_request_error", "model") });
  });

  test("a timeout on the model's side is 408 timeout", async () => {
    expect(await fault("fault-408")).toMatchObject({ status: 408, body: errorBody("timeout", "timeout", null) });
  });

  test("a key over its limit is 429 rate_limit_exceeded with Retry-After", async () => {
    const answer = await fault("fault-429");
    expect(answer).toMatchObject({ status: 429, body: errorBody("rate_limit_exceeded", "rate_limit_error", null) });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("a generation failure is 500 api_error", async () => {
    expect(await fault("fault-500")).toMatchObject({ status: 500, body: errorBody("api_error", "api_error", null) });
  });

  test("an exceeded quota is 402 insufficient_quota", async () => {
    expect(await fault("fault-quota")).toMatchObject({ status: 402, body: errorBody("insufficient_quota", "insufficient_quota", null) });
  });

  test("504 returns the id of the accepted task and stops standard clients from a second one", async () => {
    const { status, body: answer, headers } = await fault("fault-504");
    const { error } = answer as { error: { task_id: string; message: string } };
    expect(status).toBe(504);
    expect(answer).toEqual(errorBody("timeout", "timeout", null));
    expect(headers.get("x-should-retry")).toBe("false");
    expect(headers.get("x-task-id")).toBe(error.task_id);
    expect(error.message).toContain(error.task_id);
    const poll = path === "/api/v2" ? `/api/v2/status/${error.task_id}` : `${path}/${error.task_id}`;
    expect((await service.settle(poll)).status).toBe(200);
  });
});

test("without a key, with a wrong one or with another scheme every endpoint answers 401 invalid_api_key", async () => {
  for (const authorization of [undefined, "Bearer wrong", `Basic ${service.key}`, "Bearer "]) {
    for (const [path] of [...posts, ["/api/v1/models"], ["/api/v1/responses/x"], ["/api/v2/status/x"]]) {
      const answer = await fetch(`${service.url}${path}`, authorization === undefined ? {} : { headers: { authorization } });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm="[^"]+"$/);
      expect(await answer.json()).toEqual(errorBody("invalid_api_key", "authentication_error", null));
    }
  }
});

test("an unknown task is 404 not_found for GET and DELETE", async () => {
  for (const path of ["responses", "images", "audios", "videos"]) {
    const answer = await service.get(`/api/v1/${path}/no-such-task`);
    expect(answer).toMatchObject({ status: 404, body: errorBody("not_found", "invalid_request_error", null) });
  }
  const answer = await service.delete("/api/v1/responses/no-such-task");
  expect(answer).toMatchObject({ status: 404, body: errorBody("not_found", "invalid_request_error", null) });
});

test("a missing model is 400 invalid_request with param model, and an unknown one 404 model_not_found", async () => {
  expect(await service.post("/api/v1/responses", { input: "x" })).toMatchObject({ status: 400, body: invalidRequest("model") });
  expect(await service.post("/api/v1/responses", { model: "no-such-model", input: "x" })).toMatchObject({
    status: 404,
    body: errorBody("model_not_found", "invalid_request_error", "model"),
  });
});

test("POST /responses answers 504 when its wait is over, GET the short object and later the whole one", async () => {
  const answer = await impatient.post("/api/v1/responses", { model: "demo-text", input: "Herons. ".repeat(20) });
  expect(answer).toMatchObject({ status: 504, body: errorBody("timeout", "timeout", null) });
  expect(answer.headers.get("x-should-retry")).toBe("false");
  const { error } = answer.body as { error: { task_id: string } };
  const path = `/api/v1/responses/${error.task_id}`;
  expect((await impatient.get(path)).body).toEqual({ id: error.task_id, object: "response", status: "in_progress" });
  await impatient.close();
  // The next service on the same data generates it again, without a delay.
  const quick = await startTestService({ data });
  await expect.poll(async () => (await quick.get(path)).body).toMatchObject({ status: "completed", output: [{}] });
});

test("a failed response is 500 api_error from POST, and from GET with the id that POST returned", async () => {
  const answer = await service.post("/api/v1/responses", { model: "fault-failed-task", input: "x" });
  expect(answer).toMatchObject({ status: 500, body: errorBody("api_error", "api_error", null) });
  expect(answer.headers.get("x-should-retry")).toBe("false");
  const again = await service.get(`/api/v1/responses/${answer.headers.get("x-task-id")}`);
  expect(again).toMatchObject({ status: 500, body: errorBody("api_error", "api_error", null) });
});

test.each([
  ["/api/v2", "content[0].text is missing.", { ai: { model: "demo-text" }, content: [{ type: "input_text" }] }],
  ["/api/v2", "content[1].file_data is missing.", { ai: { model: "demo-text" }, content: [text, { type: "input_file" }] }],
  ["/api/v2", "content[0].text must be a string.", { ai: { model: "demo-text" }, content: [{ type: "input_text", text: 7 }] }],
  ["/api/v1/images", "image[0].image_url is missing.", { model: "demo-image", prompt: "x", image: [{ type: "input_image" }] }],
  ["/api/v1/responses", "tools[0].name is missing.", { model: "demo-text", input: "x", tools: [{ type: "function" }] }],
  [
    "/api/v1/responses",
    "tools[0].description must be a string.",
    { model: "demo-text", input: "x", tools: [{ type: "function", name: "f", description: 7 }] },
  ],
])("%s names the field inside a list that is wrong: %s", async (path, reason, body) => {
  const answer = await service.post(path, body);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(reason);
});

test("a service that cannot read its own data answers 503, which does not say that the generation failed", async () => {
  const folder = await mkdtemp(join(data, "broken-"));
  const broken = await startTestService({ data: folder });
  const answer = await broken.post("/api/v1/responses", { model: "demo-text", input: "x" });
  const database = new DatabaseSync(join(folder, "generation-service.db"));
  database.exec("ALTER TABLE files RENAME TO elsewhere");
  database.close();
  const again = await broken.get(`/api/v1/responses/${answer.headers.get("x-task-id")}`);
  expect(again).toMatchObject({ status: 503, body: errorBody("api_error", "api_error", null) });
  await broken.close();
});

test.each([
  ["images", { prompt: "x" }],
  ["audios", { input: "x", voice: "slt", format: "wav" }],
  ["videos", { prompt: "x" }],
] as const)("a failed task of /%s is 200 with status failed and an error of type server_error", async (endpoint, body) => {
  const answer = await service.make(endpoint, { model: "fault-failed-task", ...body });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    id: expect.any(String),
    status: "failed",
    created: expect.any(Number),
    error: { message: expect.stringMatching(/\S/), type: "server_error", code: "500" },
  });
});

test("a key that made more requests in a minute than its limit is 429 with the seconds to wait", async () => {
  for (let count = 0; count < 3; count += 1) expect((await limited.get("/api/v1/models")).status).toBe(200);
  const answer = await limited.get("/api/v1/models");
  expect(answer).toMatchObject({ status: 429, body: errorBody("rate_limit_exceeded", "rate_limit_error", null) });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(50);
});

test("a balance that is no longer positive refuses generations, and nothing else", async () => {
  expect((await empty.post("/api/v1/responses", { model: "demo-text", input: "x" })).status).toBe(200);
  for (const [path, body] of posts) {
    const model = { "/api/v1/responses": "demo-text", "/api/v1/audios": "flite", "/api/v1/videos": "demo-video" }[path as string];
    const answer = await empty.post(path, body(model ?? "demo-image"));
    expect(answer).toMatchObject({ status: 402, body: errorBody("insufficient_quota", "insufficient_quota", null) });
  }
  expect((await empty.get("/api/v1/models")).status).toBe(200);
});
