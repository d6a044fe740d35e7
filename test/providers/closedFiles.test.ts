/** Large files of results are on the disk while their task works on them. */
import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { ArrivingFile } from "../../src/media/files/arrivingFile.ts";
import { wavHead } from "../../src/media/files/rawSamples.ts";
import { encodePng } from "../../src/media/images/encodePng.ts";
import { start } from "./compatibleService.ts";
import { type Answer, sendJson } from "./engine.ts";
import { marked } from "./markedFile.ts";

const side = 256;
/** Pixels at random, which cannot be compressed: 192 KiB. */
const image = Buffer.from(encodePng({ width: side, height: side, channels: 3, data: randomBytes(side * side * 3) }));
const samples = randomBytes(192 * 1024);
const wav = Buffer.concat([wavHead({ rate: 24_000, channels: 1, bits: 16, endianness: "little" }, samples.length), samples]);

const draw = (file: Buffer): readonly [string, Answer] => [
  "POST /v1/images/generations",
  sendJson({ data: [{ b64_json: file.toString("base64") }] }),
];
const speak = (file: Buffer, type: string): readonly [string, Answer] => [
  "POST /v1/audio/speech",
  (_, response) => void response.writeHead(200, { "content-type": type }).end(file),
];

test.each<[string, "image" | "audio", readonly [string, Answer]]>([
  ["an image that is delivered as it arrived", "image", draw(await marked(image))],
  ["an image that gets a mark", "image", draw(image)],
  ["a sound that gets a mark", "audio", speak(wav, "audio/wav")],
  ["samples that get a header", "audio", speak(samples, "audio/pcm")],
])("the file of %s is closed when its task has ended", async (_, kind, [route, answer]) => {
  const used = new Set<ArrivingFile>();
  const closed = new Set<ArrivingFile>();
  const { add, close } = ArrivingFile.prototype;
  vi.spyOn(ArrivingFile.prototype, "add").mockImplementation(function (this: ArrivingFile, chunk) {
    used.add(this);
    return add.call(this, chunk);
  });
  vi.spyOn(ArrivingFile.prototype, "close").mockImplementation(function (this: ArrivingFile) {
    closed.add(this);
    return close.call(this);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const { service } = await start({ [route]: answer }, { models: { m: { kinds: [kind] } } });
  const { body } =
    kind === "image"
      ? await service.make("images", { model: "local/m", prompt: "A fox" })
      : await service.make("audios", { model: "local/m", input: "Hello", voice: "a", format: "wav" });
  expect(body.status).toBe("completed");
  expect(used.size).toBeGreaterThan(0);
  await expect.poll(() => [...used].filter((file) => !closed.has(file)).length).toBe(0);
});
