/** `/api/v1/images`, `/audios` and `/videos` over a socket, field by field. What their files show is in `more/mediaFiles.test.ts`. */
import { describe, expect, test } from "vitest";
import { errorBody, invalidRequest, startHesitantService, startTestService } from "./testService.ts";
import { undecodedImages } from "./undecodedImages.ts";

const service = await startTestService();

const image = { model: "demo-image", prompt: "A heron in the reeds", size: "512" };
const audio = { model: "flite", input: "Good morning, heron.", voice: "slt", format: "wav" };
const video = { model: "demo-video", prompt: "A heron takes off", quality: "480p", duration: 1 };
const bodies = { images: image, audios: audio, videos: video } as const;
const endpoints = ["images", "audios", "videos"] as const;

const refused = async (endpoint: (typeof endpoints)[number], body: unknown) => {
  const { status, body: answer } = await service.post(`/api/v1/${endpoint}`, body);
  return { status, body: answer };
};

test("images, audio and answers do not wait for videos, however many are running", async () => {
  const busy = await startTestService();
  const long = { ...video, quality: "1080p", duration: 8 };
  const posted = await Promise.all(Array.from({ length: 5 }, () => busy.post("/api/v1/videos", long)));
  const others = [busy.make("images", image), busy.make("audios", audio)];
  for (const made of await Promise.all(others)) expect(made.body.status).toBe("completed");
  expect((await busy.post("/api/v1/responses", { model: "demo-text", input: "Good morning" })).body.status).toBe("completed");
  const polls = await Promise.all(posted.map(({ body }) => busy.get(`/api/v1/videos/${body.id}`)));
  expect(polls.filter(({ body }) => body.status === "completed")).toEqual([]);
  await busy.close();
});

describe.each(endpoints)("/%s", (endpoint) => {
  test("POST answers 202 with id and a polling_url that can be polled", async () => {
    const { status, body } = await service.post(`/api/v1/${endpoint}`, bodies[endpoint]);
    expect(status).toBe(202);
    expect(body).toEqual({ id: expect.any(String), polling_url: `${service.url}/api/v1/${endpoint}/${body.id}` });
    const poll = await fetch(String(body.polling_url), { headers: service.headers });
    expect(poll.status).toBe(200);
  });

  test("a pending task has only id and status, and is then completed", async () => {
    const { hesitant, goOn } = await startHesitantService();
    const { body } = await hesitant.post(`/api/v1/${endpoint}`, bodies[endpoint]);
    const path = `/api/v1/${endpoint}/${body.id}`;
    expect((await hesitant.get(path)).body).toEqual({ id: body.id, status: "pending" });
    expect((await (await goOn()).settle(path)).body.status).toBe("completed");
  });

  test("a completed task has created, data and a usage that adds up, and only audio has format", async () => {
    const { status, body } = await service.make(endpoint, bodies[endpoint]);
    expect(status).toBe(200);
    const { input_tokens, output_tokens, total_tokens } = body.usage as Record<string, number>;
    expect(body).toEqual({
      id: expect.any(String),
      status: "completed",
      created: expect.any(Number),
      data: [{ b64_json: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) }],
      usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number), total_tokens: expect.any(Number) },
      ...(endpoint === "audios" ? { format: "wav" } : {}),
    });
    expect(total_tokens).toBe((input_tokens ?? 0) + (output_tokens ?? 0));
  });

  test("a task is not found at another endpoint, nor after DELETE /responses/<id>", async () => {
    const { body } = await service.make(endpoint, bodies[endpoint]);
    const notFound = { status: 404, body: errorBody("not_found", "invalid_request_error", null) };
    for (const other of ["responses", ...endpoints].filter((name) => name !== endpoint)) {
      expect(await service.get(`/api/v1/${other}/${body.id}`)).toMatchObject(notFound);
    }
    expect(await service.delete(`/api/v1/responses/${body.id}`)).toMatchObject({
      status: 200,
      body: { id: body.id, object: "response", deleted: true },
    });
    expect(await service.get(`/api/v1/${endpoint}/${body.id}`)).toMatchObject(notFound);
  });

  test("a missing, unknown or unsuitable model is refused by name", async () => {
    expect(await refused(endpoint, { ...bodies[endpoint], model: undefined })).toEqual({ status: 400, body: invalidRequest("model") });
    expect(await refused(endpoint, { ...bodies[endpoint], model: "no-such-model" })).toEqual({
      status: 404,
      body: errorBody("model_not_found", "invalid_request_error", "model"),
    });
    expect(await refused(endpoint, { ...bodies[endpoint], model: "demo-text" })).toEqual({ status: 400, body: invalidRequest("model") });
  });

  test("a multimodal model is refused", async () => {
    expect(await refused(endpoint, { ...bodies[endpoint], model: "demo-multimodal" })).toEqual({
      status: 400,
      body: invalidRequest("model"),
    });
  });
});

test("a running task is processing and has only id and status", async () => {
  const faulty = await startTestService({ faults: true });
  const { body } = await faulty.post("/api/v1/images", { model: "fault-slow", prompt: "60 seconds" });
  await expect.poll(async () => (await faulty.get(`/api/v1/images/${body.id}`)).body).toEqual({ id: body.id, status: "processing" });
});

test("a running task can be deleted", async () => {
  const { hesitant } = await startHesitantService();
  const { body } = await hesitant.post("/api/v1/images", image);
  expect((await hesitant.delete(`/api/v1/responses/${body.id}`)).status).toBe(200);
  expect((await hesitant.get(`/api/v1/images/${body.id}`)).status).toBe(404);
});

test.each([
  ["images", "prompt"],
  ["videos", "prompt"],
  ["audios", "input"],
  ["audios", "voice"],
  ["audios", "format"],
] as const)("/%s refuses a request without %s by name", async (endpoint, field) => {
  expect(await refused(endpoint, { ...bodies[endpoint], [field]: undefined })).toEqual({ status: 400, body: invalidRequest(field) });
});

test.each([
  ["images", "prompt", 7],
  ["images", "size", 7],
  ["images", "size", "9x"],
  ["images", "quality", "best"],
  ["images", "aspect_ratio", "banana"],
  ["images", "image", "https://example.com/a.png"],
  ["images", "image", [{ type: "input_text", image_url: "x" }]],
  ["images", "image", [{ type: "input_image", image_url: "not a url" }]],
  ["videos", "size", "5:1"],
  ["videos", "quality", "16k"],
  ["videos", "duration", 4.5],
  ["videos", "duration", 0],
  ["videos", "duration", -1_000_000],
  ["videos", "duration", 9_000_000_000_000],
  ["videos", "duration", "4"],
  ["videos", "duration", 9999],
  ["videos", "image", [{}]],
  ["audios", "voice", "kazoo"],
  ["audios", "format", "midi"],
  ["audios", "speed", 0],
  ["audios", "speed", "fast"],
] as const)("/%s refuses %s = %j by name", async (endpoint, field, value) => {
  expect(await refused(endpoint, { ...bodies[endpoint], [field]: value })).toEqual({ status: 400, body: invalidRequest(field) });
});

test.each(undecodedImages)("a reference image of type %s, which the demo does not decode, is refused by name", async (mediaType, uris) => {
  for (const image_url of uris) {
    for (const endpoint of ["images", "videos"] as const) {
      const { status, body } = await refused(endpoint, { ...bodies[endpoint], image: [{ type: "input_image", image_url }] });
      expect([status, body]).toEqual([400, invalidRequest("image")]);
      expect(JSON.stringify(body)).toContain(`not ${mediaType}`);
    }
  }
});

test.each([
  ["Greek", "Καλημέρα, τι κάνετε;"],
  ["Russian", "Доброе утро"],
  ["Chinese", "早上好，苍鹭"],
  ["Japanese", "おはようございます"],
  ["Korean", "안녕하세요"],
  ["Arabic", "صباح الخير"],
  ["Hindi", "सुप्रभात"],
  ["emoji", "🎈🎈"],
])("the built-in voice refuses a text in %s before anything starts, in each form of the request", async (_, text) => {
  const content = [{ type: "input_text", text }];
  const forms = [
    ["/api/v1/audios", { ...audio, input: text }],
    ["/api/v2", { type: "out_audio", ai: { model: "flite" }, content }],
  ] as const;
  for (const [path, body] of forms) {
    const answer = await service.post(path, body);
    expect([path, answer.status]).toEqual([path, 400]);
    expect(JSON.stringify(answer.body)).toContain("reads English only. For other languages, add a provider (Add Provider…).");
  }
});
