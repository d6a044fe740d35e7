/** Images converted to PNG keep their pixels and what states that they were generated. */
import { beforeAll, expect, test } from "vitest";
import { sourceOfBytes } from "../../../../src/media/files/byteSource.ts";
import { decodeImage } from "../../../../src/media/images/decodeImage.ts";
import { convertToPng } from "../../../../src/media/metadata/convertToPng.ts";
import { finishBytes, type StatedOrigin } from "../../../../src/media/metadata/finishFile.ts";
import { readFileMetadata } from "../../../../src/media/metadata/readFileMetadata.ts";
import { readMade } from "../../../../src/media/metadata/readMade.ts";
import { makePng, makeSamples, type Sample } from "./samples.ts";

let samples: Sample[];
beforeAll(async () => {
  samples = await makeSamples();
});

const stated: StatedOrigin = { model: "painter", isProcedural: false, embedded: { prompt: "A fox", kind: "image" } };

test.each(["lossy webp", "lossless webp", "avif", "jpeg"])("a %s", async (name) => {
  const bytes = samples.find((sample) => sample.name === name)?.bytes ?? new Uint8Array();
  const converted = await convertToPng(await finishBytes(bytes, stated));
  expect(await decodeImage(converted?.bytes ?? new Uint8Array())).toEqual(await decodeImage(bytes));
  const metadata = await readFileMetadata(sourceOfBytes(converted?.bytes ?? new Uint8Array()));
  expect(metadata && readMade(metadata)).toEqual({ tool: "", model: "painter", prompt: "A fox" });
});

test("another generator's image is still known as generated, and a photograph as none", async () => {
  const converted = await convertToPng(makePng({ parameters: "a red fox\nSteps: 20, Sampler: Euler, Seed: 1, Model: sdxl" }));
  const metadata = await readFileMetadata(sourceOfBytes(converted?.bytes ?? new Uint8Array()));
  expect(metadata && readMade(metadata)).toMatchObject({ model: "sdxl", prompt: "a red fox" });
  const photograph = await convertToPng(makePng());
  expect(photograph?.stated).toBeUndefined();
  expect((await readFileMetadata(sourceOfBytes(photograph?.bytes ?? new Uint8Array())))?.origin).toBeUndefined();
});

test.each(["gif", "bare jxl", "boxed jxl", "wav"])("a %s has no decoder", async (name) => {
  expect(await convertToPng(samples.find((sample) => sample.name === name)?.bytes ?? new Uint8Array())).toBeUndefined();
});
