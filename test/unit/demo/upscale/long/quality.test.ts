/** The built-in upscaler beside Lanczos, whose results ffmpeg makes and measures: pictures are made half as large, enlarged and compared. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installPackage } from "../../../../../scripts/testing/installPackage.ts";
import { repositoryFolder } from "../../../../../scripts/vscodeHost/serverLocation.ts";
import { makeImage } from "../../../../../src/demo/image/makeImage.ts";
import { upscale } from "../../../../../src/demo/upscale/upscale.ts";
import { hasDecoder } from "../../decoder.ts";
import { imageRequest } from "../../requests.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "upscale-"));
});
afterAll(() => rm(folder, { recursive: true }));

const inFolder = (name: string) => path.join(folder, name);

/** A photo of a public package. */
async function photo(): Promise<Uint8Array> {
  const installed = await installPackage("exif-parser", "0.1.12");
  return readFile(path.join(installed, "node_modules/exif-parser/test/starfish.jpg"));
}

const images: readonly [name: string, read: () => Promise<Uint8Array>][] = [
  ["a photo", photo],
  [
    "a drawn picture",
    async () => (await makeImage(imageRequest({ prompt: "a lighthouse by the sea", size: "1k", quality: "high" }))).bytes,
  ],
  ["a screenshot", () => readFile(path.join(repositoryFolder, "media/readme/chat.png"))],
];

const convert = (from: string, filter: string, to: string) =>
  execFileSync("ffmpeg", ["-v", "error", "-y", "-i", inFolder(from), "-vf", `${filter},format=rgb24`, inFolder(to)]);

/** How alike the file and the original are. */
function compare(file: string): { psnr: number; ssim: number } {
  const measure = (filter: string, value: RegExp) => {
    const lavfi = `[0:v]format=gbrp[a];[1:v]format=gbrp[b];[a][b]${filter}`;
    const { stderr } = spawnSync("ffmpeg", ["-i", inFolder(file), "-i", inFolder("original.png"), "-lavfi", lavfi, "-f", "null", "-"]);
    return Number(value.exec(stderr.toString())?.[1]);
  };
  return { psnr: measure("psnr", /average:([\d.]+)/), ssim: measure("ssim", /All:([\d.]+)/) };
}

describe.skipIf(!hasDecoder)("enlarged to twice the size (skipped without ffmpeg)", () => {
  test.each(images)("%s is more like the original than with Lanczos", { timeout: 600_000 }, async (_, read) => {
    await writeFile(inFolder("picture"), await read());
    convert("picture", "crop=trunc(min(iw\\,1000)/2)*2:trunc(min(ih\\,800)/2)*2:0:0", "original.png");
    convert("original.png", "scale=iw/2:ih/2:flags=area", "small.png");
    convert("small.png", "scale=iw*2:ih*2:flags=lanczos+accurate_rnd+full_chroma_int", "lanczos.png");
    const { bytes } = await upscale({ kind: "upscale", bytes: await readFile(inFolder("small.png")) });
    await writeFile(inFolder("enlarged.png"), bytes);
    const [lanczos, enlarged] = [compare("lanczos.png"), compare("enlarged.png")];
    expect(enlarged.psnr).toBeGreaterThan(lanczos.psnr);
    expect(enlarged.ssim).toBeGreaterThan(lanczos.ssim);
  });
});
