/** Images whose bytes are something else than their type, or the text behind a link, says. */
import { expect, test } from "vitest";
import { readMediaFile } from "../service/testService.ts";
import { start } from "./compatibleService.ts";
import { type Answer, sendJson } from "./engine.ts";
import { markedPng as png } from "./markedFile.ts";

const base64 = png.toString("base64");
const large = Buffer.concat([png, Buffer.alloc(200_000, 7)]);
const paint = "POST /v1/images/generations";
const sendFile =
  (bytes: Uint8Array | string, type: string): Answer =>
  (_, response) =>
    void response.writeHead(200, { "content-type": type }).end(bytes);

async function make(routes: Record<string, Answer>) {
  const { service } = await start({ "GET /files/x.png": sendFile(png, "image/png"), ...routes }, { models: { m: { kinds: ["image"] } } });
  return service.make("images", { model: "local/m", prompt: "A fox" });
}

// A type that is wrong or absent does not decide what the bytes are.
test.each(
  [
    "",
    "application/json",
    "text/plain",
    "text/html; charset=utf-8",
    "text/event-stream",
    "image",
    "video/mp4",
    "multipart/form-data",
  ].flatMap((type) => [true, false].map((hasLength) => ({ type, hasLength }))),
)('an image is received as bytes called "$type", with their length: $hasLength', async ({ type, hasLength }) => {
  const answer: Answer = (_, response) => {
    if (type !== "") response.setHeader("content-type", type);
    if (hasLength) response.setHeader("content-length", png.length);
    else response.flushHeaders();
    response.end(png);
  };
  const made = await make({ [paint]: answer });
  expect(readMediaFile(made).equals(png)).toBe(true);
});

test.each<[string, Answer]>([
  ["base64", sendFile(base64, "text/plain")],
  ["large base64 in JSON", sendJson({ b64_json: large.toString("base64") })],
  ["a data URI", sendFile(`data:image/png;base64,${base64}`, "text/plain")],
  ["a link in JSON", sendJson({ url: "/files/x.png" })],
  ["a link", sendFile("/files/x.png\n", "text/plain")],
])("an image is received behind a link to a text that is %s", async (name, text) => {
  const made = await make({ [paint]: sendJson({ data: [{ url: "/view/text" }] }), "GET /view/text": text });
  expect(readMediaFile(made).equals(name.startsWith("large") ? large : png)).toBe(true);
});

test("an image is received in JSON that is called an image", async () => {
  const made = await make({ [paint]: sendFile(JSON.stringify({ data: [{ b64_json: base64 }] }), "image/png") });
  expect(readMediaFile(made).equals(png)).toBe(true);
});
