/** Engines that answer with status 200 and JSON that says why there is no image, sound or video. */
import { expect, test } from "vitest";
import { usualSamples, wavHead } from "../../src/media/files/rawSamples.ts";
import { start } from "./compatibleService.ts";
import { type Answer, sendEvents, sendJson } from "./engine.ts";

const reason = "The voice is unknown.";
const forms: [name: string, body: unknown][] = [
  ["OpenAI", { error: { message: reason, type: "invalid_request_error" } }],
  ["a text", { error: reason }],
  ["FastAPI", { detail: reason }],
  ["FastAPI's list", { detail: [{ loc: ["body"], msg: reason, type: "value_error" }] }],
  ["a message", { success: false, message: reason }],
  ["MiniMax", { data: null, base_resp: { status_code: 2013, status_msg: reason } }],
  ["a code", { code: 40001, msg: reason }],
  ["an error within data", { data: { error: { message: reason } } }],
  ["Google's list", [{ error: { message: reason } }]],
  ["a failed job", { status: "failed", error: { message: reason } }],
  [
    "Runway",
    Object.fromEntries([
      ["status", "FAILED"],
      ["failure_reason", reason],
    ]),
  ],
];
const requests = [
  ["images", "POST /v1/images/generations", { prompt: "A heron" }],
  ["audios", "POST /v1/audio/speech", { input: "A heron", voice: "x", format: "mp3" }],
  ["videos", "POST /v1/videos", { prompt: "A heron" }],
] as const;

test.each(requests)("%s: the reason in an answer with status 200 reaches the client", async (kind, route, body) => {
  let next: unknown;
  const answer: Answer = (request, response) => sendJson(next)(request, response);
  const models = { media: { kinds: [kind.slice(0, -1)] } };
  const { service } = await start({ [route]: answer }, { models });
  for (const [name, form] of forms) {
    next = form;
    const { body: task } = await service.make(kind, { model: "local/media", ...body });
    expect([name, task]).toMatchObject([name, { status: "failed", error: { message: expect.stringContaining(reason) } }]);
  }
});

const wav = Buffer.concat([wavHead({ ...usualSamples }, 4_800), Buffer.alloc(4_800)]);
const image = { data: [{ b64_json: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==" }] };
const part = { type: "speech.audio.delta", audio: Buffer.alloc(4_800, 7).toString("base64") };

/** The model `poor` gets the refusal, `rich` a file. */
async function makeWithFallback(kind: "images" | "audios", refusal: Answer) {
  const [, route = "", body] = requests.find(([name]) => name === kind) ?? [];
  const sound: Answer = (_, response) => void response.writeHead(200, { "content-type": "audio/wav" }).end(wav);
  const answer: Answer = (request, response) => {
    const made = kind === "images" ? sendJson(image) : sound;
    return (request.json.model === "poor" ? refusal : made)(request, response);
  };
  const kinds = [kind.slice(0, -1)];
  const { service, engine } = await start({ [route]: answer }, { models: { poor: { kinds, fallback: ["local/rich"] }, rich: { kinds } } });
  const { body: task } = await service.make(kind, { ...body, format: "wav", model: "local/poor" });
  return { task, models: engine.requests.map(({ json }) => json.model).filter((model) => model !== undefined) };
}

// Sources: OpenAI, error codes; ElevenLabs and MiniMax, errors; Cartesia, "TTS (SSE)", errors.
const noCredits: [provider: string, body: object][] = [
  [
    "OpenAI",
    { type: "error", error: { type: "insufficient_quota", code: "insufficient_quota", message: "You exceeded your current quota." } },
  ],
  ["ElevenLabs", { detail: { status: "quota_exceeded", message: "You have 3 credits remaining, while 20 credits are required." } }],
  ["MiniMax", { data: null, base_resp: { status_code: 1008, status_msg: "insufficient balance" } }],
  ["Cartesia", { type: "error", status_code: 402, error: "The account has no plan.", done: true }],
];

test.each(
  noCredits.flatMap(([name, body]): [string, "images" | "audios", Answer][] => [
    [`the events of ${name}`, "audios", sendEvents([body])],
    [`the answer of ${name}`, "audios", sendJson(body)],
    [`the answer of ${name}`, "images", sendJson(body)],
  ]),
)("an account without credits in %s about %s is one, and a fallback takes the request", async (_, kind, refusal) => {
  const { task, models: sent } = await makeWithFallback(kind, refusal);
  expect(task).toMatchObject({ status: "completed" });
  expect(sent).toEqual(["poor", "rich"]);
});

test.each(noCredits)("after a part of the sound, the task fails with the code: %s", async (_, body) => {
  const { task, models: sent } = await makeWithFallback("audios", sendEvents([part, body]));
  expect(task).toMatchObject({ status: "failed", error: { code: "402" } });
  expect(sent).toEqual(["poor"]);
});
