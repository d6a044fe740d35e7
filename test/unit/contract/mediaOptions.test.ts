/** Each option of a kind is in everything that is derived from the table: bodies, questions of the editor, tools of agents, documents. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { mediaOptionsOf, requestFields } from "../../../src/contract/fields.ts";
import { mediaKinds } from "../../../src/contract/kind.ts";
import { mediaOptions } from "../../../src/contract/media.ts";
import { v2OptionName } from "../../../src/contract/v2.ts";
import { choicesOf } from "../../../src/editor/requests/buildTaskRequest.ts";
import { optionFields } from "../../../src/editor/requests/optionFields.ts";
import { makeRequest } from "../../../src/generations/makeRequest.ts";
import { generationInputs } from "../../../src/mcp/tools/generate.ts";

const rows = mediaKinds.flatMap((kind) => Object.keys(mediaOptions[kind]).map((name) => [kind, name] as const));

test("the names are those of the interface, and those of the added fields", () => {
  // Source: spec, "POST /api/v1/images", "/videos", "/audios"; "POST /api/v2", which shows none for audio.
  expect(rows.map(([kind, name]) => `${kind} ${name} ${v2OptionName(kind, name)}`)).toEqual([
    "image size image_size",
    "image quality image_quality",
    "image aspect_ratio image_ratio",
    ...["n", "seed", "negative_prompt", "strength", "steps", "guidance", "mask", "background", "upscale", "output_format"].map(
      (name) => `image ${name} image_${name}`,
    ),
    "audio voice audio_voice",
    "audio format audio_format",
    "audio speed audio_speed",
    ...["voice_instructions", "language"].map((name) => `audio ${name} audio_${name}`),
    "video size video_size",
    "video quality video_quality",
    "video duration video_duration",
    ...["seed", "negative_prompt", "steps", "guidance", "last_frame", "generate_audio", "fps"].map((name) => `video ${name} video_${name}`),
  ]);
});

test.each(rows)("the option of %s, %s, is asked for, sent and read again", (kind, name) => {
  const type = mediaOptionsOf(kind).find((one) => one.name === name)?.type.type;
  const [value, sent] =
    type === "boolean" ? (["false", false] as const) : type === "string" ? (["any", "any"] as const) : (["4", 4] as const);
  const parts = { kind, model: "m", prompt: "p", options: { [name]: value } };
  const [v1, v2] = [makeRequest({ ...parts, interface: "v1" }), makeRequest({ ...parts, interface: "v2" })];
  expect(v1.body).toMatchObject({ [name]: sent });
  expect(v2.body).toMatchObject({ ai: { [v2OptionName(kind, name)]: value } });
  for (const request of [v1, v2]) expect(choicesOf(request)).toMatchObject({ [name]: value });
  expect(optionFields(kind).map((field) => field.name)).toContain(name);
  expect(z.toJSONSchema(generationInputs[kind]).properties).toHaveProperty(name);
  expect(requestFields(kind, "v2").map((field) => field.name)).toContain(v2OptionName(kind, name));
});
