/** Texts that programs hide in the lowest bits of a PNG's pixels. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sourceOfBytes } from "../../../../../src/media/files/byteSource.ts";
import { encodePng } from "../../../../../src/media/images/encodePng.ts";
import { readFileMetadata } from "../../../../../src/media/metadata/readFileMetadata.ts";

type Channels = "alpha" | "rgb";

/** Column by column from the left, each from the top: signature, number of bits, bytes. */
function hide(
  signature: string,
  content: Uint8Array,
  channels: Channels,
  [width, height] = [96, 128],
  bits = content.length * 8,
): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bits);
  const digits = [...Buffer.concat([Buffer.from(signature), length, content])].flatMap((byte) => [...byte.toString(2).padStart(8, "0")]);
  const data = new Uint8Array(width * height * 4).map((_, at) => (at % 4 === 3 ? 254 : (at * 7) % 256));
  let used = 0;
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1)
      for (const part of channels === "alpha" ? [3] : [0, 1, 2]) {
        const digit = digits[used];
        const at = (y * width + x) * 4 + part;
        if (digit !== undefined) data[at] = ((data[at] ?? 0) & 254) | Number(digit);
        used += 1;
      }
  return encodePng({ width, height, channels: 4, data });
}

const novel = JSON.stringify({
  Title: "NovelAI generated image",
  Description: "a red fox",
  Software: "NovelAI",
  Source: "NovelAI Diffusion V4.5 4BDE2A90",
  Comment: JSON.stringify({ prompt: "a red fox 狐", uc: "blurry", steps: 28, seed: 1, sampler: "k_euler" }),
});
const parameters = "a red fox 狐\nNegative prompt: blurry\nSteps: 20, Sampler: Euler a, Seed: 1, Model: sdxl";
const read = async (file: Uint8Array) => (await readFileMetadata(sourceOfBytes(file)))?.origin;

describe("is read", () => {
  test.each<[string, Uint8Array, string]>([
    ["NovelAI's", hide("stealth_pngcomp", gzipSync(novel), "alpha"), "NovelAI"],
    ["of a lower image than the signature", hide("stealth_pngcomp", gzipSync(novel), "alpha", [512, 40]), "NovelAI"],
    ["without compression", hide("stealth_pnginfo", Buffer.from(parameters), "alpha"), "AUTOMATIC1111"],
    ["in colours", hide("stealth_rgbcomp", gzipSync(parameters), "rgb"), "AUTOMATIC1111"],
    ["in colours without compression", hide("stealth_rgbinfo", Buffer.from(parameters), "rgb"), "AUTOMATIC1111"],
  ])("%s", async (_, file, tool) => {
    expect(await read(file)).toMatchObject({ tool, prompt: "a red fox 狐", negativePrompt: "blurry" });
  });
});

describe("is not read", () => {
  test.each<[string, Uint8Array]>([
    ["of another program", hide("stealth_pngother", gzipSync(novel), "alpha")],
    ["that is longer than the image", hide("stealth_pngcomp", gzipSync(novel), "alpha", [96, 128], 0x7fff_ffff)],
    ["that is damaged", hide("stealth_pngcomp", Buffer.from("damaged"), "alpha")],
    ["of an image that is too small for a signature", hide("stealth_pngcomp", gzipSync(novel), "alpha", [4, 4])],
    ["of a file that ends early", hide("stealth_pngcomp", gzipSync(novel), "alpha").subarray(0, 60)],
  ])("%s", async (_, file) => {
    expect(await read(file)).toBeUndefined();
  });
});
