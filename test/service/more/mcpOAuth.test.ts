/** The MCP server over HTTP as a protected resource of an authorization server, whose tokens are signed by a public library. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { discoverOAuthProtectedResourceMetadata } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, expect, test } from "vitest";
import { readHttpReach, readMcpCommandLine } from "../../../src/commandLine/mcp/readCommandLine.ts";
import { serveAgents } from "../../../src/commandLine/mcp/runMcp.ts";
import { openAgentWorkspaces } from "../agentWorkspaces.ts";
import { startTestService } from "../testService.ts";

const { makeFolder } = await openAgentWorkspaces();
const service = await startTestService();
const [own, foreign] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
const resource = "http://localhost/mcp";

/** An authorization server, as far as a resource uses it. Each path is one of its issuers, with its metadata elsewhere. */
const authorization = createServer(async (request, response) => {
  const { port } = authorization.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const describe = (name: string) => ({
    issuer: name,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
  });
  const answers: Record<string, object> = {
    "/.well-known/oauth-authorization-server": describe(issuer),
    "/.well-known/oauth-authorization-server/tenant": describe(`${issuer}/tenant`),
    "/realms/team/.well-known/openid-configuration": describe(`${issuer}/realms/team`),
    "/.well-known/oauth-authorization-server/liar": describe("https://evil.example"),
    "/keys": { keys: [{ ...(await exportJWK(own.publicKey)), kid: "1", alg: "ES256" }] },
  };
  const answer = answers[request.url ?? ""];
  response.writeHead(answer ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
});
authorization.listen(0, "127.0.0.1");
await once(authorization, "listening");
const issuer = `http://127.0.0.1:${(authorization.address() as AddressInfo).port}`;
afterAll(() => authorization.close());

async function serve(at: string) {
  const options = ["--http", "--port", "0", "--oauth-issuer", at, "--public-url", resource, "--oauth-scope", "studio"];
  const line = readMcpCommandLine([...options, "--base-url", service.url, "--data", makeFolder(), "--output", makeFolder()]);
  if (!line.http) throw new Error("The server is not one over HTTP.");
  const server = await serveAgents(line, readHttpReach(line.http, {}), { GENERATION_STUDIO_API_KEY: service.key });
  afterAll(() => server.close());
  return server.url;
}

const claims = { iss: issuer, aud: resource, sub: "ada", client_id: "agent", scope: "openid studio" };
const sign = (changes: Record<string, unknown> = {}, expires = "5m", { privateKey } = own) =>
  new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: "ES256", kid: "1" }).setExpirationTime(expires).sign(privateKey);

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
const call = (url: string, authorization?: string) =>
  fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: JSON.stringify(initialize),
  });

const url = await serve(issuer);

test.each<[string, () => Promise<string | undefined>, number]>([
  ["a token for this server", () => sign(), 200],
  ["a token for several servers", () => sign({ aud: ["https://other.example", resource] }), 200],
  ["scopes as a list", () => sign({ scope: undefined, scp: ["studio"] }), 200],
  ["no token", async () => undefined, 401],
  ["no JWT", async () => "a-key-of-enough-characters", 401],
  ["an expired token", () => sign({}, "-1m"), 401],
  ["a token that does not expire", () => new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "1" }).sign(own.privateKey), 401],
  ["a token that is not valid yet", () => sign({ nbf: Math.floor(Date.now() / 1000) + 600 }), 401],
  ["a token for another server", () => sign({ aud: "https://other.example" }), 401],
  ["a token for no server", () => sign({ aud: undefined }), 401],
  ["a token of another issuer", () => sign({ iss: "https://evil.example" }), 401],
  ["a token that another key signed", () => sign({}, "5m", foreign), 401],
  ["an unsigned token", async () => new UnsecuredJWT(claims).setExpirationTime("5m").encode(), 401],
  ["a token without the scope", () => sign({ scope: "openid" }), 403],
])("%s", async (_name, make, status) => {
  const token = await make();
  const answer = await call(url, token && `Bearer ${token}`);
  expect(answer.status).toBe(status);
  const challenge = answer.headers.get("www-authenticate");
  if (status === 200) expect(await answer.text()).toContain("generation-studio");
  else expect(challenge).toContain('resource_metadata="http://localhost/.well-known/oauth-protected-resource/mcp"');
});

test("a client finds the authorization server without a token, and uses tools with one", async () => {
  const metadata = await discoverOAuthProtectedResourceMetadata(url);
  expect(metadata).toMatchObject({ resource, authorization_servers: [issuer], scopes_supported: ["studio"] });
  const client = new Client({ name: "test", version: "1" });
  const headers = { authorization: `Bearer ${await sign()}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport as never);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("generate_image");
  await client.close();
});

test("an issuer with a path is found as RFC 8414 and OpenID write it, and another one's metadata are not used", async () => {
  for (const path of ["/tenant", "/realms/team"]) {
    const answer = await call(await serve(`${issuer}${path}`), `Bearer ${await sign({ iss: `${issuer}${path}` })}`);
    expect(answer.status).toBe(200);
  }
  await expect(serve(`${issuer}/liar`)).rejects.toThrow("names itself https://evil.example");
  await expect(serve(`${issuer}/nowhere`)).rejects.toThrow("cannot be read");
});
