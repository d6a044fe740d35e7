/** Answers that servers and proxies compress although nobody asked for it. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readMediaFile } from "../service/testService.ts";
import { chat, start } from "./compatibleService.ts";
import { type Answer, chunk, finishChunk } from "./engine.ts";

type Compress = (bytes: Buffer) => Buffer;
const encodings: [encoding: string, compress: Compress][] = [
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
  ["gzip, br", (bytes) => brotliCompressSync(gzipSync(bytes))],
  ["identity", (bytes) => bytes],
  ["deflate", deflateRawSync],
  // A proxy that decompresses an answer and keeps its header, and a server that leaves out the end.
  ["gzip", (bytes) => bytes],
  ["gzip", (bytes) => gzipSync(bytes).subarray(0, -8)],
];

describe.each(encodings)("with %s", (encoding, compress) => {
  const send =
    (body: unknown, type: string, status = 200): Answer =>
    (_, response) => {
      const bytes = compress(Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
      response.writeHead(status, { "content-type": type, "content-encoding": encoding, "content-length": bytes.length }).end(bytes);
    };

  test("a stream, a list, an image and an error are read", async () => {
    const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(100_000)]);
    const events = [chunk({ content: "Hello" }), finishChunk("stop")].map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
    const routes = {
      "GET /v1/models": send({ data: [{ id: "m" }, { id: "p" }, { id: "broken" }] }, "application/json"),
      [chat]: ((request, response) =>
        request.json.model === "broken"
          ? send({ error: "The model does not fit into memory" }, "application/json", 500)(request, response)
          : send(`${events}data: [DONE]\n\n`, "text/event-stream")(request, response)) satisfies Answer,
      "POST /v1/images/generations": send({ data: [{ b64_json: png.toString("base64") }] }, "application/json"),
    };
    const { service } = await start(routes, { models: { p: { kinds: ["image"] } } });
    // A list that arrives late is used later.
    await expect.poll(async () => (await service.get("/api/v1/models/local%2Fm")).status).toBe(200);
    const answer = await service.post("/api/v1/responses", { model: "local/m", input: "x" });
    expect(answer.body).toMatchObject({ status: "completed", output: [{ content: [{ text: "Hello" }] }] });
    expect(readMediaFile(await service.make("images", { model: "local/p", prompt: "x" })).equals(png)).toBe(true);
    const refused = await service.post("/api/v1/responses", { model: "local/broken", input: "x" });
    expect(refused.body).toMatchObject({ error: { message: expect.stringContaining("does not fit into memory") } });
  });
});
