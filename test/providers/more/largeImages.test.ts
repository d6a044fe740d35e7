/** Images that are larger than a text may be, in each form in which interfaces send them beside a text, are those of the answer. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { startTestService } from "../../service/testService.ts";
import { type Answer, chunk, finishChunk, sendEvents, sendJson, startEngine } from "../engine.ts";
import { streamEvents } from "../events.ts";
import { marked } from "../markedFile.ts";

const side = 800;
/** Pixels at random: 2.4 MiB, and base64 of 3.3 MiB. */
const image = (
  await marked(Buffer.from(encodePng({ width: side, height: side, channels: 4, data: randomBytes(side * side * 4) })))
).toString("base64");

type Dialect = "google" | "openai" | "openai-compatible";
const part = { type: "image_url", image_url: { url: `data:image/png;base64,${image}` } };
const usage = { input_tokens: 3, output_tokens: 5, total_tokens: 8 };
const gemini = {
  candidates: [{ content: { role: "model", parts: [{ inlineData: { mimeType: "image/png", data: image } }] }, finishReason: "STOP" }],
};
const response = { id: "r", object: "response", created_at: 1, model: "m", output: [] as object[], usage };
const created = { type: "response.created", response: { ...response, status: "in_progress" } };
const completed = (output: object[]) => ({ type: "response.completed", response: { ...response, status: "completed", output } });
const call = { type: "image_generation_call", id: "ig_1", status: "completed", result: image };

const sendGemini =
  (event: object): Answer =>
  (_, response) =>
    void response.writeHead(200, { "content-type": "text/event-stream" }).end(`data: ${JSON.stringify(event)}\n\n`);

async function start(type: Dialect, answer: Answer) {
  const paths = [
    "/v1/chat/completions",
    "/v1/responses",
    "/v1/models/m:streamGenerateContent",
    "/v1/models/m:streamGenerateContent?alt=sse",
  ];
  const engine = await startEngine({
    "GET /v1/models": sendJson({ data: [{ id: "m" }], models: [{ name: "models/m" }] }),
    ...Object.fromEntries(paths.map((path) => [`POST ${path}`, answer])),
  });
  const far = { type, baseURL: `${engine.url}/v1`, apiKey: "k", models: { m: { kinds: ["text" as const] } } };
  return startTestService({ configuration: { providers: { far } } });
}

const forms: readonly (readonly [string, Dialect, Answer])[] = [
  ["a delta of chat completions", "openai-compatible", sendEvents([chunk({ content: "Here:", images: [part] }), finishChunk("stop")])],
  [
    "two deltas of the same image",
    "openai-compatible",
    sendEvents([chunk({ images: [part] }), chunk({ images: [part] }), finishChunk("stop")]),
  ],
  ["a part of the content", "openai-compatible", sendEvents([chunk({ content: [part] }), finishChunk("stop")])],
  ["base64 in a field", "openai-compatible", sendEvents([chunk({ images: [image] }), finishChunk("stop")])],
  [
    "JSON of chat completions",
    "openai-compatible",
    sendJson({ choices: [{ message: { role: "assistant", content: "Here:", images: [part] }, finish_reason: "stop" }] }),
  ],
  ["Gemini's JSON in the place of chat completions", "openai-compatible", sendEvents([gemini])],
  ["an event of Gemini", "google", sendGemini(gemini)],
  [
    "an item of Responses",
    "openai",
    sendEvents([created, { type: "response.output_item.done", output_index: 0, item: call }, completed([])]),
  ],
  ["the last event of Responses", "openai", sendEvents([created, completed([call])])],
  ["JSON of Responses", "openai", sendJson({ ...response, status: "completed", output: [call] })],
];

const resultsIn = (output: unknown) =>
  (Array.isArray(output) ? output : []).flatMap((item) => (item.type === "image_generation_call" ? [item.result === image] : []));

test.each(forms)("a large image in %s", async (_, type, answer) => {
  const service = await start(type, answer);
  const { body } = await service.post("/api/v1/responses", { model: "far/m", input: "A fox" });
  expect(body).toMatchObject({ status: "completed" });
  expect(resultsIn(body.output)).toEqual([true]);
  const events = await streamEvents(service, { model: "far/m", input: "A fox" });
  const items = events.flatMap(({ type: name, item }) => (name === "response.output_item.done" ? [item] : []));
  expect(resultsIn(items)).toEqual([true]);
});

test.each<[string, Dialect, Answer]>([
  ["a delta", "openai-compatible", sendEvents([chunk({ content: image }), finishChunk("stop")])],
  ["a part of the content", "openai-compatible", sendEvents([chunk({ content: [{ type: "text", text: image }] }), finishChunk("stop")])],
  ["the reasoning", "openai-compatible", sendEvents([chunk({ reasoning_content: image }), finishChunk("stop")])],
  [
    "the arguments of a call",
    "openai-compatible",
    sendEvents([chunk({ tool_calls: [{ index: 0, id: "c", function: { name: "f", arguments: image } }] }), finishChunk("tool_calls")]),
  ],
  ["an event of Gemini", "google", sendGemini({ candidates: [{ content: { role: "model", parts: [{ text: image }] } }] })],
])("base64 of an image as the text of %s is too long, as other texts are", async (_, type, answer) => {
  const service = await start(type, answer);
  const { body } = await service.post("/api/v1/responses", { model: "far/m", input: "A fox" });
  expect(JSON.stringify(body)).toContain("longer than 2 MiB");
});
