/** The configured `timeout` ends each kind of request of each type of provider: the upstream accepts all of them, and never answers. */
import { expect, test } from "vitest";
import type { Configuration, ProviderConfiguration } from "../../src/contract/configuration.ts";
import { startTestService } from "../service/testService.ts";
import { type Answer, sendJson, startEngine } from "./engine.ts";

/** Seconds. */
const timeout = 0.3;
const silent: Answer = () => undefined;
const engine = { ...{ apiKey: "k", timeout }, models: { m: { kinds: ["text" as const] } } };
const sdk = (name: string, settings = {}) => ({ type: "ai-sdk" as const, package: `@ai-sdk/${name}`, settings, ...engine });
const run = ["node", "-e", "setTimeout(() => {}, 600_000)"];

const texts: Readonly<Record<string, (baseURL: string) => ProviderConfiguration>> = {
  "openai-compatible": (baseURL) => ({ type: "openai-compatible", ...engine, baseURL }),
  openai: (baseURL) => ({ type: "openai", ...engine, baseURL }),
  anthropic: (baseURL) => ({ type: "anthropic", ...engine, baseURL }),
  google: (baseURL) => ({ type: "google", ...engine, baseURL }),
  "sdk-openai": (baseURL) => ({ ...sdk("openai"), baseURL }),
  "sdk-openai-compatible": (baseURL) => ({ ...sdk("openai-compatible", { name: "engine" }), baseURL }),
  "sdk-anthropic": (baseURL) => ({ ...sdk("anthropic"), baseURL }),
  "sdk-google": (baseURL) => ({ ...sdk("google"), baseURL }),
  command: () => ({ type: "command", models: { m: { kinds: ["text"], run, output: { format: "txt" }, timeout } } }),
};

async function startSilent(configure: (baseURL: string) => ProviderConfiguration) {
  const { url } = await startEngine({ "GET /v1/models": sendJson({ data: [] }), "POST *": silent, "GET /v1/videos/*": silent });
  const configuration: Configuration = { providers: { p: configure(`${url}/v1`) } };
  return startTestService({ configuration });
}

test.each(Object.entries(texts))("a text of type %s", async (_, configure) => {
  const service = await startSilent(configure);
  expect(await service.post("/api/v1/responses", { model: "p/m", input: "Hello" })).toMatchObject({
    status: 408,
    body: { error: { code: "timeout" } },
  });
});

test.each([
  ["images", "image", { prompt: "A fox" }],
  ["audios", "audio", { input: "Hello", voice: "a", format: "mp3" }],
  ["videos", "video", { prompt: "A fox" }],
] as const)("one of %s", async (path, kind, body) => {
  const service = await startSilent((baseURL) => ({ type: "openai-compatible", ...engine, baseURL, models: { m: { kinds: [kind] } } }));
  expect(await service.make(path, { model: "p/m", ...body })).toMatchObject({ body: { status: "failed", error: { code: "408" } } });
});
