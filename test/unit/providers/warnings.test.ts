/** Whatever a provider says that it leaves out or changes is passed on, whichever way its models are asked. */
import type { SharedV4Warning } from "@ai-sdk/provider";
import { MockImageModelV4, MockSpeechModelV4, MockVideoModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { withCall } from "../../../src/providers/callContext.ts";
import { dialectOfPackage } from "../../../src/providers/dialects/plain.ts";
import { generateImage, pollVideo, startMedia } from "../../../src/providers/generateMedia.ts";
import { type Provider, toProviderModel } from "../../../src/providers/provider.ts";
import { warnOnce } from "../../../src/service/work/warnOnce.ts";
import { audioRequest, imageRequest, videoRequest } from "./requests.ts";

const png = new Uint8Array(Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
const mp4 = new Uint8Array(Buffer.from("000000146674797069736f6d0000020069736f6d", "hex"));
const wav = new Uint8Array(Buffer.concat([Buffer.from("RIFF"), Buffer.from([36, 0, 0, 0]), Buffer.from("WAVEfmt "), Buffer.alloc(28)]));
const warnings: SharedV4Warning[] = [
  { type: "unsupported", feature: "duration", details: "5 seconds are made." },
  { type: "compatibility", feature: "size" },
  { type: "deprecated", setting: "voice", message: "Use another one." },
  { type: "other", message: "A heron is drawn." },
  { type: "compatibility", feature: "size" },
];
const expected = [
  "p warns: unsupported duration: 5 seconds are made.",
  "p warns: compatibility size",
  "p warns: deprecated voice: Use another one.",
  "p warns: *** is drawn.",
];

const made = { warnings, response: { timestamp: new Date(), modelId: "m", headers: undefined } };
const video = { type: "binary" as const, data: mp4, mediaType: "video/mp4" };
const request = videoRequest({ prompt: "A heron", size: undefined, quality: undefined, duration: undefined });

/** The words to remove are those of the request. */
const redact: Provider["redact"] = (text, request) => (request === undefined ? text : text.replace("A heron", "***"));

function providerOf(videoModel: MockVideoModelV4): Provider {
  const imageModel = new MockImageModelV4({ doGenerate: async () => ({ ...made, images: [png] }) });
  const response = { timestamp: new Date(), modelId: "m" };
  const speechModel = new MockSpeechModelV4({ doGenerate: async () => ({ warnings, response, audio: wav }) });
  const provider = { name: "p", dialect: dialectOfPackage("a"), redact };
  const models = { imageModel: () => imageModel, speechModel: () => speechModel, videoModel: () => videoModel };
  return { ...provider, load: async () => models } as unknown as Provider;
}

const doors: Record<string, (call: { model: ReturnType<typeof toProviderModel>; signal: AbortSignal }) => Promise<unknown>> = {
  "an image": (call) =>
    startMedia(
      "image",
      { ...call, provider: providerOf(new MockVideoModelV4()), request: imageRequest({ prompt: "A heron", size: undefined }) },
      async (bytes) => bytes,
    ),
  "an image that a text model asks for": (call) =>
    generateImage({ ...call, provider: providerOf(new MockVideoModelV4()), request: imageRequest({ prompt: "A heron", size: undefined }) }),
  speech: (call) =>
    startMedia(
      "audio",
      { ...call, provider: providerOf(new MockVideoModelV4()), request: audioRequest({ text: "A heron" }) },
      async (bytes) => bytes,
    ),
  "a video": (call) =>
    startMedia(
      "video",
      { ...call, provider: providerOf(new MockVideoModelV4({ doGenerate: async () => ({ ...made, videos: [video] }) })), request },
      async (bytes) => bytes,
    ),
  "a video that starts": (call) =>
    startMedia(
      "video",
      { ...call, provider: providerOf(new MockVideoModelV4({ doStart: async () => ({ ...made, operation: { id: "1" } }) })), request },
      async (bytes) => bytes,
    ),
  "a video that is polled": (call) =>
    pollVideo(
      providerOf(new MockVideoModelV4({ doStatus: async () => ({ ...made, status: "pending" }) })),
      call.model,
      { id: "1" },
      { ...call, request },
    ),
  "a video that is finished": (call) =>
    pollVideo(
      providerOf(new MockVideoModelV4({ doStatus: async () => ({ ...made, status: "completed", videos: [video] }) })),
      call.model,
      { id: "1" },
      { ...call, request },
    ),
};

test.each(Object.entries(doors))("of %s, once for each task", async (_, run) => {
  const log: string[] = [];
  const call = { model: toProviderModel("m", ["image"]), signal: AbortSignal.timeout(60_000) };
  await withCall({ warn: warnOnce((line) => log.push(line)) }, async () => {
    await run(call);
    await run(call);
  });
  expect(log).toEqual(expected);
});

test("of a text in the place of a file, without the words of the prompt", async () => {
  const log: string[] = [];
  const imageModel = new MockImageModelV4({
    doGenerate: async () => ({ ...made, warnings: [], images: [png, Buffer.from("A heron is refused.")] }),
  });
  const provider = { ...providerOf(new MockVideoModelV4()), load: async () => ({ imageModel: () => imageModel }) } as unknown as Provider;
  const call = { provider, model: toProviderModel("m", ["image"]), signal: AbortSignal.timeout(60_000) };
  await withCall({ warn: warnOnce((line) => log.push(line)) }, () =>
    generateImage({ ...call, request: imageRequest({ prompt: "A heron", size: undefined }) }),
  );
  expect(log).toEqual(["p warns: a file cannot be read: p failed: it sent a text instead of a file: *** is refused."]);
});

test("what a package gives in the place of warnings loses no answer", () => {
  const log: string[] = [];
  const provider = { name: "p", redact: (text: string) => text };
  const warn = warnOnce((line) => log.push(line));
  warn(provider, request, undefined);
  // Of version 3 of the specification.
  warn(provider, request, JSON.parse('[{ "type": "unsupported-setting", "setting": "seed" }]'));
  expect(log).toEqual(['p warns: {"type":"unsupported-setting","setting":"seed"}']);
});
