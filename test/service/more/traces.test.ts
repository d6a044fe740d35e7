/** Traces as a collector receives them: a service process, an engine, and an OTLP receiver over HTTP. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { chunk, finishChunk, openEngine, sendEvents, sendJson } from "../../providers/engineServer.ts";
import { startServiceIn } from "../serviceProcess.ts";
import { callService } from "../testService.ts";

/** Source: OpenTelemetry's protobuf schema, as JSON. */
const valueSchema = z.object({ stringValue: z.optional(z.string()), intValue: z.optional(z.union([z.number(), z.string()])) });
const attributesSchema = z.array(z.object({ key: z.string(), value: valueSchema }));
const spanSchema = z.object({
  traceId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  spanId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: attributesSchema,
  status: z.object({ code: z.number() }),
});
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({ resource: z.object({ attributes: attributesSchema }), scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) }),
  ),
});

const parentTrace = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${parentTrace}-b7ad6b7169203331-01`;

async function openCollector() {
  const collector = await openEngine({ "POST /v1/traces": sendJson({}) });
  onTestFinished(() => collector.close());
  const received = () => collector.requests.flatMap(({ json }) => exportSchema.parse(json).resourceSpans);
  return {
    collector,
    resources: () => received().flatMap(({ resource }) => resource.attributes),
    spans: () => received().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  };
}

async function startTraced(environment: NodeJS.ProcessEnv) {
  const answer = sendEvents([chunk({ content: "Hello" }), finishChunk("stop")]);
  const engine = await openEngine({
    "GET /v1/models": sendJson({ data: [{ id: "writer" }, { id: "painter" }] }),
    "POST /v1/chat/completions": answer,
    "POST /v1/images/generations": sendJson({ error: { message: "An unmistakable marmalade" } }, 500),
  });
  onTestFinished(() => engine.close());
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-traces-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const config = join(folder, "providers.json");
  const local = { type: "openai-compatible", baseURL: `${engine.url}/v1`, models: { painter: { kinds: ["image"] } } };
  await writeFile(config, JSON.stringify({ providers: { local } }));
  const service = await startServiceIn({ ...process.env, ...environment }, "--config", config, "--key", "secret-key");
  return { engine, service, call: callService(service.url, "secret-key", async () => undefined) };
}

test("a request and its provider calls are spans of the client's trace, which continues at the provider", async () => {
  const { collector, resources, spans } = await openCollector();
  const { engine, service, call } = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: "studio-1" });
  const asked = { model: "local/writer", input: "an unmistakable marmalade" };
  const answer = await call.post("/api/v1/responses?key=secret-key", asked, { traceparent });
  expect(answer.status).toBe(200);
  expect((await call.make("images", { model: "local/painter", prompt: "marmalade" })).body).toMatchObject({ status: "failed" });
  // Spans that have not been exported yet are exported at shutdown.
  expect(await service.end("SIGTERM")).toBe(0);
  const found = spans();
  const request = found.find(({ name }) => name === "POST /api/v1/responses");
  expect(request).toMatchObject({ traceId: parentTrace, parentSpanId: "b7ad6b7169203331", kind: 2 });
  const attributes = new Map(request?.attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
  expect(attributes.get("http.response.status_code")).toBe(200);
  expect(attributes.get("generation.request_id")).toBe(answer.headers.get("x-request-id"));
  const written = found.find(({ name }) => name === "generate text");
  expect(written).toMatchObject({ traceId: parentTrace, parentSpanId: request?.spanId, kind: 3, status: { code: 0 } });
  const sent = (path: string) => engine.requests.find((received) => received.path === path)?.headers.traceparent;
  expect(sent("/v1/chat/completions")).toBe(`00-${parentTrace}-${written?.spanId}-01`);
  const drawn = found.find(({ name }) => name === "generate image");
  expect(drawn?.traceId).not.toBe(parentTrace);
  expect(drawn?.parentSpanId).toBe(found.find(({ name }) => name === "POST /api/v1/images")?.spanId);
  expect(drawn).toMatchObject({ status: { code: 2 } });
  expect(sent("/v1/images/generations")).toContain(drawn?.spanId);
  expect(resources()).toContainEqual({ key: "service.name", value: { stringValue: "studio-1" } });
  expect(Buffer.concat(collector.requests.map(({ body }) => body)).toString()).not.toMatch(/marmalade|secret-key/);
});

test("without a collector, no trace headers are sent", async () => {
  const { engine, call } = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: "" });
  await call.post("/api/v1/responses", { model: "local/writer", input: "x" }, { traceparent });
  const [sent] = engine.requests.filter(({ path }) => path === "/v1/chat/completions");
  expect(sent?.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent?.headers.traceparent).toBeUndefined();
});

test("an unreachable collector delays neither answers nor the shutdown for long", async () => {
  const { service, call } = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  expect((await call.post("/api/v1/responses", { model: "local/writer", input: "x" })).status).toBe(200);
  expect(await service.end("SIGTERM")).toBe(0);
});
