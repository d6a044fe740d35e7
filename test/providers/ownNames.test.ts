/** Files under names that only one service has, as base64 that is taken out of the answer, and behind a link. */
import { expect, test } from "vitest";
import { readMediaFile } from "../service/testService.ts";
import { start } from "./compatibleService.ts";
import { type Answer, sendJson } from "./engine.ts";
import { marked, markedPng } from "./markedFile.ts";

const large = Buffer.concat([markedPng, Buffer.alloc(200_000, 7)]);
const mp3 = await marked(Buffer.from("ID3\x04\0\0\0\0\0\0\0\0\0\0", "latin1"));
const send =
  (file: Buffer): Answer =>
  (_, response) =>
    void response.end(file);

// Sources: the references of Runware, GMI Cloud, fal and Tencent.
test.each<[service: string, kind: "images" | "audios", body: unknown, file: Buffer]>([
  ["Runware", "images", { data: [{ taskType: "imageInference", imageUUID: "u", imageBase64Data: large.toString("base64") }] }, large],
  ["GMI Cloud", "images", { status: "success", outcome: { media_urls: [{ id: "0", url: "/files/x.png" }] } }, markedPng],
  ["fal", "audios", { audio_file: { url: "/files/x.mp3", content_type: "audio/mpeg" } }, mp3],
  ["Tencent", "audios", { Response: { Audio: mp3.toString("base64"), SessionId: "s", RequestId: "r" } }, mp3],
])("what %s has made of %s is received", async (_, kind, body, file) => {
  const routes = {
    "POST /v1/images/generations": sendJson(body),
    "POST /v1/audio/speech": sendJson(body),
    "GET /files/x.png": send(file),
    "GET /files/x.mp3": send(file),
  };
  const { service } = await start(routes, { models: { m: { kinds: ["image", "audio"] } } });
  const made = await service.make(kind, { model: "local/m", prompt: "A fox", input: "A fox", voice: "a", format: "mp3" });
  expect(made.body).toMatchObject({ status: "completed" });
  expect(readMediaFile(made).equals(file)).toBe(true);
});
