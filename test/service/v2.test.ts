/** `POST /api/v2` and `GET /api/v2/status/<task_id>` over a socket, field by field. */
import { expect, test } from "vitest";
import { decodeMedia, hasDecoder } from "./decodeMedia.ts";
import { errorBody, invalidRequest, readV2Status, startHesitantService, startTestService } from "./testService.ts";
import { undecodedImages } from "./undecodedImages.ts";

const service = await startTestService();
const decoded = test.skipIf(!hasDecoder);

const content = [{ type: "input_text", text: "A heron in the reeds" }];
const image = { type: "out_image", ai: { model: "demo-image", image_size: "512" }, content };
const make = async (body: unknown) => readV2Status(await service.makeV2(body));
const refused = async (body: unknown) => {
  const { status, body: answer } = await service.post("/api/v2", body);
  return { status, body: answer };
};
const download = async (file: { data: string } | undefined) => {
  const answer = await fetch(file?.data ?? "");
  expect(answer.status).toBe(200);
  return { bytes: new Uint8Array(await answer.arrayBuffer()), type: answer.headers.get("content-type") };
};

test("POST answers 200 with message and task_id", async () => {
  const { status, body } = await service.post("/api/v2", image);
  expect(status).toBe(200);
  expect(body).toEqual({ message: expect.stringMatching(/\S/), task_id: expect.any(String) });
});

test("a status has every field of the spec's tables", async () => {
  const status = await make(image);
  expect(status).toEqual({
    balance: { balance: expect.any(Number), balance_referral: 0, balance_bonus: 0 },
    contents: {
      status: 2,
      text: "",
      cost: { amount: expect.any(Number), input: expect.any(Number), output: expect.any(Number) },
      files: [
        {
          data: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/files\//),
          mime_type: "image/png",
          path: expect.stringMatching(/^\/files\//),
          name: expect.stringMatching(/\.png$/),
          size: expect.any(Number),
          endpoint: service.url,
          available: expect.stringMatching(/^\d\d\.\d\d\.\d\d$/),
        },
      ],
    },
    limits: { minute: expect.any(Number), day: expect.any(Number) },
    error: null,
  });
});

test("a text that was cut off has the reason of its Response, and half of the text", async () => {
  const faulty = await startTestService({ faults: true });
  const asked = [{ type: "input_text", text: "Tell me about the sea and its many fish." }];
  const cut = readV2Status(await faulty.makeV2({ ai: { model: "fault-incomplete" }, content: asked }));
  const v1 = await faulty.post("/api/v1/responses", { model: "fault-incomplete", input: "Tell me about the sea and its many fish." });
  expect(v1.body).toMatchObject({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } });
  expect(cut.contents).toMatchObject({ status: 2, incomplete_details: { reason: "max_output_tokens" } });
  expect(cut.contents.text).not.toBe("");
  const whole = readV2Status(await faulty.makeV2({ ai: { model: "demo-text" }, content: asked }));
  expect(whole.contents).not.toHaveProperty("incomplete_details");
});

test("a generation uses the bonus first, then the referral, then the balance", async () => {
  const rich = await startTestService({ balance: 5, bonus: 0.000002, referral: 0.000003 });
  const status = readV2Status(await rich.makeV2(image));
  const { amount } = status.contents.cost;
  expect(amount).toBeGreaterThan(0.000005);
  expect(status.balance).toMatchObject({ balance_bonus: 0, balance_referral: 0 });
  expect(status.balance.balance).toBeCloseTo(5 - (amount - 0.000005), 6);
  const generous = await startTestService({ balance: 5, bonus: 100, referral: 50 });
  const left = readV2Status(await generous.makeV2(image)).balance;
  expect(left).toMatchObject({ balance: 5, balance_referral: 50 });
  expect(left.balance_bonus).toBeCloseTo(100 - amount, 6);
});

test("the status is 0 while a task is pending, then 2", async () => {
  const { hesitant, goOn } = await startHesitantService();
  const { body } = await hesitant.post("/api/v2", image);
  const path = `/api/v2/status/${body.task_id}`;
  const { contents } = readV2Status(await hesitant.get(path));
  expect(contents).toEqual({ status: 0, text: "", cost: { amount: 0, input: 0, output: 0 }, files: [] });
  expect(readV2Status(await (await goOn()).settle(path)).contents.status).toBe(2);
});

test("the balance falls by the cost's amount with each generation", async () => {
  const first = await make(image);
  const second = await make(image);
  expect(second.contents.cost.amount).toBeGreaterThan(0);
  expect(first.balance.balance - second.balance.balance).toBeCloseTo(second.contents.cost.amount, 6);
});

test("limits count the key's requests of the minute and of the day", async () => {
  // A minute may end between two requests.
  const grow = async () => {
    const { limits: first } = await make(image);
    const { limits: second } = await make(image);
    return [second.minute > first.minute, second.day > first.day];
  };
  await expect.poll(grow).toEqual([true, true]);
});

test("type defaults to out_text, and the answer is contents.text without files", async () => {
  const { contents } = await make({ ai: { model: "demo-text" }, content });
  expect(contents.text).toContain("heron");
  expect(contents.files).toEqual([]);
  expect((await make({ type: "out_text", ai: { model: "demo-text" }, content })).contents.text).toBe(contents.text);
});

test("a link is served as the file of that type and size, without a key, and not after the task was deleted", async () => {
  const { body } = await service.post("/api/v2", image);
  const { contents } = readV2Status(await service.settle(`/api/v2/status/${body.task_id}`));
  const [file] = contents.files;
  const { bytes, type } = await download(file);
  expect(type).toBe("image/png");
  expect(bytes.byteLength).toBe(file?.size);
  expect((await service.delete(`/api/v1/responses/${body.task_id}`)).status).toBe(200);
  expect((await fetch(file?.data ?? "")).status).toBe(404);
  expect((await service.get(`/api/v2/status/${body.task_id}`)).status).toBe(404);
});

test("a link supports ranges and HEAD, so that a player can seek", async () => {
  const [file] = (await make(image)).contents.files;
  const { bytes } = await download(file);
  const ask = (range: string, method = "GET") => fetch(file?.data ?? "", { method, headers: { range } });
  for (const [range, start, end] of [
    ["bytes=0-", 0, bytes.length],
    ["bytes=10-19", 10, 20],
    ["bytes=-500", bytes.length - 500, bytes.length],
  ] as const) {
    const part = await ask(range);
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes ${start}-${end - 1}/${bytes.length}`]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(start, end));
  }
  const beyond = await ask(`bytes=${bytes.length}-`);
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
  expect(await beyond.json()).toEqual(invalidRequest(null));
  const tag = (await ask("bytes=0-")).headers.get("etag") ?? "";
  expect(tag).toMatch(/^"\w+"$/);
  for (const [known, status, length] of [
    [tag, 206, 9],
    ['"another"', 200, bytes.length],
    ["Sun, 01 Nov 2026 10:00:00 GMT", 200, bytes.length],
  ] as const) {
    const rest = await fetch(file?.data ?? "", { headers: { range: "bytes=-9", "if-range": known } });
    expect([rest.status, (await rest.arrayBuffer()).byteLength, rest.headers.get("etag")]).toEqual([status, length, tag]);
  }
  const head = await fetch(file?.data ?? "", { method: "HEAD" });
  expect(Object.fromEntries(head.headers)).toMatchObject({ "content-length": String(bytes.length), "accept-ranges": "bytes" });
  expect(await head.text()).toBe("");
});

test("a range of a file that is generated while it is sent has the bytes of that range", async () => {
  const faulty = await startTestService({ faults: true });
  const huge = { type: "out_video", ai: { model: "fault-huge" }, content: [{ type: "input_text", text: "3 GiB" }] };
  const [file] = readV2Status(await faulty.makeV2(huge)).contents.files;
  const ask = async (range: string) =>
    new Uint8Array(await (await fetch(file?.data ?? "", { headers: { range: `bytes=${range}` } })).arrayBuffer());
  const whole = await ask("0-999999");
  expect(await ask("150000-850000")).toEqual(whole.slice(150_000, 850_001));
  expect(await ask(`${3 * 1024 ** 3 - 7}-`)).toHaveLength(7);
});

test("response_format b64_json puts the same file into data", async () => {
  const linked = await download((await make(image)).contents.files[0]);
  const inline = (await make({ ...image, response_format: "b64_json" })).contents.files[0];
  expect(Buffer.from(inline?.data ?? "", "base64")).toEqual(Buffer.from(linked.bytes));
});

decoded("out_image obeys image_size, image_quality and image_ratio", async () => {
  const ai = { model: "demo-image", image_size: "512", image_quality: "low", image_ratio: "16:9" };
  const { bytes } = await download((await make({ ...image, ai })).contents.files[0]);
  expect(await decodeMedia(bytes)).toMatchObject({ width: 512, height: 288 });
  const better = await download((await make({ ...image, ai: { ...ai, image_quality: "high" } })).contents.files[0]);
  expect(better.bytes).not.toEqual(bytes);
});

decoded("out_video obeys video_size, video_quality and video_duration as a string", async () => {
  const ai = { model: "demo-video", video_size: "9:16", video_quality: "480p", video_duration: "1" };
  const { bytes, type } = await download((await make({ type: "out_video", ai, content })).contents.files[0]);
  expect(type).toBe("video/mp4");
  const media = await decodeMedia(bytes);
  expect(media.duration).toBeCloseTo(1, 0);
  expect(media.width).toBe(480);
});

decoded("out_audio speaks with defaults, and with audio_voice, audio_format and audio_speed", async () => {
  const spoken = await download((await make({ type: "out_audio", ai: { model: "flite" }, content })).contents.files[0]);
  expect((await decodeMedia(spoken.bytes)).codec).toBe("mp3");
  const ai = { model: "flite", audio_voice: "rms", audio_format: "wav", audio_speed: 2 };
  const other = await download((await make({ type: "out_audio", ai, content })).contents.files[0]);
  const fast = await decodeMedia(other.bytes);
  expect(fast.codec).toMatch(/^pcm/);
  const slow = await download((await make({ type: "out_audio", ai: { ...ai, audio_speed: "1" }, content })).contents.files[0]);
  expect((await decodeMedia(slow.bytes)).duration / fast.duration).toBeGreaterThan(1.6);
});

test("files in content are used: by text models and as reference images", async () => {
  const letter = `data:text/plain;base64,${Buffer.from("The lighthouse keeper is called Merrow.").toString("base64")}`;
  const file = { type: "input_file", file_data: letter };
  const { contents } = await make({ ai: { model: "demo-text" }, content: [{ type: "input_text", text: "Quote the file." }, file] });
  expect(contents.text).toContain("Merrow");
  const plain = await download((await make(image)).contents.files[0]);
  const reference = { type: "input_file", file_data: `data:image/png;base64,${Buffer.from(plain.bytes).toString("base64")}` };
  const referred = await download((await make({ ...image, content: [...content, reference] })).contents.files[0]);
  expect(referred.bytes).not.toEqual(plain.bytes);
});

test.each(undecodedImages)("a reference image of type %s, which the demo does not decode, is refused by name", async (mediaType, uris) => {
  for (const file_data of uris) {
    for (const [type, model] of [
      ["out_image", "demo-image"],
      ["out_video", "demo-video"],
    ] as const) {
      const { status, body } = await refused({ type, ai: { model }, content: [...content, { type: "input_file", file_data }] });
      expect([status, body]).toEqual([400, invalidRequest("content[].file_data")]);
      expect(JSON.stringify(body)).toContain(`not ${mediaType}`);
    }
  }
});

test.each(undecodedImages)("a text model describes the known properties of an image of type %s", async (_, uris) => {
  for (const file_data of uris) {
    const body = {
      ai: { model: "demo-text" },
      content: [
        { type: "input_text", text: "Describe the image." },
        { type: "input_file", file_data },
      ],
    };
    expect((await make(body)).contents.text).toMatch(/image of \*\*96 × 48\*\* pixels/);
  }
});

test.each([
  ["type", { type: "out_smell" }],
  ["type", { type: 7 }],
  ["ai", { ai: undefined }],
  ["ai", { ai: "demo-image" }],
  ["ai.model", { ai: {} }],
  ["ai.image_size", { ai: { model: "demo-image", image_size: "9x" } }],
  ["ai.image_quality", { ai: { model: "demo-image", image_quality: "best" } }],
  ["ai.image_ratio", { ai: { model: "demo-image", image_ratio: "banana" } }],
  ["ai.video_size", { type: "out_video", ai: { model: "demo-video", video_size: "5:1" } }],
  ["ai.video_quality", { type: "out_video", ai: { model: "demo-video", video_quality: "16k" } }],
  ["ai.video_duration", { type: "out_video", ai: { model: "demo-video", video_duration: "soon" } }],
  ["ai.video_duration", { type: "out_video", ai: { model: "demo-video", video_duration: "9999" } }],
  ["ai.audio_speed", { type: "out_audio", ai: { model: "flite", audio_speed: "fast" } }],
  ["ai.audio_voice", { type: "out_audio", ai: { model: "flite", audio_voice: "kazoo" } }],
  ["ai.model", { type: "out_video" }],
  ["content", { content: undefined }],
  ["content", { content: [] }],
  ["content", { content: "hello" }],
  ["content[].type", { content: [{ type: "input_smell" }] }],
  ["content[].text", { content: [{ type: "input_text" }] }],
  ["content[].text", { content: [{ type: "input_text", text: " " }] }],
  ["content[].file_data", { content: [{ type: "input_file" }] }],
  [
    "content[].file_data",
    {
      content: [
        { type: "input_text", text: "x" },
        { type: "input_file", file_data: "data:text/plain,x" },
      ],
    },
  ],
  [
    "content",
    { ai: { model: "demo-image" }, type: "out_image", content: [{ type: "input_file", file_data: "DATA:image/png;base64,iVBORw0KGgo=" }] },
  ],
  [
    "content[].type",
    {
      type: "out_audio",
      ai: { model: "flite" },
      content: [
        { type: "input_text", text: "Hello" },
        { type: "input_file", file_data: "data:text/plain;base64,SGVsbG8=" },
      ],
    },
  ],
  ["response_format", { response_format: "xml" }],
  ["stop_sequences", { stop_sequences: "stop" }],
  ["stop_sequences", { stop_sequences: [7] }],
  ["stop_sequences", { stop_sequences: [""] }],
] as const)("%s is refused by name in %j", async (param, wrong) => {
  expect(await refused({ ...image, ...wrong })).toEqual({ status: 400, body: invalidRequest(param) });
});

test("an unknown model is answered 404 model_not_found", async () => {
  expect(await refused({ ...image, ai: { model: "no-such-model" } })).toEqual({
    status: 404,
    body: errorBody("model_not_found", "invalid_request_error", "ai.model"),
  });
});

test("a stop phrase in the text blocks the request, and one that is absent does not", async () => {
  expect(await refused({ ...image, stop_sequences: ["owl", "heron"] })).toEqual({ status: 400, body: invalidRequest("stop_sequences") });
  expect((await service.post("/api/v2", { ...image, stop_sequences: ["owl"] })).status).toBe(200);
});

test("stop_sequences takes 50 phrases and not 51", async () => {
  const phrases = (count: number) => Array.from({ length: count }, (_, index) => `phrase ${index}`);
  expect((await service.post("/api/v2", { ...image, stop_sequences: phrases(50) })).status).toBe(200);
  expect(await refused({ ...image, stop_sequences: phrases(51) })).toEqual({ status: 400, body: invalidRequest("stop_sequences") });
});

test("content takes 10 files and not 11, and 10 MB in total", async () => {
  const file = { type: "input_file", file_data: `data:text/plain;base64,${Buffer.from("note").toString("base64")}` };
  const body = (count: number) => ({ ai: { model: "demo-text" }, content: [...content, ...Array.from({ length: count }, () => file)] });
  expect((await service.post("/api/v2", body(10))).status).toBe(200);
  expect(await refused(body(11))).toEqual({ status: 400, body: invalidRequest("content[].file_data") });
  const large = { type: "input_file", file_data: `data:text/plain;base64,${Buffer.alloc(10_000_001).toString("base64")}` };
  expect(await refused({ ai: { model: "demo-text" }, content: [...content, large] })).toEqual({
    status: 400,
    body: invalidRequest("content[].file_data"),
  });
});

test("a failed task has status 3 and an error with message, type and code", async () => {
  const faulty = await startTestService({ faults: true });
  const status = readV2Status(await faulty.makeV2({ type: "out_image", ai: { model: "fault-failed-task" }, content }));
  expect(status.contents.status).toBe(3);
  expect(status.error).toEqual({ message: expect.stringMatching(/\S/), type: "api_error", code: "api_error" });
});

test("an unknown task_id is answered 404 not_found, and so is a v1 id", async () => {
  const { body } = await service.post("/api/v1/images", { model: "demo-image", prompt: "x" });
  for (const id of ["task_0", body.id]) {
    expect(await service.get(`/api/v2/status/${id}`)).toMatchObject({
      status: 404,
      body: errorBody("not_found", "invalid_request_error", null),
    });
  }
});
