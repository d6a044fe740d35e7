/** A service with an OpenAI-compatible provider named `local`. */
import type { TestContext } from "vitest";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import type { ServiceOptions } from "../../src/service/serviceOptions.ts";
import { startTestService } from "../service/testService.ts";
import { type Answer, chunk, type Engine, finishChunk, sendJson, startEngine } from "./engine.ts";
import { openEngine } from "./engineServer.ts";

export const chat = "POST /v1/chat/completions";
export const models = {
  "GET /v1/models": sendJson({ data: [{ id: "llama-3" }, { id: "org/deep/model" }, { id: "odd%2Fname" }, { id: "nomic-embed-text" }] }),
};
export const hello = [chunk({ role: "assistant", content: "Hel" }), chunk({ content: "lo" }), finishChunk("stop")];

/** `extra`: more of the provider's configuration. */
export async function start(
  routes: Record<string, Answer>,
  extra: Record<string, unknown> = {},
  environment: Record<string, string> = {},
  options: ServiceOptions = {},
) {
  const engine = await startEngine({ ...models, ...routes });
  const service = await serviceOf(engine, extra, environment, options);
  return { engine, service };
}

/** The same for one of several tests that run at the same time: both are closed when it ends, which vitest's own function cannot tell. */
export async function startFor(
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
  routes: Record<string, Answer>,
  extra: Record<string, unknown> = {},
) {
  const engine = await openEngine({ ...models, ...routes });
  onTestFinished(() => engine.close());
  const service = await serviceOf(engine, extra);
  onTestFinished(() => service.close());
  return { engine, service };
}

export function serviceOf(
  engine: Engine,
  extra: Record<string, unknown> = {},
  environment: Record<string, string> = {},
  options: ServiceOptions = {},
) {
  const configuration = readConfiguration(
    JSON.stringify({ providers: { local: { type: "openai-compatible", baseURL: `${engine.url}/v1`, ...extra } } }),
  );
  return startTestService({ configuration, environment, superset: true, ...options });
}
