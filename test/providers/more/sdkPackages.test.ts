/** Each AI SDK package that is documented makes what the table says and reaches its own hosts, as a recording proxy sees it, and its refusals are read. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { importInstalled } from "../../../scripts/testing/installPackage.ts";
import { kinds as allKinds, type Kind } from "../../../src/contract/kind.ts";
import { ProviderConnection } from "../../../src/providers/connection/providerConnection.ts";
import { createPackageProvider, type PackageSettings } from "../../../src/providers/createPackageProvider.ts";
import type { MediaProvider } from "../../../src/providers/provider.ts";
import { readProviderError } from "../../../src/providers/providerError.ts";
import { isHostOf, type SdkPackage, sdkPackages } from "../../../src/providers/sdkPackages.ts";
import { startRecordingProxy } from "../../unit/network/recordingProxy.ts";
import { packageModels } from "../packageModels.ts";
import { installSdkPackages } from "../sdkInstallation.ts";

const moduleSchema = z.record(z.string(), z.unknown());
const settings = { region: "us-east-1", resourceName: "example", project: "p", location: "us-central1", apiKey: "k" };

/** Asks for one output of the kind. The proxy answers nothing, so that it always fails. */
async function ask(provider: MediaProvider, kind: Kind): Promise<void> {
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hello" }] }];
  const none = { providerOptions: {}, abortSignal: AbortSignal.timeout(60_000) };
  const video = { n: 1, prompt: "A fox", aspectRatio: undefined, resolution: undefined, duration: 4, fps: undefined, seed: undefined };
  const shared = { image: undefined, frameImages: undefined, inputReferences: undefined, generateAudio: undefined };
  switch (kind) {
    case "text":
      await provider.languageModel("m").doStream({ prompt, ...none });
      return;
    case "image": {
      const request = {
        n: 1,
        prompt: "A fox",
        size: undefined,
        aspectRatio: undefined,
        seed: undefined,
        files: undefined,
        mask: undefined,
      };
      await provider.imageModel("gemini-m").doGenerate({ ...request, ...none });
      return;
    }
    case "audio":
      await provider.speechModel?.("m").doGenerate({ text: "Hello", voice: "v", ...none });
      return;
    case "video": {
      const model = provider.videoModel?.("m");
      if (model?.doStart) await model.doStart({ ...video, ...shared, ...none });
      else await model?.doGenerate?.({ ...video, ...shared, ...none });
    }
  }
}

test.each(Object.keys(sdkPackages))(
  "%s",
  async (name) => {
    const { kinds = [], hosts = [] }: Partial<SdkPackage> = sdkPackages[name] ?? {};
    const module = moduleSchema.parse(await importInstalled(await installSdkPackages(), name));
    const open = (given: typeof settings & PackageSettings) => {
      const provider = createPackageProvider(module, given);
      if (!provider) throw new TypeError(`${name} is no provider of version 4.`);
      return provider;
    };
    for (const kind of allKinds) {
      await using proxy = await startRecordingProxy("403 Forbidden");
      const configuration = { type: "ai-sdk" as const, package: name, apiKey: "k" };
      const network = { proxy: `http://${proxy.host}` };
      const connection = new ProviderConnection({ name: "far", configuration, environment: {}, keys: {}, network });
      const thrown: unknown = await ask(open({ ...settings, fetch: connection.sendForPackage }), kind).catch((error: unknown) => error);
      const asked = proxy.asked.map((line) => line.replace(/^CONNECT (.*):443$/, "$1"));
      expect(asked.length > 0, `${kind}: ${String(thrown)}`).toBe(kinds.includes(kind));
      for (const host of asked) expect(isHostOf(hosts, host), `${kind}: ${host}`).toBe(true);
      await connection.close();
      if (!kinds.includes(kind)) continue;
      const refuse = async () => Response.json({ error: { message: "Slow" } }, { status: 429, headers: { "retry-after": "7" } });
      const refused: unknown = await ask(open({ ...settings, fetch: refuse }), kind).catch((error: unknown) => error);
      const read = readProviderError({ name: "far", redact: String }, undefined, refused);
      expect(read, `${kind}: ${String(refused)}`).toMatchObject({ code: "rate_limit_exceeded", retryAfter: 7000, acceptance: "refused" });
    }
  },
  300_000,
);

const file = (text: string) => ({ type: "file" as const, mediaType: "image/png", data: Buffer.from(`\x89PNG\r\n\x1a\n${text}`, "latin1") });
const lastFrame = file("the last frame");
/** What shows in the body of a request that a field was passed on. */
const traces: Readonly<Record<string, (body: string) => boolean>> = {
  voice_instructions: (body) => body.includes("Whisper it"),
  language: (body) => /"[^"]*lang[^"]*":\s*"de"/i.test(body),
  fps: (body) => /"[^"]*(?:fps|frames?_?(?:rate|per_second))[^"]*":\s*23\b/i.test(body),
  generate_audio: (body) => /"[^"]*audio[^"]*":\s*(?:true|false)/i.test(body),
  last_frame: (body) => body.includes(lastFrame.data.toString("base64")),
};

/** Resolves with the addresses and bodies that the package wants to send. */
async function bodiesOf(name: string, kind: Kind, id: string): Promise<string> {
  const bodies: string[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    bodies.push(new Request(input).url, String(init?.body ?? ""));
    return Response.json({ error: { message: "no" } }, { status: 403 });
  };
  const module = moduleSchema.parse(await importInstalled(await installSdkPackages(), name));
  const provider = createPackageProvider(module, { ...settings, fetch } as typeof settings & PackageSettings);
  const frames = [
    { frameType: "first_frame" as const, image: file("the first frame") },
    { frameType: "last_frame" as const, image: lastFrame },
  ];
  const none = { providerOptions: {}, abortSignal: AbortSignal.timeout(60_000) };
  const film = { n: 1, prompt: "A fox", aspectRatio: undefined, resolution: undefined, duration: 4, seed: undefined };
  const model = kind === "video" ? provider?.videoModel?.(id) : undefined;
  const options = { ...film, fps: 23, generateAudio: true, frameImages: frames, image: undefined, inputReferences: undefined, ...none };
  await (kind === "video"
    ? (model?.doStart?.(options) ?? model?.doGenerate?.(options))
    : provider?.speechModel?.(id).doGenerate({ text: "Hello", voice: "v", instructions: "Whisper it", language: "de", ...none })
  )?.then(undefined, () => undefined);
  return bodies.join("\n");
}

/** Fields of fal's videos are written by its dialect. Some packages also pass on what a model does not take. */
const sending = packageModels.filter(([name, kind, , fields]) => name !== "@ai-sdk/fal" && kind !== "image" && fields.length > 0);

test.each(sending)(
  "%s: %s by %s is sent with %j",
  async (name, kind, id, fields) => {
    const body = await bodiesOf(name, kind, id);
    expect(fields.filter((field) => !traces[field]?.(body))).toEqual([]);
  },
  300_000,
);

test("fal's package reaches models of other owners by the path that its dialect gives it", async () => {
  expect(await bodiesOf("@ai-sdk/fal", "video", "../xai/grok-imagine-video/text-to-video")).toContain(
    "https://queue.fal.run/xai/grok-imagine-video/text-to-video\n",
  );
}, 300_000);
