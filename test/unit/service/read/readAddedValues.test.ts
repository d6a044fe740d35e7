/** The added fields of a body: what is read, and what is refused with the field's name in either interface generation. */
import { describe, expect, test } from "vitest";
import { v2WireName } from "../../../../src/contract/v2.ts";
import { ApiError } from "../../../../src/service/apiError.ts";
import { readMediaRequest } from "../../../../src/service/read/readMediaRequest.ts";
import { readV2Request } from "../../../../src/service/read/readV2Request.ts";

const noDownload = () => Promise.reject(new Error("Nothing is downloaded here."));
const png = `data:image/png;base64,${Buffer.from("\x89PNG\r\n\x1a\n".padEnd(24, "\0"), "latin1").toString("base64")}`;

const readV1 = (fields: object, kind: "image" | "video" = "image") =>
  readMediaRequest(kind, { model: "m", prompt: "p", ...fields }, noDownload).then((request) => ("added" in request ? request.added : {}));
const readV2 = async (fields: object, type = "out_image") => {
  const body = { type, ai: { model: "m", ...fields }, content: [{ type: "input_text", text: "p" }] };
  const { request } = await readV2Request(body, noDownload);
  return "added" in request ? request.added : {};
};
const paramOf = (reading: Promise<unknown>) =>
  reading.then(
    () => "accepted",
    (error: unknown) => (error instanceof ApiError ? error.param : String(error)),
  );

test("both generations read the same values, v2 also from strings", async () => {
  const expected = {
    n: 2,
    seed: 7,
    negative_prompt: "rain",
    strength: 0.5,
    steps: 8,
    guidance: 3,
    background: "opaque",
    output_format: "png",
  };
  expect(await readV1(expected)).toEqual(expected);
  const named = Object.fromEntries(Object.entries(expected).map(([name, value]) => [`image_${name}`, String(value)]));
  expect(await readV2(named)).toEqual(expected);
  expect(await readV2({ image_seed: 7, image_strength: 0.5 })).toEqual({ seed: 7, strength: 0.5 });
  expect(await readV2({ video_seed: "7", image_seed: "8" }, "out_video")).toEqual({ seed: 7 });
});

test("null and an empty text are the same as no field", async () => {
  expect(await readV1({ seed: null, negative_prompt: " ", mask: null, background: "" })).toEqual({});
});

test("a mask is a file of the request", async () => {
  expect(await readV1({ mask: png })).toMatchObject({ mask: { mediaType: "image/png", part: "image" } });
  expect(await readV2({ image_mask: png })).toMatchObject({ mask: { mediaType: "image/png", part: "image" } });
  const image = Array.from({ length: 10 }, () => ({ type: "input_image", image_url: png }));
  expect(await paramOf(readV1({ image, mask: png }))).toBe("mask");
  const large = `data:image/png;base64,${"A".repeat(8_000_000)}`;
  expect(await paramOf(readV1({ image: [{ type: "input_image", image_url: large }], mask: large }))).toBe("mask");
});

describe("is refused by name:", () => {
  test.each([
    ["n", "2"],
    ["n", 1.5],
    ["seed", true],
    ["seed", 2 ** 60],
    ["steps", "8"],
    ["guidance", "3"],
    ["strength", {}],
    ["negative_prompt", 5],
    ["negative_prompt", "x".repeat(10_001)],
    ["background", ["opaque"]],
    ["output_format", 1],
    ["mask", { image_url: png }],
    ["mask", "iVBORw0KGgo="],
    ["mask", "data:image/png,plain"],
  ])("%s = %j", async (field, value) => {
    expect(await paramOf(readV1({ [field]: value }))).toBe(field);
  });

  test.each([
    ["seed", "seven"],
    ["seed", "1.5"],
    ["strength", "1e3"],
    ["guidance", ""],
    ["mask", 5],
  ])("ai.image_%s = %j", async (field, value) => {
    expect(await paramOf(readV2({ [`image_${field}`]: value }))).toBe(`ai.image_${field}`);
  });
});

test.each([
  ["image", "seed", "ai.image_seed"],
  ["video", "negative_prompt", "ai.video_negative_prompt"],
  ["image", "aspect_ratio", "ai.image_ratio"],
  ["image", "size", "ai.image_size"],
  ["audio", "voice", "ai.audio_voice"],
  ["video", "duration", "ai.video_duration"],
  ["image", "image", "content[].file_data"],
  ["text", "input", "content"],
  ["image", "model", "ai.model"],
] as const)("a refusal of %s %s names the row %s of v2", (kind, param, name) => {
  expect(v2WireName(kind, param)).toBe(name);
});
