/** `POST`, `GET` and `DELETE /api/v1/responses` over a socket, field by field. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { encodeWav } from "../../src/media/sounds/encodeWav.ts";
import { errorBody, invalidRequest, startTestService } from "./testService.ts";

const service = await startTestService();
const path = "/api/v1/responses";
const redPng = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC";

interface Full {
  id: string;
  status: string;
  output: { type: string; id: string; status: string; result?: string; summary?: { type: string; text: string }[]; content?: Part[] }[];
  usage: { input_tokens: number; output_tokens: number; total_tokens: number } & Record<string, Record<string, number>>;
}
interface Part {
  type: string;
  text: string;
  annotations: { type: string; url: string; title: string; start_index: number; end_index: number }[];
}

const ask = async (body: Record<string, unknown>) => {
  const answer = await service.post(path, { model: "demo-text", ...body });
  expect(answer.body).not.toHaveProperty("error");
  expect(answer.status).toBe(200);
  return answer.body as unknown as Full;
};
const textOf = (response: Full) => response.output.find((item) => item.type === "message")?.content?.[0]?.text ?? "";
const refuse = async (body: Record<string, unknown>) => {
  const answer = await service.post(path, { model: "demo-text", ...body });
  return { status: answer.status, body: answer.body };
};

test("a Response has every field of the spec's table and no other", async () => {
  const response = await ask({ input: "Hello", instructions: "Be short.", reasoning: { effort: "low" }, tools: [{ type: "web_search" }] });
  expect(response).toEqual({
    id: expect.stringMatching(/^resp_/),
    object: "response",
    created_at: expect.any(Number),
    status: "completed",
    instructions: "Be short.",
    model: "demo-text",
    output: expect.any(Array),
    parallel_tool_calls: true,
    reasoning: { effort: "low" },
    text: { format: { type: "text" } },
    tool_choice: "auto",
    tools: [{ type: "web_search" }],
    usage: expect.any(Object),
  });
});

test("instructions and reasoning are absent and tools is empty when none were sent", async () => {
  const response = await ask({ input: "Hello" });
  expect(response).not.toHaveProperty("instructions");
  expect(response).not.toHaveProperty("reasoning");
  expect(response).toMatchObject({ tools: [] });
});

test("input may be a string", async () => {
  const response = await ask({ input: "The heron waits in the reeds." });
  expect(textOf(response)).toContain("heron");
});

test("every text answer is labelled as demo", async () => {
  expect(textOf(await ask({ input: "Hello" })).toLowerCase()).toContain("demo");
});

test("input may be messages with roles user and assistant, with or without type", async () => {
  const response = await ask({
    input: [
      { role: "user", content: "My name is Ada." },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello Ada." }] },
      { type: "message", role: "user", content: [{ type: "input_text", text: "What is my name?" }] },
    ],
  });
  expect(response.status).toBe("completed");
});

test("input may be bare parts outside of a message", async () => {
  const response = await ask({ input: [{ type: "input_text", text: "Please quote the word marmalade." }] });
  expect(textOf(response)).toContain("marmalade");
});

test.each(["system", "developer"])("the role %s inside input is refused", async (role) => {
  expect(await refuse({ input: [{ role, content: "Be rude." }] })).toEqual({ status: 400, body: invalidRequest("input") });
});

test("input_file takes file_data as a data URI or as bare base64", async () => {
  const base64 = Buffer.from("The password of the lighthouse is kestrel.").toString("base64");
  for (const file_data of [`data:text/plain;base64,${base64}`, base64]) {
    const response = await ask({
      input: [
        {
          role: "user",
          content: [
            { type: "input_text", text: "Quote the file." },
            { type: "input_file", file_data, filename: "a.txt" },
          ],
        },
      ],
    });
    expect(textOf(response)).toContain("kestrel");
  }
});

/** The URL of a local server that has one file at every path. */
async function serveFile(mediaType: string, bytes: string | Uint8Array): Promise<string> {
  const server = createServer((_, answer) => answer.setHeader("content-type", mediaType).end(bytes));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("input_file takes file_url, which is fetched", async () => {
  const file_url = `${await serveFile("text/plain", "The harbour is called Nightjar.")}/harbour.txt`;
  const response = await ask({
    input: [
      { type: "input_text", text: "Quote the file." },
      { type: "input_file", file_url },
    ],
  });
  expect(textOf(response)).toContain("Nightjar");
});

test.each([
  ["input_image", "image_url", "image/png", "red.png", Buffer.from(redPng, "base64"), /`red\.png`: a PNG image of \*\*8 × 8\*\*/],
  [
    "input_audio",
    "audio_url",
    "audio/wav",
    "tone.wav",
    encodeWav([new Float32Array(24_000)], 24_000, ""),
    /`tone\.wav`: a sound of 1\.0 seconds/,
  ],
  ["input_video", "video_url", "video/mp4", "clip.mp4", Buffer.alloc(300), /`clip\.mp4`: a clip, video\/mp4, 300 bytes/],
])("%s takes a URL in %s, which is fetched", async (type, field, mediaType, name, bytes, seen) => {
  const url = `${await serveFile(mediaType, bytes)}/files/${name}`;
  const input = [
    {
      role: "user",
      content: [
        { type: "input_text", text: "What is it?" },
        { type, [field]: url },
      ],
    },
  ];
  expect(textOf(await ask({ model: "demo-multimodal", input }))).toMatch(seen);
});

test("input_file without any data, with an unreachable URL or with bad base64 is refused", async () => {
  for (const part of [
    {},
    { file_url: "http://127.0.0.1:1/x" },
    { file_url: "http://169.254.169.254/latest/meta-data" },
    { file_url: "file:///etc/passwd" },
    { file_data: "data:text/plain;base64,***" },
  ]) {
    expect(await refuse({ input: [{ type: "input_file", ...part }] })).toEqual({ status: 400, body: invalidRequest("input") });
  }
});

test("input_image takes a base64 data URI, and the answer describes the image", async () => {
  const response = await ask({
    model: "demo-multimodal",
    input: [
      {
        role: "user",
        content: [
          { type: "input_text", text: "What is in the picture?" },
          { type: "input_image", image_url: `data:image/png;base64,${redPng}` },
        ],
      },
    ],
  });
  expect(textOf(response)).toMatch(/8\s*[x×]\s*8/);
});

test("input_audio and input_video are taken as data URIs, and audio also as base64 with a format", async () => {
  const data = Buffer.from("RIFF....WAVE").toString("base64");
  for (const part of [
    { type: "input_audio", audio_url: `data:audio/wav;base64,${data}` },
    { type: "input_audio", input_audio: { data, format: "wav" } },
    { type: "input_video", video_url: `data:video/mp4;base64,${data}` },
  ]) {
    const response = await ask({
      model: "demo-multimodal",
      input: [{ role: "user", content: [{ type: "input_text", text: "What is it?" }, part] }],
    });
    expect(textOf(response).length).toBeGreaterThan(0);
  }
});

test("an unknown part type is refused", async () => {
  expect(await refuse({ input: [{ role: "user", content: [{ type: "input_smell" }] }] })).toEqual({
    status: 400,
    body: invalidRequest("input"),
  });
});

test("a message item has id, type, status, role and an output_text part with annotations", async () => {
  const { output } = await ask({ input: "Hello" });
  expect(output.at(-1)).toEqual({
    id: expect.any(String),
    type: "message",
    status: "completed",
    role: "assistant",
    content: [{ type: "output_text", text: expect.any(String), annotations: [] }],
  });
});

test.each(["low", "medium", "high"])("reasoning.effort %s makes a reasoning item with a summary and is echoed", async (effort) => {
  const response = await ask({ input: "Why is the sky blue?", reasoning: { effort } });
  expect(response).toMatchObject({ reasoning: { effort } });
  expect(response.output[0]).toEqual({
    id: expect.any(String),
    type: "reasoning",
    status: "completed",
    summary: [{ type: "summary_text", text: expect.stringMatching(/\S/) }],
  });
  expect(response.usage.output_tokens_details?.reasoning_tokens).toBeGreaterThan(0);
});

test("another effort is refused", async () => {
  expect(await refuse({ input: "x", reasoning: { effort: "extreme" } })).toEqual({ status: 400, body: invalidRequest("reasoning.effort") });
});

test("web_search makes url_citation annotations whose indexes point into the text", async () => {
  const response = await ask({ input: "Where do herons live?", tools: [{ type: "web_search" }] });
  const part = response.output.at(-1)?.content?.[0];
  expect(part?.annotations.length).toBeGreaterThan(0);
  for (const annotation of part?.annotations ?? []) {
    expect(annotation).toEqual({
      type: "url_citation",
      url: expect.stringMatching(/^https?:/),
      title: expect.stringMatching(/\S/),
      start_index: expect.any(Number),
      end_index: expect.any(Number),
    });
    expect(annotation.start_index).toBeLessThan(annotation.end_index);
    expect(part?.text.slice(annotation.start_index, annotation.end_index).trim()).not.toBe("");
    expect(annotation.end_index).toBeLessThanOrEqual(part?.text.length ?? 0);
  }
});

test("image_generation makes an image_generation_call with a PNG of the requested size, quality and aspect_ratio", async () => {
  const tool = { type: "image_generation", size: "512", quality: "low", aspect_ratio: "16:9" };
  const response = await ask({ model: "demo-multimodal", input: "Draw a picture of a heron.", tools: [tool] });
  expect(response).toMatchObject({ tools: [tool] });
  const item = response.output.find(({ type }) => type === "image_generation_call");
  expect(item).toMatchObject({ id: expect.any(String), status: "completed" });
  const png = Buffer.from(item?.result ?? "", "base64");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 288]);
});

test("image_generation with a value that the model does not support is refused by name", async () => {
  const draw = (tool: Record<string, string>) =>
    refuse({ model: "demo-multimodal", input: "Draw a heron.", tools: [{ type: "image_generation", ...tool }] });
  expect(await draw({ size: "9999k" })).toEqual({ status: 400, body: invalidRequest("tools") });
  expect(await draw({ quality: "best" })).toEqual({ status: 400, body: invalidRequest("tools") });
  expect(await draw({ aspect_ratio: "banana" })).toEqual({ status: 400, body: invalidRequest("tools") });
});

test("image_generation on a model that cannot draw is refused", async () => {
  expect(await refuse({ input: "Draw.", tools: [{ type: "image_generation" }] })).toEqual({ status: 400, body: invalidRequest("tools") });
});

test("a function named in the prompt is called, and its output is answered", async () => {
  const tools = [
    { type: "function", name: "get_weather", parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } },
  ];
  const asked = await service.post("/api/v1/responses", { model: "demo-text", input: "What is the weather in Oslo?", tools });
  expect(asked.body).toMatchObject({
    status: "completed",
    tools: [{ type: "function", name: "get_weather" }],
    output: [{ type: "function_call", name: "get_weather", arguments: '{"city":"Oslo"}' }],
  });
  const [call] = asked.body.output as { call_id: string }[];
  const input = [
    { role: "user", content: "What is the weather in Oslo?" },
    call,
    { type: "function_call_output", call_id: call?.call_id, output: "Rain all day" },
  ];
  const answered = await service.post("/api/v1/responses", { model: "demo-text", input, tools });
  expect(JSON.stringify(answered.body.output)).toContain("Rain all day");
  const without = await service.post("/api/v1/responses", { model: "demo-text", input: "Tell me about herons.", tools });
  expect(without.body).toMatchObject({ output: [{ type: "message" }] });
});

test("tool_choice and outputs that name no function are refused by name", async () => {
  const tools = [{ type: "function", name: "f" }];
  const choice = { type: "function", name: "g" };
  expect(await refuse({ input: "x", tools, tool_choice: choice })).toEqual({ status: 400, body: invalidRequest("tool_choice") });
  const output = [{ type: "function_call_output", call_id: "call_1", output: "x" }];
  expect(await refuse({ input: output, tools })).toEqual({ status: 400, body: invalidRequest("input") });
});

test("another tool type is refused", async () => {
  expect(await refuse({ input: "x", tools: [{ type: "mcp", name: "f" }] })).toEqual({ status: 400, body: invalidRequest("tools") });
});

test("instructions have 1 to 2000 characters, counted as code points", async () => {
  expect(await refuse({ input: "x", instructions: "" })).toEqual({ status: 400, body: invalidRequest("instructions") });
  expect(await refuse({ input: "x", instructions: "😀".repeat(2001) })).toEqual({ status: 400, body: invalidRequest("instructions") });
  expect(await ask({ input: "x", instructions: "😀".repeat(2000) })).toMatchObject({ instructions: "😀".repeat(2000) });
});

test("a missing model or input is refused by name", async () => {
  expect(await service.post(path, { input: "x" })).toMatchObject({ status: 400, body: invalidRequest("model") });
  expect(await service.post(path, { model: "demo-text" })).toMatchObject({ status: 400, body: invalidRequest("input") });
});

test.each([
  ["model", { model: 7 }],
  ["input", { input: 7 }],
  ["input", { input: [] }],
  ["instructions", { instructions: 7 }],
  ["reasoning", { reasoning: "high" }],
  ["stream", { stream: "yes" }],
  ["tools", { tools: {} }],
  ["tools", { tools: [{ type: "image_generation", size: 7 }] }],
  ["tools", { tools: [{ type: "function", name: 7 }] }],
  ["tools", { tools: [{ type: "function", name: "f", description: 7 }] }],
  ["tools", { tools: [{ type: "function", name: "f", parameters: "none" }] }],
  ["tools", { tools: [{ type: "function", name: "f", strict: "yes" }] }],
])("a wrong type of %s is refused by name", async (param, wrong) => {
  expect(await refuse({ input: "x", ...wrong })).toEqual({ status: 400, body: invalidRequest(param) });
});

test.each([
  ["previous_response_id", "resp_1"],
  ["conversation", "conv_1"],
  ["background", true],
  ["text", { format: { type: "json_object" } }],
])("%s is refused instead of ignored", async (field, value) => {
  expect(await refuse({ input: "x", [field]: value })).toEqual({ status: 400, body: invalidRequest(field) });
});

test("other fields of standard clients are ignored", async () => {
  expect((await ask({ input: "x", temperature: 0.5, store: true, metadata: {}, text: { format: { type: "text" } } })).status).toBe(
    "completed",
  );
});

test("superset adds the fields that Open Responses requires, and obeys max_output_tokens", async () => {
  const superset = await startTestService({ superset: true });
  const { body } = await superset.post(path, { model: "demo-text", input: "Herons.", reasoning: { effort: "high" }, max_output_tokens: 5 });
  expect(body).toMatchObject({
    status: "incomplete",
    max_output_tokens: 5,
    completed_at: expect.any(Number),
    error: null,
    incomplete_details: { reason: "max_output_tokens" },
    previous_response_id: null,
    truncation: "disabled",
    temperature: 1,
    top_p: 1,
    store: true,
    background: false,
  });
  expect((body.usage as { output_tokens: number }).output_tokens).toBe(5);
});

test("a model that does not generate text is refused", async () => {
  expect(await refuse({ model: "demo-image", input: "x" })).toEqual({ status: 400, body: invalidRequest("model") });
});

test("usage adds up, and the beginning of a continued dialogue is read from the cache", async () => {
  const first = { role: "user", content: "Tell me about the river Severn and its tides." };
  const answer = await ask({ input: [first] });
  const { input_tokens, output_tokens, total_tokens } = answer.usage;
  expect(total_tokens).toBe(input_tokens + output_tokens);
  expect(answer.usage.input_tokens_details).toEqual({ cached_tokens: 0, cache_write_tokens: input_tokens });
  const next = await ask({ input: [first, { role: "assistant", content: textOf(answer) }, { role: "user", content: "And the Thames?" }] });
  expect(next.usage.input_tokens_details?.cached_tokens).toBe(input_tokens);
  expect(next.usage.input_tokens_details?.cache_write_tokens).toBe(next.usage.input_tokens - input_tokens);
});

test("the same request gets the same text", async () => {
  const body = { input: "Write a line about the sea.", reasoning: { effort: "medium" } };
  expect(textOf(await ask(body))).toBe(textOf(await ask(body)));
});

test("GET answers the full object that POST answered", async () => {
  const response = await ask({ input: "Hello", tools: [{ type: "web_search" }] });
  const again = await service.get(`${path}/${response.id}`);
  expect(again.status).toBe(200);
  expect(again.body).toEqual(response);
});

test("DELETE answers the deleted-task object, and then the task is not found", async () => {
  const { id } = await ask({ input: "Hello" });
  expect(await service.delete(`${path}/${id}`)).toMatchObject({ status: 200, body: { id, object: "response", deleted: true } });
  const notFound = { status: 404, body: errorBody("not_found", "invalid_request_error", null) };
  expect(await service.get(`${path}/${id}`)).toMatchObject(notFound);
  expect(await service.delete(`${path}/${id}`)).toMatchObject(notFound);
});
