/** Engines of two interfaces that really edit pixels: what each field and action changes, decoded from the result. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { decodePng } from "../../src/media/images/decodePng.ts";
import { encodePng } from "../../src/media/images/encodePng.ts";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { type Answer, invalidRequest, listModels, startTestService, type TestService } from "../service/testService.ts";
import { openOpenaiPainter, openWebUi, type PaintingEngine } from "./paintingEngines.ts";

const side = 32;
const [red, green, blue] = [[255, 0, 0] as const, [0, 255, 0] as const, [0, 0, 255] as const];
const isMiddle = (x: number, y: number) => x >= 12 && x < 20 && y >= 12 && y < 20;
const isSelected = (x: number, y: number) => x >= 8 && x < 24 && y >= 8 && y < 24;

function draw(channels: 3 | 4, colour: (x: number, y: number) => readonly number[], size = side): string {
  const data = new Uint8Array(size * size * channels);
  for (let y = 0; y < size; y += 1) for (let x = 0; x < size; x += 1) data.set(colour(x, y), (y * size + x) * channels);
  return `data:image/png;base64,${Buffer.from(encodePng({ width: size, height: size, channels, data })).toString("base64")}`;
}

/** Blue, with a green square in the middle. */
const harbour = draw(3, (x, y) => (isMiddle(x, y) ? green : blue));
const image = [{ type: "input_image", image_url: harbour }];
/** In both forms in which masks are written. */
const masks = {
  transparent: draw(4, (x, y) => [0, 0, 0, isSelected(x, y) ? 0 : 255]),
  white: draw(3, (x, y) => (isSelected(x, y) ? [255, 255, 255] : [0, 0, 0])),
};

let openai: PaintingEngine;
let webui: PaintingEngine;
let service: TestService;
beforeAll(async () => {
  [openai, webui] = await Promise.all([openOpenaiPainter(), openWebUi()]);
  const providers = {
    openai: { type: "openai", apiKey: "k", baseURL: `${openai.url}/v1` },
    webui: { type: "openai-compatible", engine: "automatic1111", baseURL: `${webui.url}/sdapi/v1` },
  };
  service = await startTestService({ configuration: readConfiguration(JSON.stringify({ providers })), superset: true });
  await vi.waitFor(async () => expect(await listModels(service)).toHaveLength(2), { timeout: 60_000, interval: 200 });
});
afterAll(() => {
  openai.close();
  webui.close();
});

/** A pixel of each file of a completed task, with its opacity. */
function pixelsOf({ body }: Answer, x: number, y: number): number[][] {
  const files = Array.isArray(body.data) ? body.data : [];
  return files.map(({ b64_json }: { b64_json: string }) => {
    const raster = decodePng(Buffer.from(b64_json, "base64"));
    return [...(raster?.data.subarray((y * side + x) * 4, (y * side + x) * 4 + 4) ?? [])];
  });
}

const models = ["openai/gpt-image-2", "webui/harbour"] as const;

describe.each(models)("with %s", (model) => {
  const make = (fields: object) => service.make("images", { model, prompt: "a red sail", image, ...fields });

  test.each(Object.entries(masks))("only what a mask selects changes: %s", async (_, mask) => {
    const done = await make({ mask });
    for (let y = 0; y < side; y += 1) {
      for (let x = 0; x < side; x += 1) {
        const kept = isMiddle(x, y) ? green : blue;
        expect(pixelsOf(done, x, y), `${x}, ${y}`).toEqual([[...(isSelected(x, y) ? red : kept), 255]]);
      }
    }
  });

  test("a mask of another size is refused by name, before anything is sent", async () => {
    const before = openai.requests.length + webui.requests.length;
    const mask = draw(4, () => [0, 0, 0, 0], side * 2);
    expect((await service.post("/api/v1/images", { model, prompt: "x", image, mask })).body).toEqual(invalidRequest("mask"));
    expect(openai.requests.length + webui.requests.length).toBe(before);
  });

  test("four variations are one task", async () => {
    const done = await make({ n: 4 });
    expect(done.body).toMatchObject({ status: "completed" });
    expect(pixelsOf(done, 0, 0)).toHaveLength(4);
  });
});

test.each([
  [0, [0, 0, 255, 255]],
  [0.2, [51, 0, 204, 255]],
  [1, [255, 0, 0, 255]],
])("a strength of %d is how far AUTOMATIC1111 departs from the image", async (strength, expected) => {
  expect(pixelsOf(await service.make("images", { model: "webui/harbour", prompt: "red", image, strength }), 0, 0)).toEqual([expected]);
});

test("AUTOMATIC1111 enlarges, with a model that is installed for it", async () => {
  const { body } = await service.make("images", { model: "webui/harbour", prompt: "as it is", image, upscale: "3" });
  const enlarged = decodePng(Buffer.from(String(Object(body.data)[0]?.b64_json), "base64"));
  expect([enlarged?.width, enlarged?.height]).toEqual([side * 3, side * 3]);
  const at = (x: number, y: number) => [...(enlarged?.data.subarray((y * side * 3 + x) * 4, (y * side * 3 + x) * 4 + 3) ?? [])];
  expect([at(0, 0), at(35, 35), at(36, 36), at(59, 59), at(60, 60)]).toEqual([blue, blue, green, green, blue].map((one) => [...one]));
});

test("OpenAI removes a background, and keeps what is in front of it", async () => {
  const done = await service.make("images", { model: "openai/gpt-image-2", prompt: "cut out", image, background: "transparent" });
  expect(pixelsOf(done, 0, 0)[0]?.[3]).toBe(0);
  expect(pixelsOf(done, 16, 16)).toEqual([[...green, 255]]);
});

test.each([
  ["openai/gpt-image-2", { strength: 0.5 }],
  ["openai/gpt-image-2", { seed: 1 }],
  ["openai/gpt-image-2", { upscale: "2" }],
  ["openai/gpt-image-2", { negative_prompt: "fog" }],
  ["webui/harbour", { background: "transparent" }],
  ["webui/harbour", { output_format: "webp" }],
  ["webui/harbour", { upscale: "9" }],
  ["webui/harbour", { strength: 0.5, upscale: "2" }],
  ["webui/harbour", { n: 9 }],
])("%s refuses %j by name", async (model, field) => {
  const [name = ""] = Object.keys(field);
  const before = openai.requests.length + webui.requests.length;
  expect((await service.post("/api/v1/images", { model, prompt: "x", image, ...field })).body).toEqual(invalidRequest(name));
  expect(openai.requests.length + webui.requests.length).toBe(before);
});
