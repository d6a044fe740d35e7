/** Files on the web: providers that can load them get the URL, others the bytes. */
import { expect, onTestFinished, test } from "vitest";
import type { InputFile } from "../../src/contract/generationRequest.ts";
import { createProviders } from "../../src/providers/createProviders.ts";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { streamText } from "../../src/providers/streamText.ts";
import { textRequest } from "../unit/providers/requests.ts";
import { type Answer, sendEvents, sendJson, startEngine } from "./engine.ts";

const link = "https://example.org/boat.png?signature=0123456789";
const image: InputFile = { mediaType: "image/png", name: "boat.png", bytes: Buffer.from("pixels"), part: "image", link };
const inline = `data:image/png;base64,${Buffer.from("pixels").toString("base64")}`;

const pathOf = { openai: "POST /v1/responses", anthropic: "POST /v1/messages", "openai-compatible": "POST /v1/chat/completions" };

async function send(type: keyof typeof pathOf, extra: object, answer: Answer = sendEvents([])) {
  const engine = await startEngine({ [pathOf[type]]: answer });
  const providers = createProviders({ environment: {}, faults: false, tokensPerSecond: 0, generatorWorkerUrl: undefined });
  onTestFinished(() => providers.close());
  const provider = { type, baseURL: `${engine.url}/v1`, apiKey: "provider-key", ...extra };
  const configuration = readConfiguration(JSON.stringify({ providers: { one: provider } }));
  providers.configure({ configuration, providerKeys: {}, network: {} });
  const [opened] = providers.providers;
  if (!opened) throw new Error("No provider was created.");
  const model = {
    id: "model",
    kinds: ["text" as const],
    created: undefined,
    capabilities: {},
    price: undefined,
    fallback: [],
  };
  const request = textRequest("What is it?", { files: [image] });
  const streaming = streamText({ provider: opened, model, request, ownFunctions: [], signal: AbortSignal.timeout(60_000) });
  const error: unknown = await streaming.then(
    (stream) => stream.cancel(),
    (thrown: unknown) => thrown,
  );
  return { sent: engine.requests.map(({ body }) => Buffer.from(body).toString()), error };
}

test.each([
  ["openai", {}],
  ["anthropic", {}],
  ["openai-compatible", { engine: "openrouter" }],
] as const)("%s %j gets the URL", async (type, extra) => {
  const { sent } = await send(type, extra);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain(JSON.stringify(link));
  expect(sent[0]).not.toContain(inline.slice(-8));
});

test("an engine on this machine gets the bytes", async () => {
  const { sent } = await send("openai-compatible", {});
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain(inline);
  expect(sent[0]).not.toContain(link);
});

test("a provider that cannot load the URL gets the bytes, once", async () => {
  const { sent } = await send("openai", {}, sendJson({ error: { message: "Timeout while downloading." } }, 400));
  expect(sent).toHaveLength(2);
  expect(sent[0]).toContain(link);
  expect(sent[1]).toContain(inline);
});

test("a request that may have been accepted is not sent again", async () => {
  const { sent, error } = await send("openai", {}, sendJson({ error: { message: "overloaded" } }, 500));
  expect(sent).toHaveLength(1);
  expect(error).toBeDefined();
});
