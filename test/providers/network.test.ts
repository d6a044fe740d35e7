/** The connections of providers' requests, and the code that sends them. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { NetworkSettings } from "../../src/network/networkSettings.ts";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { startServiceIn } from "../service/serviceProcess.ts";
import { callService, startTestService } from "../service/testService.ts";
import { startConnectProxy } from "../unit/client/http/connectProxy.ts";
import { chunk, type Engine, finishChunk, sendEvents, sendJson, startEngine } from "./engine.ts";

const routes = {
  "GET /v1/models": sendJson({ data: [{ id: "llama-3" }] }),
  "POST /v1/chat/completions": sendEvents([chunk({ content: "Hello" }), finishChunk("stop")]),
};

const configurationOf = (provider: object) => readConfiguration(JSON.stringify({ providers: { p: provider } }));

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, engine: Engine, pathname = incoming.url ?? ""): void {
  const { method, headers } = incoming;
  const forwarded = request(new URL(pathname, engine.url), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(forwarded);
}

/** A proxy that forwards requests for every host to one engine. */
async function startProxy(engine: Engine): Promise<{ url: string; names: string[] }> {
  const names: string[] = [];
  const proxy = createServer((incoming, outgoing) => {
    const { host, pathname } = new URL(incoming.url ?? "");
    names.push(host);
    passOn(incoming, outgoing, engine, pathname);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  return { url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`, names };
}

const tlsFolder = path.join(import.meta.dirname, "../fixtures/client/tls");
const certificate = path.join(tlsFolder, "service.cert.pem");

/** The engine behind TLS, with a certificate that no known authority has signed. */
async function startSecure(engine: Engine): Promise<number> {
  const identity = { key: readFileSync(path.join(tlsFolder, "service.key.pem")), cert: readFileSync(certificate) };
  const server = createSecureServer(identity, (incoming, outgoing) => passOn(incoming, outgoing, engine));
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

const providerAt = (baseURL: string) => ({ type: "openai-compatible", baseURL, models: { "llama-3": { kinds: ["text"] } } });
const question = { model: "p/llama-3", input: "x" };

test("a provider with a certificate of an unknown authority gets no request, and the error gives the reason", async () => {
  const engine = await startEngine(routes);
  const configuration = configurationOf(providerAt(`https://localhost:${await startSecure(engine)}/v1`));
  const service = await startTestService({ configuration });
  const { body } = await service.post("/api/v1/responses", question);
  expect(body).toMatchObject({ error: { code: "api_error", message: expect.stringMatching(/^p cannot be reached: certificate/) } });
  expect(engine.requests).toEqual([]);
  const lenient = await startTestService({ configuration, network: { strictTls: false } });
  expect((await lenient.post("/api/v1/responses", question)).body).toMatchObject({ status: "completed" });
});

test("a certificate of an authority in NODE_EXTRA_CA_CERTS is trusted", async () => {
  const engine = await startEngine(routes);
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-certificates-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "providers.json");
  await writeFile(file, JSON.stringify({ providers: { p: providerAt(`https://localhost:${await startSecure(engine)}/v1`) } }));
  const started = await startServiceIn({ ...process.env, NODE_EXTRA_CA_CERTS: certificate }, "--config", file);
  const service = callService(started.url, started.key, async () => undefined);
  expect((await service.post("/api/v1/responses", question)).body).toMatchObject({ status: "completed" });
});

test("a port of this machine that refuses connections is reported at once, for an answer and for the list of models", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const address = closed.address();
  closed.close();
  await once(closed, "close");
  const baseURL = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/v1`;
  const service = await startTestService({ configuration: configurationOf(providerAt(baseURL)) });
  const start = performance.now();
  expect((await service.post("/api/v1/responses", question)).body).toMatchObject({
    error: { message: expect.stringMatching(/^p is not running/) },
  });
  expect((await service.get("/api/v1/models")).status).toBe(200);
  // Less than a connection may take.
  expect(performance.now() - start).toBeLessThan(8000);
});

test("an https provider is reached through the configured proxy, or directly if its host is exempt", async () => {
  const engine = await startEngine(routes);
  await using proxy = await startConnectProxy(await startSecure(engine));
  const ask = async (network: NetworkSettings) => {
    const configuration = configurationOf(providerAt("https://engine.example/v1"));
    const service = await startTestService({ configuration, network: { proxy: proxy.address, strictTls: false, ...network } });
    return (await service.post("/api/v1/responses", question)).body;
  };
  expect(await ask({})).toMatchObject({ status: "completed" });
  expect(new Set(proxy.targets)).toEqual(new Set(["engine.example:443"]));
  const before = proxy.targets.length;
  // Only the proxy can resolve this host.
  expect(await ask({ noProxy: ["engine.example"] })).toMatchObject({ error: { message: expect.stringContaining("cannot be reached") } });
  expect(proxy.targets).toHaveLength(before);
});

test("an answer whose announced size exceeds the limit fails with the provider's name, without being received", async () => {
  const closed = Promise.withResolvers<void>();
  const engine = await startEngine({
    ...routes,
    "POST /v1/chat/completions": (_, response) => {
      response.once("close", closed.resolve);
      response.writeHead(200, { "content-type": "text/event-stream", "content-length": String(600 * 1024 ** 2) });
      response.write("data: ");
    },
  });
  const service = await startTestService({ configuration: configurationOf(providerAt(`${engine.url}/v1`)) });
  const { status, body } = await service.post("/api/v1/responses", question);
  expect([status, body]).toMatchObject([500, { error: { code: "api_error", message: "The answer of p is larger than 64 MiB." } }]);
  await closed.promise;
  expect(engine.countOf("/v1/chat/completions")).toBe(1);
});

test.each([
  [undefined, []],
  [true, ["engine.example"]],
])("http to another machine with allowHttp %s", async (allowHttp, reached) => {
  const engine = await startEngine(routes);
  const proxy = await startProxy(engine);
  const provider = {
    type: "openai-compatible",
    baseURL: "http://engine.example/v1",
    allowHttp,
    models: { "llama-3": { kinds: ["text"] } },
  };
  const service = await startTestService({ configuration: configurationOf(provider), network: { proxy: proxy.url } });
  const { body } = await service.post("/api/v1/responses", { model: "p/llama-3", input: "x" });
  expect([...new Set(proxy.names)]).toEqual(reached);
  expect(body).toMatchObject(allowHttp ? { status: "completed" } : { error: { message: expect.stringContaining("allowHttp") } });
});

test("an AI SDK package is loaded by name, and the error names one that is not installed", async () => {
  const started = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const engine = await startEngine({
    "POST /v1/messages": sendEvents([
      { type: "message_start", message: started },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ]),
  });
  const ask = async (name: string) => {
    const provider = { type: "ai-sdk", package: name, baseURL: `${engine.url}/v1`, apiKey: "key-1", models: { m: { kinds: ["text"] } } };
    const service = await startTestService({ configuration: configurationOf(provider) });
    return (await service.post("/api/v1/responses", { model: "p/m", input: "x" })).body;
  };
  expect(await ask("@ai-sdk/anthropic")).toMatchObject({ status: "completed", output: [{ content: [{ text: "Hello" }] }] });
  expect(engine.requests[0]?.headers["x-api-key"]).toBe("key-1");
  expect(await ask("@ai-sdk/no-such-package")).toMatchObject({ error: { message: expect.stringContaining("@ai-sdk/no-such-package") } });
});
