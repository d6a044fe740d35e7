/** Images that `similarTo` considers the same or different: the table of docs/prompt-documents.md. */
import { readFileSync } from "node:fs";
import { decode, encode } from "jpeg-js";
import { expect, test } from "vitest";
import { imageToolCapability } from "../../../../src/demo/capabilities.ts";
import { drawPng } from "../../../../src/demo/image/makeImage.ts";
import { decodePng } from "../../../../src/media/images/decodePng.ts";
import type { Raster } from "../../../../src/media/images/raster.ts";
import { scaleDown } from "../../../../src/media/images/scaleDown.ts";
import { compareFingerprints } from "../../../../src/prompt/assertions/compareFingerprints.ts";
import { fingerprintPixels } from "../../../../src/promptTests/files/fingerprint.ts";
import { measureExpected } from "../../../../src/promptTests/files/measureFile.ts";

const prompts = [
  "A lighthouse at dusk over a calm sea",
  "A harbour in Brest with boats",
  "A city at night",
  "Mountains and a lake in the morning",
  "A red barn in a snowy forest",
  "A river in the fog",
];
const side = 192;

async function draw(prompt: string): Promise<Raster> {
  const requested = { size: `${side}x${side}`, quality: undefined, aspectRatio: undefined };
  const pixels = decodePng(await drawPng(prompt, requested, imageToolCapability, []));
  if (pixels === undefined) throw new Error("It cannot be read.");
  return pixels;
}

function change(image: Raster, map: (value: number) => number): Raster {
  return { ...image, data: image.data.map((value, at) => (at % 4 === 3 ? value : Math.min(255, map(value)))) };
}

/** Cropped by a fraction of each side. */
function crop({ width, height, data }: Raster, part: number): Raster {
  const [left, top] = [Math.round(width * part), Math.round(height * part)];
  const [newWidth, newHeight] = [width - 2 * left, height - 2 * top];
  const cropped = new Uint8Array(newWidth * newHeight * 4);
  for (let y = 0; y < newHeight; y += 1) {
    const from = ((y + top) * width + left) * 4;
    cropped.set(data.subarray(from, from + newWidth * 4), y * newWidth * 4);
  }
  return { width: newWidth, height: newHeight, data: cropped };
}

function recompress(image: Raster, quality: number): Raster {
  return decode(encode(image, quality).data, { useTArray: true });
}

const copies: Readonly<Record<string, (image: Raster) => Raster>> = {
  "a third of the size": (image) => scaleDown(image, side / 3, side / 3),
  "another ratio, 3:2": (image) => scaleDown(image, side, (side * 2) / 3),
  "JPEG of quality 40": (image) => recompress(image, 40),
  "JPEG of quality 10": (image) => recompress(image, 10),
  "brighter by 15 %": (image) => change(image, (value) => value * 1.15),
  "cropped by 3 % of each side": (image) => crop(image, 0.03),
};
/** Neither copies nor other images: some of them are above the threshold, and some below. */
const between: Readonly<Record<string, (image: Raster) => Raster>> = {
  "cropped by 5 % of each side": (image) => crop(image, 0.05),
};

const threshold = 0.8;

test("the threshold separates copies from other images, as the documentation says", async () => {
  const drawn = await Promise.all(
    prompts.map(async (prompt) => ({ prompt, image: await draw(prompt), again: await draw(`${prompt} again`) })),
  );
  const own = drawn.map(({ image }) => fingerprintPixels(image));
  const compare = (make: (image: Raster) => Raster) =>
    drawn.map(({ image }, index) => compareFingerprints(own[index] ?? "", fingerprintPixels(make(image))));
  const seeds = drawn.map(({ again }, index) => compareFingerprints(own[index] ?? "", fingerprintPixels(again)));
  const subjects = own.flatMap((one, index) => own.slice(index + 1).map((other) => compareFingerprints(one, other)));
  const rows = [
    ...Object.entries({ ...copies, ...between }).map(([name, make]) => [name, compare(make)] as const),
    ["another seed", seeds] as const,
    ["another subject", subjects] as const,
  ];
  const written = rows.map(([name, found]) => `| ${name} | ${Math.min(...found).toFixed(2)} | ${Math.max(...found).toFixed(2)} |`);
  for (const [name, found] of rows.filter(([name]) => name in copies)) expect(Math.min(...found), name).toBeGreaterThanOrEqual(threshold);
  expect(Math.max(...seeds, ...subjects)).toBeLessThan(threshold);
  const page = readFileSync(new URL("../../../../docs/prompt-documents.md", import.meta.url), "utf8");
  const part = page.split("<!-- similar -->")[1]?.split("<!-- /similar -->")[0] ?? "";
  expect(part.trim().split("\n").slice(2)).toEqual(written);
});

test("a file without readable pixels or samples has no fingerprint", async () => {
  for (const text of ["GIF89a and so on, but no pixels at all", ""])
    expect(await measureExpected(Buffer.from(text))).toEqual({ fingerprint: undefined, soundFingerprint: undefined });
});

test.each([
  ["ff", "ff", 1],
  ["ff", "00", 0],
  ["f0", "ff", 0.5],
  ["f0", "fff", 0],
  ["", "", 0],
])("of %j and %j the similarity is %d", (one, other, similarity) => {
  expect(compareFingerprints(one, other)).toBe(similarity);
});
