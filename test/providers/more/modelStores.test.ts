/** Downloads, loaded models and unloading, with Ollama and LM Studio as their documents describe them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PullProgress } from "../../../src/contract/processMessages.ts";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { type RunningService, startService } from "../../../src/service/startService.ts";
import { sendJson, startEngine } from "../engine.ts";
import { type ModelEngine, openLmStudio, openOllama } from "../modelEngines.ts";

async function serve(url: string): Promise<RunningService> {
  const providers = { local: { type: "openai-compatible", baseURL: `${url}/v1` } };
  return startService({ configuration: readConfiguration(JSON.stringify({ providers })), superset: true });
}

async function listModels({ url, key }: RunningService): Promise<unknown> {
  return JSON.parse(await (await fetch(`${url}/api/v1/models`, { headers: { authorization: `Bearer ${key}` } })).text()).data;
}

const rest = { object: "model", created: expect.any(Number), owned_by: "local" };

describe.each([
  {
    name: "ollama",
    open: () => openOllama(),
    listed: "llama3.2:1b",
    wanted: "qwen3:4b",
    contexts: { loaded: 4096, own: 131_072 },
    input: ["file"],
  },
  {
    name: "lmstudio",
    open: openLmStudio,
    listed: "google/gemma-3-1b",
    wanted: "qwen/qwen3-4b",
    contexts: { loaded: 8192, own: 32_768 },
    input: ["file", "image"],
  },
] as const)("$name", ({ name, open, listed, wanted, contexts, input }) => {
  let engine: ModelEngine;
  let service: RunningService;
  beforeAll(async () => {
    engine = await open();
    service = await serve(engine.url);
  });
  afterAll(async () => {
    await service?.close();
    engine?.close();
  });

  const pull = (model: string, signal = new AbortController().signal, onProgress: (progress: PullProgress) => void = () => undefined) =>
    service.modelStores.pull("local", model, onProgress, signal);

  test("lists what is loaded, and the context that it was loaded with", async () => {
    await expect
      .poll(() => listModels(service))
      .toEqual([
        expect.objectContaining({
          ...rest,
          id: `local/${listed}`,
          loaded: true,
          capabilities: expect.objectContaining({ context: contexts.loaded, input }),
        }),
      ]);
    expect(service.providerStates()).toEqual([{ type: "reachable", name: "local", store: name }]);
  });

  test("unloads a model, whose own context is listed then", async () => {
    await service.modelStores.unload("local", listed, AbortSignal.timeout(60_000));
    expect(engine.loaded.size).toBe(0);
    expect(await listModels(service)).toEqual([
      expect.objectContaining({ id: `local/${listed}`, loaded: false, capabilities: expect.objectContaining({ context: contexts.own }) }),
    ]);
  });

  test("lists a model as loaded when a request has made the engine load it", async () => {
    const request = { method: "POST", headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" } };
    await fetch(`${service.url}/api/v1/responses`, { ...request, body: JSON.stringify({ model: `local/${listed}`, input: "x" }) });
    await expect.poll(() => listModels(service)).toEqual([expect.objectContaining({ id: `local/${listed}`, loaded: true })]);
  });

  test.each([false, true])("says that it has not read all of a prompt, if the model was loaded before: %s", async (isLoaded) => {
    if (!isLoaded) await service.modelStores.unload("local", listed, AbortSignal.timeout(60_000));
    const ask = async (input: string) => {
      const body = JSON.stringify({ model: `local/${listed}`, input });
      const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" };
      return JSON.parse(await (await fetch(`${service.url}/api/v1/responses`, { method: "POST", headers, body })).text());
    };
    const long = "The lighthouse keeper counts the waves. ".repeat(8_100);
    expect(await ask(long)).toMatchObject({ status: "incomplete", incomplete_details: { reason: "prompt_truncated" } });
    expect(await ask(long.slice(0, 8_000))).toMatchObject({ status: "completed" });
  });

  test("lists within seconds what another program has loaded or unloaded", async () => {
    const has = (loaded: boolean) => [expect.objectContaining({ id: `local/${listed}`, loaded })];
    engine.loaded.delete(listed);
    await expect.poll(() => listModels(service), { interval: 500 }).toEqual(has(false));
    engine.loaded.add(listed);
    await expect.poll(() => listModels(service), { interval: 500 }).toEqual(has(true));
  });

  test("continues a download that was cancelled, reports its progress, and lists the model", async () => {
    engine.next = "hold";
    const cancelled = new AbortController();
    const held = Promise.withResolvers<void>();
    const stopped = pull(wanted, cancelled.signal, ({ done = 0 }) => done > 0 && held.resolve());
    await held.promise;
    cancelled.abort();
    await expect(stopped).rejects.toThrow();
    engine.next = "complete";
    const progress: PullProgress[] = [];
    expect(await pull(wanted, undefined, (step) => progress.push(step))).toBe(`local/${wanted}`);
    const [first] = progress.filter(({ total = 0 }) => total > 0);
    expect(first).toMatchObject({ done: expect.any(Number), total: 2_000_000_000 });
    expect(first?.done, "what was there before").toBeGreaterThan(0);
    expect(JSON.stringify(await listModels(service))).toContain(`local/${wanted}`);
  });

  test("gives the reason of a download that fails", async () => {
    engine.next = "fail";
    await expect(pull("nobody/nothing:1b")).rejects.toThrow(
      name === "ollama" ? "local failed: pull model manifest: file does not exist" : "local failed: the download failed.",
    );
    engine.next = "complete";
  });
});

test("a model is listed as unloaded, and this is reported, when Ollama has unloaded it at the time that it had stated", async () => {
  const engine = await openOllama();
  engine.keepAlive = 1000;
  const providers = { local: { type: "openai-compatible", baseURL: `${engine.url}/v1` } };
  const changes: string[] = [];
  const service = await startService({
    configuration: readConfiguration(JSON.stringify({ providers })),
    superset: true,
    onProvidersChange: () => changes.push("changed"),
  });
  await expect.poll(() => listModels(service)).toEqual([expect.objectContaining({ loaded: true })]);
  await expect.poll(() => changes.length).toBe(2);
  expect(await listModels(service)).toEqual([expect.objectContaining({ loaded: false })]);
  await service.close();
  engine.close();
});

test("a download of Ollama that ends without a result is not complete", async () => {
  const engine = await openOllama();
  const service = await serve(engine.url);
  engine.next = "break";
  const pulling = service.modelStores.pull("local", "qwen3", () => undefined, new AbortController().signal);
  await expect(pulling).rejects.toThrow("the download broke off");
  engine.next = "complete";
  expect(await service.modelStores.pull("local", "qwen3", () => undefined, new AbortController().signal)).toBe("local/qwen3:latest");
  await service.close();
  engine.close();
});

test("a model that LM Studio gets from a link is listed under LM Studio's own name", async () => {
  const engine = await openLmStudio();
  const service = await serve(engine.url);
  const link = "https://huggingface.co/lmstudio-community/Llama-3.2-3B-Instruct-GGUF";
  const pulled = await service.modelStores.pull("local", link, () => undefined, new AbortController().signal);
  expect(pulled).toBe("local/Llama-3.2-3B-Instruct-GGUF");
  await service.close();
  engine.close();
});

test.each([
  ["another engine downloads nothing", { "GET /v1/models": sendJson({ data: [{ id: "m" }] }) }, "local downloads no models."],
  ["an engine that refuses says why", { "GET /v1/models": sendJson({ error: "busy" }, 503) }, "local failed with HTTP 503: busy"],
])("%s", async (_, routes, reason) => {
  const service = await serve((await startEngine(routes)).url);
  await expect(service.modelStores.pull("local", "m", () => undefined, new AbortController().signal)).rejects.toThrow(reason);
  await expect(service.modelStores.unload("local", "m", AbortSignal.timeout(1000))).rejects.toThrow(reason);
  await service.close();
});
