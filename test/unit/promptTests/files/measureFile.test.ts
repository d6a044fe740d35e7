/** Measurements of files from real encoders. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import h264 from "h264-mp4-encoder";
import jpeg from "jpeg-js";
import { beforeEach, describe, expect, test } from "vitest";
import { encodePng } from "../../../../src/media/images/encodePng.ts";
import type { AudioFormat } from "../../../../src/media/sounds/audioFormats.ts";
import { encodeAudio } from "../../../../src/media/sounds/encodeAudio.ts";
import { compareFingerprints } from "../../../../src/prompt/assertions/compareFingerprints.ts";
import { measureFile } from "../../../../src/promptTests/files/measureFile.ts";
import { encodeImage, hasDecoder } from "../../demo/decoder.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-measure-"));
  return () => rm(folder, { recursive: true, force: true });
});

async function measure(bytes: Uint8Array) {
  const file = path.join(folder, "file");
  await writeFile(file, bytes);
  return measureFile(file);
}

const [width, height] = [200, 120];
/** One colour, or a gradient with a disc. */
function paint(isBlank: boolean): Uint8Array {
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let at = 0; !isBlank && at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isDisc = (x - 60) ** 2 + (y - 60) ** 2 < 900;
    data.set([isDisc ? 200 : x, isDisc ? 20 : y * 2, (x * y) % 256, 255], at * 4);
  }
  return data;
}

describe.each([true, false])("blank: %s", (isBlank) => {
  test("an image in PNG and in JPEG", async () => {
    const data = paint(isBlank);
    expect(await measure(encodePng({ width, height, channels: 4, data }))).toMatchObject({
      format: "png",
      width,
      height,
      isBlank,
      duration: undefined,
    });
    const encoded = jpeg.encode({ width, height, data: Buffer.from(data) }, 80);
    expect(await measure(encoded.data)).toMatchObject({ format: "jpg", width, height, isBlank, bytes: encoded.data.length });
  });

  test.skipIf(!hasDecoder)("an image in WebP, with the same fingerprint as in PNG (skipped without ffmpeg)", async () => {
    const png = encodePng({ width, height, channels: 4, data: paint(isBlank) });
    const measured = await measure(encodeImage(png, "image.webp"));
    expect(measured).toMatchObject({ format: "webp", width, height, isBlank });
    if (!isBlank) expect(compareFingerprints(measured.fingerprint ?? "", (await measure(png)).fingerprint ?? "")).toBeGreaterThan(0.9);
  });

  test.each<AudioFormat>(["wav", "mp3", "flac", "opus"])("audio in %s", async (format) => {
    const samples = Float32Array.from({ length: 48_000 }, (_, index) => (isBlank ? 0 : Math.sin(index / (20 + (index % 3000) / 100)) / 2));
    const measured = await measure(await encodeAudio(samples, format, ""));
    expect(measured).toMatchObject({ format, isBlank, width: undefined });
    if (isBlank) expect(measured.loudness).toBeLessThan(-70);
    else expect(measured.loudness).toBeGreaterThan(-20);
    // Encoders pad the last frame.
    expect(measured.duration).toBeGreaterThan(1.99);
    expect(measured.duration).toBeLessThan(2.15);
  });

  test("a video in MP4", async () => {
    const encoder = await h264.createH264MP4Encoder();
    Object.assign(encoder, { width, height, frameRate: 12, quantizationParameter: 26, speed: 8 });
    encoder.initialize();
    for (let frame = 0; frame < 24; frame += 1) encoder.addFrameRgba(paint(isBlank));
    encoder.finalize();
    const bytes = encoder.FS.readFile(encoder.outputFilename);
    encoder.delete();
    const measured = await measure(bytes);
    expect(measured).toMatchObject({ format: "mp4", width, height, isBlank });
    expect(measured.duration).toBeCloseTo(2, 1);
  });
});

/** Hand-written headers as in other encoders: no library here writes these formats. */
test.each([
  ["webp", "RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x3f\x02\0\x8f\x01\0", 576, 400],
  ["gif", "GIF89a\x40\x01\xf0\0\0\0\0", 320, 240],
])("the size of a %s", async (format, text, wide, high) => {
  expect(await measure(Buffer.from(text, "latin1"))).toMatchObject({ format, width: wide, height: high });
});

test.each([
  "",
  "no media",
  "\x89PNG\r\n\x1a\n",
  "\xff\xd8\xff\xe0\0\x10",
  "RIFF\0\0\0\0WAVEfmt ",
  "fLaC\0",
  "OggS",
  "ID3\x04",
  "\0\0\0\x10ftypisom",
])("a file that is cut off after %j is measured as far as possible", async (text) => {
  const bytes = Buffer.from(text, "latin1");
  expect(await measure(bytes)).toMatchObject({ bytes: bytes.length, duration: undefined });
});
