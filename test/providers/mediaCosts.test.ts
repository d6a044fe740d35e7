/**
 * What images and speech with a price per token cost. Expected: the tokens that the provider reports, by the price. Sources: OpenAI, "Create image"
 * and "Create speech", `usage`; Gemini API, `UsageMetadata`, and its "Pricing": 25 tokens are a second of audio.
 */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { readV2Status, startTestService, type TestService } from "../service/testService.ts";
import { chat, start } from "./compatibleService.ts";
import { type Answer, chunk, finishChunk, sendEvents, sendJson, startEngine, usageChunk } from "./engine.ts";

const costOf = async (service: TestService, body: object): Promise<number> => readV2Status(await service.makeV2(body)).contents.cost.amount;

const responseSchema = z.object({ output: z.array(z.object({ type: z.string() })) });

/** Half a second of silence: 24 kHz, 16 bits. */
const samples = Buffer.alloc(24_000);
const audio = samples.toString("base64");
const price = { input: 1, output: 1, audio_output: 100 };
const spoken = (model: string, format: string) => ({
  type: "out_audio",
  ai: { model, audio_voice: "Kore", audio_format: format },
  content: [{ type: "input_text", text: "Hello" }],
});
const events =
  (...data: object[]): Answer =>
  (_, response) =>
    void response
      .writeHead(200, { "content-type": "text/event-stream" })
      .end(data.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(""));
const json = (value: object): Answer => sendJson(value);
const delta = { type: "speech.audio.delta", audio };

test.each<[what: string, answer: Answer]>([
  ["OpenAI's events", events(delta, { type: "speech.audio.done", usage: { input_tokens: 14, output_tokens: 101, total_tokens: 115 } })],
  [
    "Gemini's events",
    events(
      { candidates: [{ content: { parts: [{ inlineData: { mimeType: "audio/L16;rate=24000", data: audio } }] } }] },
      { candidates: [{ finishReason: "STOP" }], usageMetadata: { promptTokenCount: 14, candidatesTokenCount: 101, totalTokenCount: 115 } },
    ),
  ],
  ["JSON", json({ audio, usage: { prompt_tokens: 14, completion_tokens: 101, total_tokens: 115 } })],
])("the tokens of speech that %s report are charged", async (_, answer) => {
  const { service } = await start({ "POST /v1/audio/speech": answer }, { models: { m: { kinds: ["audio"], price } } });
  expect(await costOf(service, spoken("local/m", "wav"))).toBeCloseTo((14 + 101 * 100) / 1e6, 9);
});

test.each(["wav", "mp3", "opus"])("the tokens of speech that Gemini reports are charged (%s)", async (format) => {
  const reported = { promptTokenCount: 14, candidatesTokenCount: 101, totalTokenCount: 115 };
  const part = { inlineData: { mimeType: "audio/L16;codec=pcm;rate=24000", data: audio } };
  const engine = await startEngine({
    "POST /v1/models/m:generateContent": sendJson({ candidates: [{ content: { parts: [part] } }], usageMetadata: reported }),
  });
  const google = { type: "google", baseURL: `${engine.url}/v1`, apiKey: "k", models: { m: { kinds: ["audio"], price } } };
  const service = await startTestService({ configuration: readConfiguration(JSON.stringify({ providers: { google } })) });
  expect(await costOf(service, spoken("google/m", format))).toBeCloseTo((14 + 101 * 100) / 1e6, 9);
});

test.each(["wav", "pcm", "flac", "mp3", "opus"])(
  "the tokens of speech that nobody reports are those of its duration (%s)",
  async (format) => {
    const answer: Answer = (_, response) => void response.writeHead(200, { "content-type": "audio/pcm" }).end(samples);
    const { service } = await start({ "POST /v1/audio/speech": answer }, { models: { m: { kinds: ["audio"], price: { output: 100 } } } });
    // What is coded ends a little later.
    const cost = await costOf(service, spoken("local/m", format));
    expect(cost).toBeGreaterThanOrEqual((13 * 100) / 1e6);
    expect(cost).toBeLessThanOrEqual((16 * 100) / 1e6);
  },
);

const png = Buffer.from("89504e470d0a1a0a", "hex");
const image = { b64_json: png.toString("base64") };
const asksFor = (prompt: string) =>
  chunk({
    tool_calls: [{ index: 0, id: "call_0", type: "function", function: { name: "generate_image", arguments: JSON.stringify({ prompt }) } }],
  });

test.each<[what: string, usage: object | undefined, tokens: number]>([
  ["reported", { input_tokens: 10, output_tokens: 1_000, total_tokens: 1_010 }, 1_000],
  ["not reported", undefined, 1],
  ["reported as zeros", { input_tokens: 0, output_tokens: 0, total_tokens: 0 }, 1],
])("an image whose tokens are %s costs the same, drawn in an answer or asked for", async (_, usage, tokens) => {
  const drawing = sendEvents([asksFor("a boat"), finishChunk("tool_calls"), usageChunk({ prompt_tokens: 1, completion_tokens: 1 })]);
  const said = sendEvents([chunk({ content: "Done" }), finishChunk("stop"), usageChunk({ prompt_tokens: 1, completion_tokens: 1 })]);
  const { service } = await start(
    {
      [chat]: (...exchange) => (/^(?!.*"role":"tool").*"tools"/.test(JSON.stringify(exchange[0].json)) ? drawing : said)(...exchange),
      "POST /v1/images/generations": sendJson({ data: [image], ...(usage ? { usage } : {}) }),
    },
    { models: { "llama-3": { price: {} }, painter: { kinds: ["image"], price: { output: 1_000 } } } },
  );
  const content = [{ type: "input_text", text: "a boat" }];
  const asked = await costOf(service, { type: "out_image", ai: { model: "local/painter" }, content });
  expect(asked).toBeCloseTo((tokens * 1_000) / 1e6, 9);
  const body = { model: "local/llama-3", input: "Draw.", tools: [{ type: "image_generation" }], max_output_tokens: 100 };
  const before = await balanceOf(service);
  expect((await service.post("/api/v1/responses", body)).body).toMatchObject({ status: "completed" });
  expect(before - (await balanceOf(service))).toBeCloseTo((tokens * 1_000) / 1e6, 9);
});

test("an answer draws at most ten images, however many its model asks for", async () => {
  const asked = Array.from({ length: 25 }, (_, index) =>
    chunk({
      tool_calls: [
        { index, id: `call_${index}`, type: "function", function: { name: "generate_image", arguments: `{"prompt":"${index}"}` } },
      ],
    }),
  );
  const { service, engine } = await start(
    {
      [chat]: (...exchange) => {
        const isAsking = /^(?!.*"role":"tool").*"tools"/.test(JSON.stringify(exchange[0].json));
        return sendEvents([...(isAsking ? asked : [chunk({ content: "Done" })]), finishChunk(isAsking ? "tool_calls" : "stop")])(
          ...exchange,
        );
      },
      "POST /v1/images/generations": sendJson({ data: [image] }),
    },
    { models: { "llama-3": { price: {} }, painter: { kinds: ["image"], price: { image: 2 } } } },
  );
  const before = await balanceOf(service);
  const body = { model: "local/llama-3", input: "Draw.", tools: [{ type: "image_generation" }] };
  const { output } = responseSchema.parse((await service.post("/api/v1/responses", body)).body);
  expect(output.filter(({ type }) => type === "image_generation_call")).toHaveLength(10);
  expect(engine.countOf("/v1/images/generations")).toBe(10);
  expect(before - (await balanceOf(service))).toBeCloseTo(20, 9);
  // The model is told, and ends its answer.
  const sent = JSON.stringify(engine.requests.findLast(({ json }) => JSON.stringify(json).includes('"role":"tool"'))?.json);
  expect(sent.split("not drawn: an answer has at most 10.").length - 1).toBe(15);
});

// Source: OpenRouter, "BYOK": its own cost is then only a fee, here none.
test("images and videos by a key of one's own at OpenRouter cost what its provider bills", async () => {
  const usage = { cost: 0, is_byok: true, cost_details: { upstream_inference_cost: 0.5 } };
  const { service } = await start(
    {
      "POST /v1/images": sendJson({ data: [image], usage }),
      "POST /v1/videos": sendJson({ id: "v", status: "pending" }),
      "GET /v1/videos/v": sendJson({ id: "v", status: "completed", usage }),
      "GET /v1/videos/v/content": (_, response) => void response.end(Buffer.from("000000186674797069736f6d", "hex")),
    },
    { engine: "openrouter", models: { painter: { kinds: ["image"] }, filmer: { kinds: ["video"] } } },
  );
  const content = [{ type: "input_text", text: "a boat" }];
  expect(await costOf(service, { type: "out_image", ai: { model: "local/painter" }, content })).toBe(0.5);
  expect(await costOf(service, { type: "out_video", ai: { model: "local/filmer" }, content })).toBe(0.5);
});

async function balanceOf(service: TestService): Promise<number> {
  const body = { ai: { model: "local/llama-3" }, content: [{ type: "input_text", text: "x" }] };
  return readV2Status(await service.makeV2(body)).balance.balance;
}
