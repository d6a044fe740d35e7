/** Engines that answer with status 200 and JSON that says why there is no image, sound or video. */
import { expect, test } from "vitest";
import { start } from "./compatibleService.ts";
import { type Answer, sendJson } from "./engine.ts";

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
