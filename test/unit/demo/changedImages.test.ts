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
    const changed = Array.from({ length: side * side }, (_, at) => at).filter((at) => !isOriginal(data, at % side, Math.floor(at / side)));
    expect(changed.filter((at) => at % side >= side / 2)).toEqual([]);
    expect(changed.length).toBeGreaterThan(side);
  });

  test("of strength 0 stays the same", async () => {
    const data = await make({ references: [original], added: { strength: 0 } });
    expect(isOriginal(data, 0, 0) && isOriginal(data, 63, 63) && isOriginal(data, 30, 30)).toBe(true);
  });
});

/** A picture that becomes brighter to the right, with a dark square in the middle; the mask lets the square and what is around it change. */
describe("a masked part", () => {
  const inSquare = (x: number, y: number, reach: number) => Math.abs(x - side / 2) < reach && Math.abs(y - side / 2) < reach;
  const drawEach = (pixel: (x: number, y: number) => readonly number[]) => {
    const data = Uint8Array.from(Array.from({ length: side * side }, (_, at) => pixel(at % side, Math.floor(at / side))).flat());
    return { ...original, bytes: encodePng({ width: side, height: side, channels: 4, data }) };
  };
  const background = (x: number) => [60 + 2 * x, 90 + x, 120, 255];
  const references = [drawEach((x, y) => (inSquare(x, y, 8) ? [5, 5, 5, 255] : background(x)))];
  const mask = drawEach((x, y) => [0, 0, 0, inSquare(x, y, 12) ? 0 : 255]);
  const change = async (prompt: string) => make({ prompt, size: undefined, references, added: { mask } });
  const pixelsOf = (data: Uint8Array) =>
    Array.from({ length: side * side }, (_, at) => ({
      x: at % side,
      y: Math.floor(at / side),
      colour: [...data.subarray(at * 4, at * 4 + 3)],
    }));
  const apart = (colour: readonly number[], other: readonly number[]) =>
    Math.max(...colour.map((value, channel) => Math.abs(value - (other[channel] ?? 0))));

  test.each(["remove the square", "a boat at sea", "make it green"])("changes for %j and leaves everything else", async (prompt) => {
    const pixels = pixelsOf(await change(prompt));
    const outside = pixels.filter(({ x, y }) => !inSquare(x, y, 12));
    expect(outside.filter(({ x, colour }) => apart(colour, background(x)) > 0)).toEqual([]);
  });

  test("continues its surroundings when something is removed", async () => {
    const pixels = pixelsOf(await change("remove the square"));
    expect(Math.max(...pixels.map(({ x, colour }) => apart(colour, background(x))))).toBeLessThan(20);
  });

  test("continues sky, hills and water, each at its height", async () => {
    const land = (y: number) => (y < 28 ? [200, 120, 90, 255] : y < 36 ? [40, 30, 60, 255] : [60, 90, 160, 255]);
    const images = [drawEach((x, y) => (inSquare(x, y, 8) ? [250, 240, 200, 255] : land(y)))];
    const pixels = pixelsOf(await make({ prompt: "remove the tower", size: undefined, references: images, added: { mask } }));
    const far = pixels.filter(({ y }) => Math.abs(y - 28) > 2 && Math.abs(y - 36) > 2);
    expect(Math.max(...far.map(({ y, colour }) => apart(colour, land(y))))).toBeLessThan(3);
  });

  test("shows the thing that is added, on what is around it", async () => {
    const inside = pixelsOf(await change("replace it with a boat at sea")).filter(({ x, y }) => inSquare(x, y, 12));
    const differing = inside.filter(({ x, colour }) => apart(colour, background(x)) > 40).length / inside.length;
    expect(differing).toBeGreaterThan(0.1);
    expect(differing).toBeLessThan(0.7);
    // Its edge is not to be seen: the corners of the part continue the picture.
    const corners = inside.filter(({ x, y }) => Math.abs(Math.abs(x - side / 2) - 11) < 1 && Math.abs(Math.abs(y - side / 2) - 11) < 1);
    expect(Math.max(...corners.map(({ x, colour }) => apart(colour, background(x))))).toBeLessThan(20);
  });

  test("keeps its shapes when only its colour changes", async () => {
    const light = ({ colour: [red = 0, green = 0, blue = 0] }: { colour: number[] }) => 0.299 * red + 0.587 * green + 0.114 * blue;
    const [before, after] = [
      pixelsOf(decodePng(references[0]?.bytes ?? new Uint8Array())?.data ?? new Uint8Array()),
      pixelsOf(await change("make it green")),
    ];
    expect(Math.max(...before.map((pixel, at) => Math.abs(light(pixel) - light(after[at] ?? pixel))))).toBeLessThan(6);
    const inside = after.filter(({ x, y }) => inSquare(x, y, 12) && !inSquare(x, y, 8));
    expect(inside.filter(({ colour: [red = 0, green = 0] }) => green <= red)).toEqual([]);
  });
});
