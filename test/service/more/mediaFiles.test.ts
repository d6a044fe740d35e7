/** What the demo's files of images, audio and videos show, through a real decoder. */
import { expect, test } from "vitest";
import { decodeMedia, hasDecoder } from "../decodeMedia.ts";
import { readMediaFile, startTestService } from "../testService.ts";

const service = await startTestService();
const decoded = test.skipIf(!hasDecoder);

const image = { model: "demo-image", prompt: "A heron in the reeds", size: "512" };
const audio = { model: "flite", input: "Good morning, heron.", voice: "slt", format: "wav" };
const video = { model: "demo-video", prompt: "A heron takes off", quality: "480p", duration: 1 };
const bodies = { images: image, audios: audio, videos: video } as const;

test.each(["images", "audios", "videos"] as const)("the same request to /%s generates the same file", async (endpoint) => {
  expect(readMediaFile(await service.make(endpoint, bodies[endpoint]))).toEqual(
    readMediaFile(await service.make(endpoint, bodies[endpoint])),
  );
});

decoded.each([
  [{ size: "512" }, [512, 512]],
  [{ size: "1k", aspect_ratio: "16:9" }, [1024, 576]],
  [{ size: "320x200" }, [320, 200]],
])("/images obeys %j", async (fields, [width, height]) => {
  const media = await decodeMedia(readMediaFile(await service.make("images", { ...image, ...fields })));
  expect(media).toMatchObject({ codec: "png", width, height });
});

test("/images obeys quality and reference images: each changes the image", async () => {
  const plain = readMediaFile(await service.make("images", image));
  const reference = { type: "input_image", image_url: `data:image/png;base64,${plain.toString("base64")}` };
  const low = readMediaFile(await service.make("images", { ...image, quality: "low" }));
  const high = readMediaFile(await service.make("images", { ...image, quality: "high" }));
  const referred = readMediaFile(await service.make("images", { ...image, image: [reference] }));
  expect(low).not.toEqual(high);
  expect(referred).not.toEqual(plain);
});

decoded.each([
  ["wav", /^pcm/],
  ["mp3", /^mp3$/],
  ["flac", /^flac$/],
  ["opus", /^opus$/],
] as const)("/audios generates %s that a decoder can play", async (format, codec) => {
  const answer = await service.make("audios", { ...audio, format });
  expect(answer.body.format).toBe(format);
  const media = await decodeMedia(readMediaFile(answer));
  expect(media.codec).toMatch(codec);
  expect(media.duration).toBeGreaterThan(0.5);
});

decoded("/audios obeys speed: twice as fast is half as long", async () => {
  const long = { ...audio, input: "A heron stands in the water and waits for a fish to come along. ".repeat(3) };
  const normal = await decodeMedia(readMediaFile(await service.make("audios", long)));
  const fast = await decodeMedia(readMediaFile(await service.make("audios", { ...long, speed: 2 })));
  expect(normal.duration / fast.duration).toBeGreaterThan(1.6);
  expect(normal.duration / fast.duration).toBeLessThan(2.4);
});

test("/audios obeys voice: slt and rms differ", async () => {
  const slt = readMediaFile(await service.make("audios", audio));
  expect(readMediaFile(await service.make("audios", { ...audio, voice: "rms" }))).not.toEqual(slt);
});

decoded("/videos obeys size, quality and duration", async () => {
  const wide = await decodeMedia(readMediaFile(await service.make("videos", { ...video, size: "16:9", duration: 2 })));
  expect(wide).toMatchObject({ width: 854, height: 480 });
  expect(wide.duration).toBeCloseTo(2, 0);
  const tall = await decodeMedia(
    readMediaFile(
      await service.make("videos", { model: "demo-video-lite", prompt: "A heron", size: "9:16", quality: "360p", duration: 2 }),
    ),
  );
  expect((tall.height ?? 0) / (tall.width ?? 1)).toBeCloseTo(16 / 9, 1);
});

test("/videos uses a reference image", async () => {
  const bytes = readMediaFile(await service.make("images", image));
  const reference = { type: "input_image", image_url: `data:image/png;base64,${bytes.toString("base64")}` };
  const plain = readMediaFile(await service.make("videos", video));
  expect(readMediaFile(await service.make("videos", { ...video, image: [reference] }))).not.toEqual(plain);
});
