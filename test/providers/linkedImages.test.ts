/** Images that a model sends within its text as links. Source: OpenRouter, "Image generation"; Together and proxies send links. */
import { expect, test } from "vitest";
import { chat, start } from "./compatibleService.ts";
import { type Answer, chunk, finishChunk, sendEvents, sendJson } from "./engine.ts";
import { markedPng } from "./markedFile.ts";

const sendImage: Answer = (_, response) => void response.writeHead(200, { "content-type": "image/png" }).end(markedPng);

test.each<[string, Record<string, unknown>]>([
  ["images", { images: [{ type: "image_url", image_url: { url: "/files/x.png" } }] }],
  ["image", { image: { url: "/files/x.png" } }],
  ["a part of the content", { content: [{ type: "image_url", image_url: { url: "/files/x.png" } }] }],
  ["a text called image", { image: "/files/x.png" }],
  ["DashScope's part of the content", { content: [{ image: "/files/x.png" }] }],
])("an image by a link in %s is an item of the answer", async (_, delta) => {
  const events = [chunk({ role: "assistant", content: "Here:" }), chunk(delta), chunk(delta), finishChunk("stop")];
  const { service, engine } = await start({ [chat]: sendEvents(events), "GET /files/x.png": sendImage });
  const { body } = await service.post("/api/v1/responses", { model: "local/llama-3", input: "A fox" });
  expect(body).toMatchObject({ status: "completed" });
  expect(body.output).toContainEqual(expect.objectContaining({ type: "image_generation_call", result: markedPng.toString("base64") }));
  expect(engine.countOf("/files/x.png")).toBe(1);
});

test("an answer does not make the service download any number of images", async () => {
  const paths = Array.from({ length: 150 }, (_, index) => `/files/${index}.png`);
  const events = [...paths.map((url) => chunk({ images: [{ image_url: { url } }] })), finishChunk("stop")];
  const images = Object.fromEntries(paths.map((path) => [`GET ${path}`, sendImage]));
  const { service, engine } = await start({ [chat]: sendEvents(events), ...images });
  const { body } = await service.post("/api/v1/responses", { model: "local/llama-3", input: "A fox" });
  expect(JSON.stringify(body)).toContain("more than 100 images");
  expect(paths.reduce((sum, path) => sum + engine.countOf(path), 0)).toBeLessThanOrEqual(100);
});

test.each<[string, Answer]>([
  ["a stream of the mark alone", sendEvents([])],
  ["an empty stream", (_, response) => void response.writeHead(200, { "content-type": "text/event-stream" }).end()],
  ["an empty list", sendJson([])],
  ["a list of the mark alone", sendJson(["[DONE]"])],
])("%s is no answer", async (_, answer) => {
  const { service } = await start({ [chat]: answer });
  const { status } = await service.post("/api/v1/responses", { model: "local/llama-3", input: "Hello" });
  expect(status).toBe(500);
});
