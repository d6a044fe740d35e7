/** The fault models that damage an answer. The others are in `errors.test.ts` and `v1Stream.test.ts`. */
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readMediaFile, readV2Status, startTestService } from "../testService.ts";

const service = await startTestService({ faults: true });
const headers = service.headers;
const prompts = {
  images: { prompt: "Hello" },
  audios: { input: "Hello", voice: "slt", format: "wav" },
  videos: { prompt: "Hello", duration: 1, quality: "480p" },
} as const;
const endpoints = ["images", "audios", "videos"] as const;

async function submit(endpoint: (typeof endpoints)[number], body: Record<string, unknown>): Promise<string> {
  const answer = await service.post(`/api/v1/${endpoint}`, { ...prompts[endpoint], ...body });
  expect(answer.status).toBe(202);
  return `/api/v1/${endpoint}/${answer.body.id}`;
}

/** Polls until the connection breaks or the answer is cut off. */
async function pollUntilBroken(path: string): Promise<void> {
  const poll = () =>
    fetch(`${service.url}${path}`, { headers })
      .then((answer) => answer.json())
      .then(
        () => "whole",
        () => "broken",
      );
  await expect.poll(poll).toBe("broken");
}

test.each(endpoints)(
  "fault-truncated and fault-reset break the first finished poll of /%s, and the next one is complete",
  async (endpoint) => {
    for (const model of ["fault-truncated", "fault-reset"]) {
      const path = await submit(endpoint, { model });
      await pollUntilBroken(path);
      expect(await service.get(path)).toMatchObject({ status: 200, body: { status: "completed" } });
    }
  },
);

test("fault-truncated and fault-reset break the first finished status of v2, and the next one is complete", async () => {
  for (const model of ["fault-truncated", "fault-reset"]) {
    const { body } = await service.post("/api/v2", { type: "out_image", ai: { model }, content: [{ type: "input_text", text: "x" }] });
    await pollUntilBroken(`/api/v2/status/${body.task_id}`);
    expect(await service.get(`/api/v2/status/${body.task_id}`)).toMatchObject({ body: { contents: { status: 2 } } });
  }
});

test("fault-truncated and fault-reset break the JSON answer of POST /responses", async () => {
  for (const model of ["fault-truncated", "fault-reset"]) {
    const broken = fetch(`${service.url}/api/v1/responses`, { method: "POST", headers, body: JSON.stringify({ model, input: "x" }) });
    await expect(broken.then((answer) => answer.json())).rejects.toThrow();
  }
});

test("fault-stream-error, fault-incomplete and fault-refusal without a stream are 500, incomplete and a refusal", async () => {
  const ask = (model: string) => service.post("/api/v1/responses", { model, input: "Hello there" });
  expect(await ask("fault-stream-error")).toMatchObject({ status: 500, body: { error: { code: "api_error" } } });
  expect(await ask("fault-incomplete")).toMatchObject({ status: 200, body: { status: "incomplete" } });
  expect(await ask("fault-refusal")).toMatchObject({ status: 200, body: { output: [{ content: [{ type: "refusal" }] }] } });
});

test("fault-slow takes the number of seconds in its prompt", async () => {
  const start = performance.now();
  await service.post("/api/v1/responses", { model: "fault-slow", input: "0.5 seconds" });
  expect(performance.now() - start).toBeGreaterThan(450);
});

test.each(endpoints)("fault-huge generates a result of /%s with exactly the size in its prompt", async (endpoint) => {
  const size = 5 * 1024 ** 2 + 1;
  const path = await submit(endpoint, { model: "fault-huge", prompt: String(size), input: String(size) });
  const answer = await service.settle(path);
  const { body } = answer;
  expect(readMediaFile(answer).byteLength).toBe(size);
  const { input_tokens, output_tokens, total_tokens } = body.usage as Record<string, number>;
  expect(total_tokens).toBe((input_tokens ?? 0) + (output_tokens ?? 0));
});

test("fault-huge starts like a file of its kind", async () => {
  const start = async (endpoint: (typeof endpoints)[number]) => {
    const { body } = await service.settle(await submit(endpoint, { model: "fault-huge", prompt: "1 MiB", input: "1 MiB" }));
    const [file] = body.data as { b64_json: string }[];
    return Buffer.from(file?.b64_json ?? "", "base64")
      .subarray(0, 12)
      .toString("latin1");
  };
  expect(await start("images")).toMatch(/^\x89PNG\r\n/);
  expect(await start("audios")).toMatch(/^RIFF[\s\S]{4}WAVE/);
  expect(await start("videos")).toMatch(/^[\s\S]{4}ftyp/);
});

test("fault-huge of v2 is a link that streams 1 GiB, or the same bytes as base64", async () => {
  const body = (size: string, response_format: string) => ({
    type: "out_video",
    ai: { model: "fault-huge" },
    content: [{ type: "input_text", text: size }],
    response_format,
  });
  const linked = await service.makeV2(body("1 GiB", "url"));
  const [file] = readV2Status(linked).contents.files;
  expect(file?.size).toBe(1024 ** 3);
  const answer = await fetch(file?.data ?? "");
  expect(answer.headers.get("content-length")).toBe(String(1024 ** 3));
  let received = 0;
  for await (const chunk of Readable.fromWeb(answer.body as never)) received += chunk.byteLength;
  expect(received).toBe(1024 ** 3);
  const inline = await service.makeV2(body("100 KiB", "b64_json"));
  const [content] = readV2Status(inline).contents.files;
  const small = await service.makeV2(body("100 KiB", "url"));
  const [link] = readV2Status(small).contents.files;
  const bytes = Buffer.from(await (await fetch(link?.data ?? "")).arrayBuffer());
  expect(Buffer.from(content?.data ?? "", "base64")).toEqual(bytes);
});
