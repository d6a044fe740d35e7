/** Options are converted to the fields of both interface generations, and back. */
import { describe, expect, it, test } from "vitest";
import { mediaRequestSchemas } from "../../../../src/contract/media.ts";
import { v2RequestSchema } from "../../../../src/contract/v2.ts";
import { buildTaskRequest, choicesOf, resultsOf } from "../../../../src/editor/requests/buildTaskRequest.ts";
import { describeBadValue, fieldOfParameter, optionFields } from "../../../../src/editor/requests/optionFields.ts";
import type { RequestOptions } from "../../../../src/editor/requests/requestOptions.ts";
import { referencesOf } from "../../../../src/generations/library/requestReferences.ts";

const options = (over: Partial<RequestOptions>): RequestOptions => ({
  kind: "image",
  interface: "v1",
  model: "m",
  choices: {},
  references: [],
  ...over,
});
const image = { size: "1k", quality: "high", aspect_ratio: "4:3" };
const video = { size: "16:9", quality: "720p", duration: "4" };
const audio = { voice: "alto", format: "wav", speed: "1.5" };

describe("buildTaskRequest", () => {
  it("writes v1 bodies with numbers as numbers", () => {
    expect(buildTaskRequest("p", options({ choices: { ...image, count: "3" } })).body).toEqual({ model: "m", prompt: "p", ...image });
    expect(buildTaskRequest("p", options({ kind: "video", choices: video })).body).toEqual({
      model: "m",
      prompt: "p",
      ...video,
      duration: 4,
    });
    expect(buildTaskRequest("p", options({ kind: "audio", choices: audio })).body).toEqual({
      model: "m",
      input: "p",
      ...audio,
      speed: 1.5,
    });
  });

  it("writes v2 bodies with the fields of the kind, as text", () => {
    const body = buildTaskRequest("p", options({ kind: "video", interface: "v2", choices: video, references: ["data:x"] })).body;
    expect(body).toEqual({
      type: "out_video",
      ai: { model: "m", video_size: "16:9", video_quality: "720p", video_duration: "4" },
      content: [
        { type: "input_text", text: "p" },
        { type: "input_file", file_data: "data:x" },
      ],
    });
    expect(buildTaskRequest("p", options({ interface: "v2", choices: image })).body).toMatchObject({
      ai: { image_size: "1k", image_quality: "high", image_ratio: "4:3" },
    });
    expect(buildTaskRequest("p", options({ kind: "audio", interface: "v2", choices: audio })).body).toEqual({
      type: "out_audio",
      ai: { model: "m", audio_voice: "alto", audio_format: "wav", audio_speed: "1.5" },
      content: [{ type: "input_text", text: "p" }],
    });
    const text = { type: "out_text", ai: { model: "m" }, content: [{ type: "input_text", text: "p" }] };
    expect(buildTaskRequest("p", options({ kind: "text", interface: "v2" })).body).toEqual(text);
  });

  it("leaves out options that were not chosen, and every body matches the contract's schema", () => {
    expect(buildTaskRequest("p", options({ choices: { size: "" } })).body).toEqual({ model: "m", prompt: "p" });
    const bare = { type: "out_audio", ai: { model: "m" }, content: [{ type: "input_text", text: "p" }] };
    expect(buildTaskRequest("p", options({ kind: "audio", interface: "v2" })).body).toEqual(bare);
    for (const [kind, choices] of Object.entries({ image, audio, video })) {
      if (kind !== "image" && kind !== "audio" && kind !== "video") continue;
      expect(mediaRequestSchemas[kind].safeParse(buildTaskRequest("p", options({ kind, choices })).body).success).toBe(true);
      expect(v2RequestSchema.safeParse(buildTaskRequest("p", options({ kind, choices, interface: "v2" })).body).success).toBe(true);
    }
  });

  it("reads options and references from a request of either generation", () => {
    for (const generation of ["v1", "v2"] as const) {
      for (const [kind, choices] of [
        ["image", image],
        ["audio", audio],
        ["video", video],
      ] as const) {
        const references = kind === "audio" ? [] : ["https://example.org/a.png"];
        const request = buildTaskRequest("p", options({ kind, interface: generation, choices, references }));
        expect(choicesOf(request)).toEqual(choices);
        expect(referencesOf(request)).toEqual(references);
      }
    }
  });
});

test.each([
  [{}, 1],
  [{ n: "4" }, 4],
  [{ n: "0" }, 1],
  [{ n: "many" }, 1],
])("the choices %j have %i results to confirm and to bill", (choices, count) => {
  expect(resultsOf(choices)).toBe(count);
});

describe("optionFields", () => {
  it("offers the fields of the spec's tables, with its example values", () => {
    const names = (kind: "image" | "audio" | "video") => optionFields(kind).flatMap(({ name, isAdded }) => (isAdded ? [] : [name]));
    expect(names("image")).toEqual(["size", "quality", "aspect_ratio"]);
    expect(names("audio")).toEqual(["voice", "format", "speed"]);
    expect(names("video")).toEqual(["size", "quality", "duration"]);
    expect(optionFields("video").find((field) => field.name === "duration")?.suggestions).toEqual(["4", "6", "8"]);
    expect(
      optionFields("audio")
        .filter((field) => field.requiredIn.includes("v1"))
        .map((field) => field.name),
    ).toEqual(["voice", "format"]);
  });

  it("finds the field that a service names, in either generation", () => {
    expect(fieldOfParameter("image", "size")?.name).toBe("size");
    expect(fieldOfParameter("image", "ai.image_ratio")?.name).toBe("aspect_ratio");
    expect(fieldOfParameter("audio", "ai.audio_voice")?.name).toBe("voice");
    expect(fieldOfParameter("image", "prompt")).toBeUndefined();
  });

  it("accepts any text, but only numbers for numeric fields", () => {
    const duration = fieldOfParameter("video", "duration");
    const speed = fieldOfParameter("audio", "speed");
    if (duration === undefined || speed === undefined) throw new Error("the fields are missing");
    expect([describeBadValue(duration, "4"), describeBadValue(duration, "4.5"), describeBadValue(speed, "1.5")]).toEqual([
      undefined,
      "integer",
      undefined,
    ]);
    expect(describeBadValue(speed, "fast")).toBe("number");
  });
});
