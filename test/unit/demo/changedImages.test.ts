/** What the demo does with added fields, by pixels. */
import { describe, expect, test } from "vitest";
import { makeImage } from "../../../src/demo/image/makeImage.ts";
import { decodePng } from "../../../src/media/images/decodePng.ts";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { imageRequest } from "./requests.ts";

const side = 64;
const draw = (pixel: (x: number) => readonly number[]) => {
  const data = Uint8Array.from(Array.from({ length: side * side }, (_, at) => pixel(at % side)).flat());
  const bytes = encodePng({ width: side, height: side, channels: 4, data });
  return { mediaType: "image/png", name: undefined, bytes, part: "image" as const };
};
const original = draw(() => [1, 2, 3, 255]);
const make = async (changes: Parameters<typeof imageRequest>[0]) =>
  decodePng((await makeImage(imageRequest({ size: "64x64", ...changes }))).bytes)?.data ?? new Uint8Array();
const isOriginal = (data: Uint8Array, x: number, y: number) => {
  const at = (y * side + x) * 4;
  return data[at] === 1 && data[at + 1] === 2 && data[at + 2] === 3;
};

test("a seed decides what an image shows", async () => {
  const [plain, five, six] = [await make({}), await make({ added: { seed: 5 } }), await make({ added: { seed: 6 } })];
  expect(await make({ added: { seed: 5 } })).toEqual(five);
  expect(five).not.toEqual(plain);
  expect(five).not.toEqual(six);
});

test("what the negative prompt names is not drawn", async () => {
  const prompt = "a lighthouse by the sea";
  expect(await make({ prompt, added: { negative_prompt: "lighthouse" } })).not.toEqual(await make({ prompt }));
});

describe("a reference image", () => {
  test("changes only where the mask is transparent, and keeps its size", async () => {
    const mask = draw((x) => [0, 0, 0, x < side / 2 ? 0 : 255]);
    const data = await make({ size: undefined, references: [original], added: { mask } });
    expect(data).toHaveLength(side * side * 4);
    const kept = Array.from({ length: side * side }, (_, at) => [at % side, Math.floor(at / side)] as const).filter(([x, y]) =>
      isOriginal(data, x, y),
    );
    expect(kept.filter(([x]) => x >= side / 2)).toHaveLength((side * side) / 2);
    expect(kept.filter(([x]) => x < side / 2).length).toBeLessThan(side);
  });

  test("of strength 0 stays the same", async () => {
    const data = await make({ references: [original], added: { strength: 0 } });
    expect(isOriginal(data, 0, 0) && isOriginal(data, 63, 63) && isOriginal(data, 30, 30)).toBe(true);
  });
});
