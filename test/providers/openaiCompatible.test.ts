/** Engines with OpenAI's chat completions: the requests sent to them, and the conversion of their answers. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { errorBody, listModels, readMediaFile, readV2Status, startTestService } from "../service/testService.ts";
import { chat, hello, models, start } from "./compatibleService.ts";
import { chunk, finishChunk, sendEvents, sendJson, startEngine, usageChunk } from "./engine.ts";
import { deltasOf, streamEvents } from "./events.ts";
import { marked, markedPng } from "./markedFile.ts";

/** How the configuration refers to an environment variable. */
const fromEnvironment = (variable: string) => `\${${variable}}`;

test("the catalogue lists a provider's models under its prefix; ids may contain percent signs and slashes, plain or encoded", async () => {
  const { service } = await start({});
  await expect
    .poll(() => listModels(service))
    .toEqual([
      expect.objectContaining({ id: "local/llama-3", owned_by: "local", capabilities: { kinds: ["text"] } }),
      expect.objectContaining({ id: "local/org/deep/model" }),
      expect.objectContaining({ id: "local/odd%2Fname" }),
    ]);
  expect((await service.get("/api/v1/models/local/org/deep/model")).body.id).toBe("local/org/deep/model");
  expect((await service.get(`/api/v1/models/${encodeURIComponent("local/org/deep/model")}`)).body.id).toBe("local/org/deep/model");
  expect((await service.get(`/api/v1/models/${encodeURIComponent("local/odd%2Fname")}`)).body.id).toBe("local/odd%2Fname");
});

test("the first delta is forwarded before the provider sends the second", async () => {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const { service } = await start({
    [chat]: async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(chunk({ content: "first" }))}\n\n`);
      await release;
      response.end(`data: ${JSON.stringify(finishChunk("stop"))}\n\ndata: [DONE]\n\n`);
    },
  });
  const answer = await fetch(`${service.url}/api/v1/responses`, {
    method: "POST",
    headers: service.headers,
    body: JSON.stringify({ model: "local/llama-3", input: "x", stream: true }),
  });
  let text = "";
  for await (const part of answer.body ?? []) {
    text += Buffer.from(part).toString();
    if (text.includes('"delta":"first"')) resolve();
  }
  expect(text).toContain("response.completed");
});

test("v1 without a stream, v1 with one and v2 answer the same text, with the provider's usage", async () => {
  const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10, prompt_tokens_details: { cached_tokens: 2 } };
  const { service } = await start({ [chat]: sendEvents([...hello, usageChunk(usage)]) });
  const events = await streamEvents(service, { model: "local/llama-3", input: "x" });
  expect(deltasOf(events)).toEqual(["Hel", "lo"]);
  const { body } = await service.post("/api/v1/responses", { model: "local/llama-3", input: "x" });
  expect(body).toMatchObject({
    status: "completed",
    output: [{ type: "message", content: [{ text: "Hello" }] }],
    usage: { input_tokens: 7, input_tokens_details: { cached_tokens: 2 }, output_tokens: 3, total_tokens: 10 },
  });
  const v2 = await service.makeV2({ ai: { model: "local/llama-3" }, content: [{ type: "input_text", text: "x" }] });
  expect(v2.body).toMatchObject({ contents: { status: 2, text: "Hello" } });
});

test("the dialogue is sent with its roles, instructions, effort, image and text file", async () => {
  const { engine, service } = await start({ [chat]: sendEvents(hello) });
  const png = markedPng.toString("base64");
  await service.post("/api/v1/responses", {
    model: "local/llama-3",
    instructions: "Be short.",
    reasoning: { effort: "low" },
    input: [
      { role: "user", content: "One" },
      { role: "assistant", content: [{ type: "output_text", text: "Two" }] },
      {
        role: "user",
        content: [
          { type: "input_text", text: "Three" },
          { type: "input_image", image_url: `data:image/png;base64,${png}` },
          { type: "input_file", filename: "notes.txt", file_data: `data:text/plain;base64,${btoa("kestrel")}` },
        ],
      },
    ],
  });
  const sent = engine.requests.find((request) => request.path === "/v1/chat/completions");
  expect(sent?.json).toMatchObject({
    model: "llama-3",
    stream: true,
    reasoning_effort: "low",
    messages: [
      { role: "system", content: "Be short." },
      { role: "user", content: "One" },
      { role: "assistant", content: "Two" },
      {
        role: "user",
        content: [
          { type: "text", text: "Three" },
          { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
          { type: "text", text: "notes.txt:\n\nkestrel" },
        ],
      },
    ],
  });
});

test("a file that the provider does not accept is refused with param input, and nothing is sent", async () => {
  const { engine, service } = await start({ [chat]: sendEvents(hello) });
  const content = [{ type: "input_video", video_url: "data:video/mp4;base64,AAAA" }];
  const { status, body } = await service.post("/api/v1/responses", { model: "local/llama-3", input: [{ role: "user", content }] });
  expect([status, body]).toEqual([400, errorBody("invalid_request", "invalid_request_error", "input")]);
  expect(engine.countOf("/v1/chat/completions")).toBe(0);
});

test("function tools are sent to the model, its calls are streamed back, and their outputs continue the dialogue", async () => {
  const call = (piece: Record<string, unknown>) => chunk({ tool_calls: [{ index: 0, ...piece }] });
  let round = 0;
  const { engine, service } = await start({
    [chat]: (request, response) => {
      round += 1;
      const calling = [
        call({ id: "call_0", type: "function", function: { name: "get_weather", arguments: "" } }),
        call({ function: { arguments: '{"city":' } }),
        call({ function: { arguments: '"Oslo"}' } }),
        finishChunk("tool_calls"),
      ];
      return sendEvents(round === 1 ? calling : hello)(request, response);
    },
  });
  const tools = [{ type: "function", name: "get_weather", parameters: { type: "object", properties: { city: { type: "string" } } } }];
  const events = await streamEvents(service, {
    model: "local/llama-3",
    input: "Weather in Oslo?",
    tools,
    tool_choice: "required",
    parallel_tool_calls: false,
  });
  expect(deltasOf(events, "response.function_call_arguments.delta").join("")).toBe('{"city":"Oslo"}');
  const completed = events.at(-1)?.response as { output: Record<string, unknown>[] };
  expect(completed.output).toEqual([
    expect.objectContaining({ type: "function_call", name: "get_weather", arguments: '{"city":"Oslo"}', status: "completed" }),
  ]);
  expect(engine.requests.at(-1)?.json).toMatchObject({
    tool_choice: "required",
    parallel_tool_calls: false,
    tools: [{ type: "function", function: { name: "get_weather" } }],
  });
  const [item] = completed.output;
  const { body } = await service.post("/api/v1/responses", {
    model: "local/llama-3",
    tools,
    input: [{ role: "user", content: "Weather in Oslo?" }, item, { type: "function_call_output", call_id: item?.call_id, output: "Rain" }],
  });
  expect(body).toMatchObject({ output: [{ type: "message" }] });
  expect(engine.requests.at(-1)?.json.messages).toEqual([
    { role: "user", content: "Weather in Oslo?" },
    expect.objectContaining({ role: "assistant", tool_calls: [expect.objectContaining({ id: "call_0" })] }),
    { role: "tool", tool_call_id: "call_0", content: "Rain" },
  ]);
});

test("a length limit ends as incomplete, and reasoning becomes a summary", async () => {
  const { service } = await start({
    [chat]: sendEvents([chunk({ reasoning_content: "Hm" }), chunk({ content: "Half" }), finishChunk("length")]),
  });
  const events = await streamEvents(service, { model: "local/llama-3", input: "x" });
  expect(events.at(-1)).toMatchObject({
    type: "response.incomplete",
    response: {
      incomplete_details: { reason: "max_output_tokens" },
      output: [
        { type: "reasoning", summary: [{ text: "Hm" }] },
        { type: "message", status: "incomplete", content: [{ text: "Half" }] },
      ],
    },
  });
});

test("an answer that breaks off fails, keeps the text so far, and is not requested again", async () => {
  const { engine, service } = await start({ [chat]: sendEvents([chunk({ content: "Half" })], "cut") });
  const events = await streamEvents(service, { model: "local/llama-3", input: "x" });
  expect(deltasOf(events)).toEqual(["Half"]);
  expect(events.at(-1)).toMatchObject({
    type: "response.failed",
    response: { error: { code: "api_error", message: expect.stringContaining("local") } },
  });
  expect(engine.countOf("/v1/chat/completions")).toBe(1);
});

test("429 is retried after Retry-After, 500 is not", async () => {
  let asked = 0;
  const { engine, service } = await start({
    [chat]: (request, response) => {
      asked += 1;
      return asked === 1
        ? sendJson({ error: { message: "slow down" } }, 429, { "retry-after": "0.1" })(request, response)
        : sendEvents(hello)(request, response);
    },
  });
  const { body } = await service.post("/api/v1/responses", { model: "local/llama-3", input: "x" });
  expect(body).toMatchObject({ status: "completed" });
  expect(engine.countOf("/v1/chat/completions")).toBe(2);
  const failing = await start({ [chat]: sendJson({ error: { message: "oh no" } }, 500) });
  const failed = await failing.service.post("/api/v1/responses", { model: "local/llama-3", input: "x" });
  expect([failed.status, failed.body]).toEqual([500, errorBody("api_error", "api_error", null)]);
  expect(failing.engine.countOf("/v1/chat/completions")).toBe(1);
});

test("an error names the provider and contains neither key nor prompt", async () => {
  const message = "bad prompt: a very secret sentence that nobody else may ever read, with sk-very-secret-key";
  const { engine, service } = await start(
    { [chat]: sendJson({ error: { message } }, 400) },
    { apiKey: fromEnvironment("LOCAL_KEY") },
    { LOCAL_KEY: "sk-very-secret-key" },
  );
  const { status, body } = await service.post("/api/v1/responses", {
    model: "local/llama-3",
    input: "a very secret sentence that nobody else may ever read",
  });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: "invalid_request", message: expect.stringMatching(/^local .*bad prompt/) });
  expect(JSON.stringify(body)).not.toMatch(/secret/);
  expect(engine.requests.at(-1)?.headers.authorization).toBe("Bearer sk-very-secret-key");
});

test("a refused connection leads to the fallback, and an unreachable provider does not hide the others", async () => {
  const engine = await startEngine({ ...models, [chat]: sendEvents(hello) });
  const configuration = readConfiguration(`
providers:
  away:
    type: openai-compatible
    baseURL: http://127.0.0.1:1/v1
    models: { big: { kinds: [text], fallback: [local/llama-3] } }
  local: { type: openai-compatible, baseURL: "${engine.url}/v1" }
`);
  const service = await startTestService({ configuration });
  await expect
    .poll(() => listModels(service))
    .toEqual(expect.arrayContaining([expect.objectContaining({ id: "away/big" }), expect.objectContaining({ id: "local/llama-3" })]));
  expect((await service.post("/api/v1/responses", { model: "away/big", input: "x" })).body).toMatchObject({
    status: "completed",
    model: "away/big",
  });
});

test("a provider that does not answer with its models delays only the first calls", async () => {
  const { service } = await start({ "GET /v1/models": () => undefined }, { models: { big: { kinds: ["text"] } } });
  const listed = [expect.objectContaining({ id: "local/big" })];
  expect(await listModels(service)).toEqual(listed);
  const begun = performance.now();
  expect(await listModels(service)).toEqual(listed);
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test("a large image arrives byte for byte", async () => {
  const image = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), randomBytes(1_000_001)]);
  const answer = sendJson({ created: 1, data: [{ b64_json: image.toString("base64") }] });
  const painter = { models: { painter: { kinds: ["image"] } } };
  const { service } = await start({ "POST /v1/images/generations": answer }, painter);
  const made = await service.make("images", { model: "local/painter", prompt: "x" });
  expect(readMediaFile(made).equals(image)).toBe(true);
});

test("a request of unknown cost is not charged, and the log names the model", async () => {
  const events = [chunk({ content: "Hello" }), finishChunk("stop"), usageChunk({ prompt_tokens: 500, completion_tokens: 200 })];
  const engine = await startEngine({ ...models, [chat]: sendEvents(events) });
  const logOf = async (extra: object) => {
    const log: string[] = [];
    const configuration = readConfiguration(
      JSON.stringify({ providers: { local: { type: "openai-compatible", baseURL: `${engine.url}/v1`, ...extra } } }),
    );
    const service = await startTestService({ configuration, balance: 5, log: (line) => log.push(line) });
    const made = readV2Status(await service.makeV2({ ai: { model: "local/llama-3" }, content: [{ type: "input_text", text: "x" }] }));
    return { lines: log.filter((line) => line.includes("cost")), balance: made.balance.balance, cost: made.contents.cost.amount };
  };
  expect(await logOf({})).toEqual({ lines: ["the cost of local/llama-3 is not known: 0 is charged"], balance: 5, cost: 0 });
  const prices = { models: { "llama-3": { price: { input: 2, output: 10 } } } };
  expect(await logOf(prices)).toEqual({ lines: [], balance: 4.997, cost: 0.003 });
});

test("the cost is the one that the provider reports, otherwise the configured price", async () => {
  const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };
  const prices = { models: { "llama-3": { price: { input: 2, output: 10 } } } };
  const priced = await start({ [chat]: sendEvents([...hello, usageChunk(usage)]) }, prices);
  const reported = await start({ [chat]: sendEvents([...hello, usageChunk({ ...usage, cost: 0.5 })]) }, prices);
  const costOf = async (service: Awaited<ReturnType<typeof startTestService>>) =>
    (await service.makeV2({ ai: { model: "local/llama-3" }, content: [{ type: "input_text", text: "x" }] })).body;
  expect(await costOf(priced.service)).toMatchObject({ contents: { cost: { amount: 0.003 } } });
  expect(await costOf(reported.service)).toMatchObject({ contents: { cost: { amount: 0.5 } } });
});

test("images are requested with size and quality, as base64 or as a link, and the key is sent only to the provider's origin", async () => {
  const png = Buffer.from("89504e470d0a1a0a0000", "hex");
  const other = await startEngine({ "GET /x.png": (_, response) => void response.end(png) });
  const { engine, service } = await start(
    {
      "POST /v1/images/generations": (request, response) => {
        const link = request.json.prompt === "elsewhere" ? `${other.url}/x.png` : undefined;
        return sendJson({ data: [link === undefined ? { b64_json: png.toString("base64") } : { url: link }] })(request, response);
      },
    },
    { apiKey: "sk-secret", models: { "sd-turbo": { kinds: ["image"], options: { response_format: "b64_json" } } } },
  );
  const made = await service.make("images", { model: "local/sd-turbo", prompt: "a boat", size: "512x512", quality: "high" });
  expect(made.body).toMatchObject({ status: "completed", data: [{ b64_json: png.toString("base64") }] });
  expect(engine.requests.at(-1)?.json).toEqual({
    model: "sd-turbo",
    prompt: "a boat",
    n: 1,
    size: "512x512",
    quality: "high",
    response_format: "b64_json",
  });
  const away = await service.make("images", { model: "local/sd-turbo", prompt: "elsewhere" });
  expect(away.body).toMatchObject({ status: "failed" });
  expect(other.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  const refused = await service.post("/api/v1/images", { model: "local/sd-turbo", prompt: "x", aspect_ratio: "16:9" });
  expect([refused.status, refused.body]).toEqual([400, errorBody("invalid_request", "invalid_request_error", "aspect_ratio")]);
});

test("a text model without an image tool draws through the service", async () => {
  const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(64_000)]).toString("base64");
  let round = 0;
  const { engine, service } = await start(
    {
      [chat]: (request, response) => {
        round += 1;
        const asks = chunk({
          tool_calls: [
            { index: 0, id: "call_0", type: "function", function: { name: "generate_image", arguments: '{"prompt":"a red boat"}' } },
          ],
        });
        return sendEvents(round === 1 ? [asks, finishChunk("tool_calls")] : hello)(request, response);
      },
      "POST /v1/images/generations": sendJson({ data: [{ b64_json: png }] }),
    },
    { models: { "sd-turbo": { kinds: ["image"] } } },
  );
  const { body } = await service.post("/api/v1/responses", {
    model: "local/llama-3",
    input: "Draw a boat.",
    tools: [{ type: "image_generation", size: "512x512" }],
  });
  expect(body.output).toEqual([
    expect.objectContaining({ type: "image_generation_call", result: png }),
    expect.objectContaining({ type: "message" }),
  ]);
  // The image has the image model's price, so its bytes are not tokens of the text model, which reports no usage.
  expect(body.usage).toMatchObject({ output_tokens: 1 });
  expect(engine.requests.find((request) => request.path === "/v1/images/generations")?.json).toMatchObject({
    prompt: "a red boat",
    size: "512x512",
  });
});

test("speech is requested with voice, format and speed", async () => {
  const mp3 = await marked(Buffer.from("fffb9000", "hex"));
  const { engine, service } = await start(
    { "POST /v1/audio/speech": (_, response) => void response.end(mp3) },
    { models: { kokoro: { kinds: ["audio"] } } },
  );
  const made = await service.make("audios", { model: "local/kokoro", input: "Hello", voice: "af_bella", format: "mp3", speed: 1.5 });
  expect(made.body).toMatchObject({ status: "completed", format: "mp3", data: [{ b64_json: mp3.toString("base64") }] });
  expect(engine.requests.at(-1)?.json).toMatchObject({
    model: "kokoro",
    input: "Hello",
    voice: "af_bella",
    response_format: "mp3",
    speed: 1.5,
  });
});
