/** How the authorization server is reached. What its tokens allow is tested with the whole server. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, expect, test, vi } from "vitest";
import { openOAuthGate } from "../../../../src/mcp/http/oauth.ts";

const resource = new URL("http://studio.example/mcp");
const keys = await generateKeyPair("ES256");

/** A company's proxy, to which clients send whole addresses (RFC 9112, 3.2.2), and at its own address an authorization server. */
async function startProxy() {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const url = request.url ?? "";
    asked.push(url);
    const documents: Record<string, object> = {
      "/.well-known/oauth-authorization-server": {
        issuer: address,
        authorization_endpoint: `${address}/authorize`,
        token_endpoint: `${address}/token`,
        jwks_uri: "http://login.example/keys",
        response_types_supported: ["code"],
      },
      "http://login.example/keys": { keys: [{ ...(await exportJWK(keys.publicKey)), kid: "1", alg: "ES256" }] },
    };
    response.writeHead(documents[url] ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(documents[url] ?? {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const name of ["http_proxy", "HTTP_PROXY"]) vi.stubEnv(name, address);
  for (const name of ["no_proxy", "NO_PROXY"]) vi.stubEnv(name, undefined);
  return { address, asked, [Symbol.asyncDispose]: async () => void server.close() };
}

afterEach(() => vi.unstubAllEnvs());

test("its keys are requested through the environment's proxy", async () => {
  await using proxy = await startProxy();
  const issuer = proxy.address;
  const gate = await openOAuthGate({ issuer, resource, scopes: [] });
  const token = await new SignJWT({ iss: issuer, aud: resource.href, sub: "ada" })
    .setProtectedHeader({ alg: "ES256", kid: "1" })
    .setExpirationTime("5m")
    .sign(keys.privateKey);
  const allowed = await gate.authorize(new Request(resource, { method: "POST", headers: { authorization: `Bearer ${token}` } }));
  expect(allowed).toMatchObject({ clientId: "ada" });
  expect(proxy.asked).toEqual(["/.well-known/oauth-authorization-server", "http://login.example/keys"]);
});

test("its metadata are requested through the proxy, and without them the server does not start", async () => {
  await using proxy = await startProxy();
  const opening = openOAuthGate({ issuer: "http://login.example/team", resource, scopes: [] });
  await expect(opening).rejects.toThrow("The metadata of the authorization server http://login.example/team cannot be read.");
  expect(proxy.asked).toEqual([
    "http://login.example/.well-known/oauth-authorization-server/team",
    "http://login.example/.well-known/openid-configuration/team",
    "http://login.example/team/.well-known/openid-configuration",
  ]);
});
