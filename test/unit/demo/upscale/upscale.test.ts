/** What the built-in upscaler does with images of any shape, by pixels. */
import { describe, expect, test } from "vitest";
import { createGenerator } from "../../../../src/demo/generator.ts";
import { upscale } from "../../../../src/demo/upscale/upscale.ts";
import { decodePng } from "../../../../src/media/images/decodePng.ts";
import { encodePng } from "../../../../src/media/images/encodePng.ts";
import type { Raster } from "../../../../src/media/images/raster.ts";
import { decodeFrame, encodeImage, hasDecoder, probe } from "../decoder.ts";

type Pixel = readonly [red: number, green: number, blue: number, opacity: number];

function draw(width: number, height: number, pixelAt: (x: number, y: number) => Pixel): Raster {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) data.set(pixelAt(x, y), (y * width + x) * 4);
  return { width, height, data };
}

const waves = (x: number, y: number): Pixel => [
  128 + 90 * Math.sin(x / 7),
  128 + 90 * Math.sin(y / 5),
  128 + 90 * Math.sin((x + y) / 11),
  255,
];
const png = (raster: Raster) => encodePng({ ...raster, channels: 4 });
const enlargeFile = async (bytes: Uint8Array) => (await upscale({ kind: "upscale", bytes })).bytes;

async function enlarge(raster: Raster): Promise<Raster> {
  const enlarged = decodePng(await enlargeFile(png(raster)));
  if (enlarged === undefined) throw new TypeError("Not a PNG.");
  return enlarged;
}

const pixelOf = ({ width, data }: Raster, x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];

/** The largest difference of a value. */
function mostApart(one: Uint8Array, other: Uint8Array): number {
  expect(one).toHaveLength(other.length);
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0);
}

describe("an image", () => {
  test.each([
    [1, 1],
    [3, 5],
    [401, 2],
    [2, 390],
    [773, 390],
  ])("of %i × %i pixels is twice as wide and high", async (width, height) => {
    const { width: wide, height: high, data } = await enlarge(draw(width, height, waves));
    expect([wide, high]).toEqual([2 * width, 2 * height]);
    expect(data.filter((_, at) => at % 4 === 3).every((opacity) => opacity === 255)).toBe(true);
  });

  test("is as bright as before everywhere: no part is lost and none is moved", async () => {
    const small = draw(430, 410, waves);
    const large = await enlarge(small);
    let most = 0;
    for (let y = 0; y < small.height; y += 1)
      for (let x = 0; x < small.width; x += 1)
        for (let channel = 0; channel < 3; channel += 1) {
          const four = [0, 1].flatMap((down) => [0, 1].map((right) => pixelOf(large, 2 * x + right, 2 * y + down)[channel] ?? 0));
          const mean = four.reduce((sum, value) => sum + value, 0) / 4;
          most = Math.max(most, Math.abs(mean - (pixelOf(small, x, y)[channel] ?? 0)));
        }
    expect(most).toBeLessThan(12);
  });

  test("has no seams: a part looks the same, wherever in the image it is", async () => {
    const part = await enlarge(draw(60, 60, (x, y) => waves(x + 360, y + 360)));
    const whole = await enlarge(draw(450, 450, waves));
    const inner = (raster: Raster, left: number, top: number) =>
      Uint8Array.from(Array.from({ length: 80 * 80 }, (_, at) => pixelOf(raster, left + (at % 80), top + Math.floor(at / 80))).flat());
    expect(mostApart(inner(part, 20, 20), inner(whole, 740, 740))).toBeLessThanOrEqual(1);
  });

  test("keeps what is transparent, and shows nothing of its hidden colours", async () => {
    // Black and wholly transparent on the left, red on the right.
    const { data } = await enlarge(draw(40, 40, (x) => (x < 20 ? [0, 0, 0, 0] : [250, 20, 20, 255])));
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)]);
    expect(pixels.filter(([, , , opacity = 0]) => opacity < 8).length / pixels.length).toBeCloseTo(0.5, 1);
    const shown = pixels.filter(([, , , opacity = 0]) => opacity >= 8);
    expect(shown.filter(([red = 0, green = 0]) => red < 235 || green > 35)).toEqual([]);
  });
});

describe.skipIf(!hasDecoder)("in other hands (skipped without ffmpeg)", () => {
  test.each(["photo.jpg", "photo.webp", "photo.png"])("%s is read, and its result is read by ffmpeg", async (name) => {
    const given = draw(120, 90, waves);
    const bytes = await enlargeFile(encodeImage(png(given), name));
    expect(probe(bytes).streams[0]).toMatchObject({ codec_name: "png", width: 240, height: 180, pix_fmt: "rgb24" });
    const frame = decodeFrame(bytes);
    expect(mostApart(new Uint8Array(frame), decodePng(bytes)?.data ?? new Uint8Array())).toBe(0);
  });
});

test("an abort ends the work at once, and the next image is enlarged", async () => {
  const generator = createGenerator();
  const stop = new AbortController();
  const large = generator.upscale({ kind: "upscale", bytes: png(draw(3000, 3000, () => [9, 9, 9, 255])) }, stop.signal);
  stop.abort(new Error("stopped"));
  await expect(large).rejects.toThrow("stopped");
  const { signal } = new AbortController();
  await expect(generator.upscale({ kind: "upscale", bytes: png(draw(8, 8, waves)) }, signal)).resolves.toMatchObject({ format: "png" });
  await expect(generator.upscale({ kind: "upscale", bytes: Uint8Array.of(1, 2, 3) }, signal)).rejects.toThrow();
  await generator.close();
});
