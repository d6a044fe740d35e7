/** A value that a model refuses is named in the error of the task, so that the editor does not offer it again. */
import { expect, test } from "vitest";
import { start } from "./compatibleService.ts";
import type { Answer } from "./engine.ts";

const refuse =
  (body: object, status = 400): Answer =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const capabilities = { background: ["auto", "transparent"], output_format: ["png", "webp"] };
const request = { model: "local/m", prompt: "A fox", background: "transparent" };

// Sources: OpenAI's error object; FastAPI's validation errors, as SGLang and vLLM-Omni send them; Google's `BadRequest.FieldViolation`.
test.each<[string, Answer, param: string | null]>([
  [
    "OpenAI",
    refuse({ error: { message: "Transparent background is not supported for this model.", param: "background", code: "invalid_value" } }),
    "background",
  ],
  [
    "FastAPI",
    refuse({ detail: [{ type: "literal_error", loc: ["body", "background"], msg: "Input should be 'auto'" }] }, 422),
    "background",
  ],
  ["Google", refuse({ error: { code: 400, message: "Invalid", details: [{ fieldViolations: [{ field: "background" }] }] } }), "background"],
  [
    "a gateway that leaves the name out",
    refuse({ error: { message: "Upstream returned HTTP 400: Transparent background is not supported for this model. | invalid_value" } }),
    "background",
  ],
  ["a gateway that repeats OpenAI's words", refuse({ message: "Unknown parameter: 'output_format'." }), "output_format"],
  ["a field that requests have not", refuse({ error: { message: "Bad", param: "internal.flag" } }), null],
  ["no field", refuse({ error: { message: "Bad" } }), null],
])("as %s names it", async (_, answer, param) => {
  const { service } = await start({ "POST /v1/images/generations": answer }, { models: { m: { kinds: ["image"], capabilities } } });
  const { body } = await service.make("images", request);
  expect(body).toMatchObject({ status: "failed", error: { code: "400" } });
  expect(Object(body.error).param ?? null).toBe(param);
});

// Sources: what the dialects of `addedFields.ts` write.
test.each([
  ["last_frame", "end_image_url"],
  ["last_frame", "frame_images"],
  ["generate_audio", "generate_audio"],
  ["generate_audio", "generate_audio_switch"],
  ["fps", "frames_per_second"],
  ["quality", "resolution"],
  ["duration", "seconds"],
])("%s of a video, which its provider calls %s", async (param, named) => {
  const answer = refuse({ detail: [{ type: "literal_error", loc: ["body", named], msg: "Input should be another one" }] }, 422);
  const { service } = await start({ "POST /v1/videos": answer }, { models: { m: { kinds: ["video"] } } });
  const { body } = await service.make("videos", { model: "local/m", prompt: "A fox" });
  expect(body).toMatchObject({ status: "failed", error: { code: "400", param } });
});

test.each([
  ["voice_instructions", "instructions"],
  ["language", "language_code"],
  ["format", "response_format"],
])("%s of speech, which its provider calls %s", async (param, named) => {
  const answer = refuse({ error: { message: "Not supported with this model.", param: named, code: "unsupported_parameter" } });
  const { service } = await start({ "POST /v1/audio/speech": answer }, { models: { m: { kinds: ["audio"] } } });
  const { body } = await service.make("audios", { model: "local/m", input: "Hello", voice: "a", format: "mp3" });
  expect(body).toMatchObject({ status: "failed", error: { code: "400", param } });
});
