/** The built-in upscaler over a socket: what it makes, what it refuses before anything starts, and where it is listed. */
import { expect, test } from "vitest";
import { decodePng } from "../../src/media/images/decodePng.ts";
import { encodePng } from "../../src/media/images/encodePng.ts";
import { startTestService } from "./testService.ts";

const service = await startTestService();

const photo = (width: number, height: number) => {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 7) % 256);
  return `data:image/png;base64,${Buffer.from(encodePng({ width, height, channels: 3, data })).toString("base64")}`;
};
const enlarge = { model: "anime4k", prompt: "Enlarge the image.", upscale: "2" };

test("an image is twice as wide and high, and free", async () => {
  const { body } = await service.make("images", { ...enlarge, image: [{ type: "input_image", image_url: photo(50, 30) }] });
  expect(body).toMatchObject({ status: "completed" });
  const [{ b64_json: base64 } = { b64_json: "" }] = body.data as { b64_json: string }[];
  expect(decodePng(Buffer.from(base64, "base64"))).toMatchObject({ width: 100, height: 60 });
});

test.each([
  ["a prompt alone", { upscale: undefined, image: undefined }, "upscale"],
  ["no image", { image: undefined }, "upscale"],
  ["another factor", { upscale: "4" }, "upscale"],
  ["a size", { size: "1k" }, "size"],
  ["a mask", { mask: photo(50, 30) }, "mask"],
  ["a text instead of an image", { image: [{ type: "input_image", image_url: "data:image/png;base64,aGVsbG8=" }] }, "image"],
])("%s is refused before anything starts", async (_, changes, param) => {
  const { status, body } = await service.post("/api/v1/images", {
    ...enlarge,
    image: [{ type: "input_image", image_url: photo(50, 30) }],
    ...changes,
  });
  expect({ status, param: (body.error as { param?: string } | undefined)?.param }).toMatchObject({
    status: 400,
    param: expect.stringContaining(param),
  });
});

test("an image beyond the limit is refused with its size", async () => {
  const { status, body } = await service.post("/api/v1/images", {
    ...enlarge,
    image: [{ type: "input_image", image_url: photo(8200, 2100) }],
  });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain("8200x2100");
});
