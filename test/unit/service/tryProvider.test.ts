/** What *Add Provider…* learns of an address before the provider is added. */
import { createServer, type RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { tryProvider } from "../../../src/service/tryProvider.ts";

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

const setupOf = (baseURL: string) => ({
  configuration: { providers: { own: { type: "openai-compatible" as const, baseURL } } },
  providerKeys: { [new URL(baseURL).origin]: "sk-own" },
  network: {},
});
const tryAt = (baseURL: string, milliseconds = 10_000) => tryProvider(setupOf(baseURL), AbortSignal.timeout(milliseconds));

/** Lists one model at `/v1/models`, and has a web page everywhere else. */
const engine: RequestListener = ({ url }, response) => {
  response.statusCode = url === "/v1/models" ? 200 : 404;
  response.end(url === "/v1/models" ? JSON.stringify({ data: [{ id: "qwen3" }] }) : "<html><title>Not Found</title></html>");
};

test.each([
  ["", "/v1"],
  ["/", "/v1"],
  ["/v1", undefined],
  ["/v1/", undefined],
  ["/v1/models", "/v1"],
  ["/v1/chat/completions", "/v1"],
  ["/v1/images/generations", "/v1"],
  ["/v1/v1", "/v1"],
  ["//v1", "/v1"],
  ["/v1//", "/v1"],
  ["/V1", "/v1"],
  ["/v1/chat", "/v1"],
  ["/v1/models/qwen3", "/v1"],
  ["/docs", "/v1"],
  ["/index.html", "/v1"],
  ["/#/models", "/v1"],
])("the address with the path “%s” is %s", async (given, wanted) => {
  const host = await serve(engine);
  const { state, models, address } = await tryAt(`http://${host}${given}`);
  expect([state.type, models.map(({ id }) => id)]).toEqual(["reachable", ["qwen3"]]);
  expect(address).toBe(wanted === undefined ? undefined : `http://${host}${wanted}`);
});

test.each([
  ["/v1", ""],
  ["/api/v1", "/api"],
  ["/api/v1/chat/completions", "/api"],
])("a provider without a version is found at “%s” without it", async (given, wanted) => {
  const host = await serve(({ url }, response) => {
    response.statusCode = url === `${wanted}/models` ? 200 : 404;
    response.end(JSON.stringify({ data: [{ id: "qwen3" }] }));
  });
  expect((await tryAt(`http://${host}${given}`)).address).toBe(`http://${host}${wanted}`);
});

const answer =
  (status: number, body: unknown): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(JSON.stringify(body));

test.each<[name: string, listener: RequestListener, reason: RegExp, kind?: string]>([
  ["a web page", (_, response) => response.end("<!doctype html><title>Sign in</title>"), /sent a web page instead of its list of models/],
  ["nothing there", (_, response) => response.writeHead(404).end("{}"), /has no list of models at this address/],
  ["a refused key", (_, response) => response.writeHead(401).end(), /refused the key/, "keyRefused"],
  [
    "a forbidden key",
    answer(403, { error: { message: "The key may not list models", type: "permission_denied" } }),
    /refused the key/,
    "keyRefused",
  ],
  [
    "Google's refusal of a key",
    answer(400, [{ error: { code: 400, message: "API key not valid. Pass another." } }]),
    /refused the key/,
    "keyRefused",
  ],
  ["xAI's refusal of a key", answer(400, { error: "Incorrect API key provided: sk***n." }), /refused the key/, "keyRefused"],
  ["Hugging Face's refusal of a key", answer(404, { error: "Invalid username or password." }), /refused the key/, "keyRefused"],
  ["a key that is not sent", answer(400, { error: { message: "You didn't provide an API key." } }), /refused the key/, "keyRefused"],
  [
    "a refusal of a key with status 200",
    answer(200, { error: { message: "Invalid API key", code: 401 } }),
    /refused the key/,
    "keyRefused",
  ],
  ["the same as a text", answer(200, { error: "invalid api key" }), /refused the key/, "keyRefused"],
  ["the same of a gateway", answer(200, { success: false, code: 401, message: "Invalid token" }), /refused the key/, "keyRefused"],
  ["a firewall", (_, response) => response.writeHead(403).end("<html><title>Attention</title></html>"), /denied access: .*Attention/],
  ["a country", answer(403, { error: { message: "Country, region, or territory not supported" } }), /denied access.*Country/],
  ["a request for another reason", answer(400, { error: { message: "The token limit is invalid" } }), /does not take this request/],
  ["no credits", (_, response) => response.writeHead(402).end(), /has no credits/],
  ["an engine that loads", (_, response) => response.writeHead(503).end('{"error":{"message":"Loading model"}}'), /Loading model/],
])("%s is an error that says so", async (_, listener, reason, kind = "other") => {
  const { state } = await tryAt(`http://${await serve(listener)}/api`);
  expect(state).toMatchObject({ type: "failed", kind, reason: expect.stringMatching(reason) });
});

test("an address that accepts connections and never answers is unreachable", async () => {
  const host = await serve(() => undefined);
  expect((await tryAt(`http://${host}/v1`, 300)).state).toMatchObject({ kind: "unreachable", reason: "own does not answer." });
});

test("https at an address without TLS names http", async () => {
  const { state } = await tryAt(`https://${await serve(engine)}/v1`);
  expect(state).toMatchObject({ type: "failed", reason: expect.stringContaining("may begin with http") });
});
