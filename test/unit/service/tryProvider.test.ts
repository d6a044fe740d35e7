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
  ["/v1//", undefined],
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

const redirect =
  (location: string, status = 302): RequestListener =>
  ({ url = "" }, response) => {
    if (url.startsWith("/login")) response.end(url.includes("plain") ? "Please log in." : "<!doctype html><title>Sign in</title>");
    else if (url.startsWith("/gone")) response.writeHead(404).end();
    else response.writeHead(status, { location }).end("Moved");
  };

test.each([
  [
    "of the same machine",
    redirect("/login?next=%2Fv1%2Fmodels"),
    /a redirect to a page of 127\.0\.0\.1:\d+, which is probably a login page/,
  ],
  ["that is plain text", redirect("/login?plain", 303), /a page of 127\.0\.0\.1:\d+, which is probably a login page/],
  ["that is gone", redirect("/gone", 301), /a page of 127\.0\.0\.1:\d+, which is probably a login page/],
  ["of another machine", redirect("https://login.example.invalid/authorize?state=secret", 307), /a page of login\.example\.invalid, which/],
  ["of another machine without TLS", redirect("http://192.0.2.1:8080/sso", 308), /a page of 192\.0\.2\.1:8080, which/],
  ["without a scheme", redirect("//login.example.invalid/"), /a page of login\.example\.invalid, which/],
  [
    "of another port",
    redirect("https://127.0.0.1:1/v1/models", 301),
    /redirect to https:\/\/127\.0\.0\.1:1: it may have to begin with that/,
  ],
  ["that leads to itself", redirect("/again"), /a page of 127\.0\.0\.1:\d+, which/],
])("a redirect to a page %s is an error that names its host", async (_, listener, reason) => {
  const { state } = await tryAt(`http://${await serve(listener)}/v1`);
  expect(state).toMatchObject({ type: "failed", kind: "other", reason: expect.stringMatching(reason) });
  expect(JSON.stringify(state)).not.toContain("secret");
});

test("a redirect to the list of models at the same address is followed with the key", async () => {
  const host = await serve(({ url, headers }, response) => {
    if (url === "/v1/models") response.writeHead(307, { location: "/v1/models/" }).end();
    else response.writeHead(headers.authorization === "Bearer sk-own" ? 200 : 401).end(JSON.stringify({ data: [{ id: "qwen3" }] }));
  });
  const { state, models } = await tryAt(`http://${host}/v1`);
  expect([state.type, models.map(({ id }) => id)]).toEqual(["reachable", ["qwen3"]]);
});

test("an address that accepts connections and never answers is unreachable", async () => {
  const host = await serve(() => undefined);
  expect((await tryAt(`http://${host}/v1`, 300)).state).toMatchObject({ kind: "unreachable", reason: "own does not answer." });
});

test("https at an address without TLS names http", async () => {
  const { state } = await tryAt(`https://${await serve(engine)}/v1`);
  expect(state).toMatchObject({ type: "failed", reason: expect.stringContaining("perhaps its address begins with http") });
});
