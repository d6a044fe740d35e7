/** Requests that may be billed, to a server that offers HTTP/2: each has a connection of its own and is sent once. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { constants, createSecureServer, type ServerHttp2Session } from "node:http2";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createProviderFetch } from "../../../src/providers/connection/providerFetch.ts";
import { createTestClient, errorOf } from "../client/testClient.ts";

type Behaviour = "answers" | "drops the connection" | "refuses the stream";

const tlsFolder = path.join(import.meta.dirname, "../../fixtures/client/tls");
const identity = {
  key: readFileSync(path.join(tlsFolder, "service.key.pem")),
  cert: readFileSync(path.join(tlsFolder, "service.cert.pem")),
};

async function startServer(behaviour: Behaviour) {
  const seen = { connections: 0, posts: 0, sessions: new Set<ServerHttp2Session>() };
  const server = createSecureServer({ ...identity, allowHTTP1: true });
  server.on("secureConnection", () => {
    seen.connections += 1;
  });
  server.on("session", (session) => seen.sessions.add(session));
  server.on("sessionError", () => undefined);
  server.on("request", (request, response) => {
    seen.posts += 1;
    request.resume();
    if (behaviour === "refuses the stream" && request.httpVersionMajor === 2) request.stream.close(constants.NGHTTP2_REFUSED_STREAM);
    else if (behaviour === "drops the connection") request.socket.destroy();
    else request.on("end", () => response.writeHead(202, { "content-type": "application/json" }).end('{"id":"t","polling_url":"/t"}'));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const session of seen.sessions) session.destroy();
    server.close();
  });
  const address = server.address();
  return { url: `https://localhost:${typeof address === "object" && address ? address.port : 0}`, seen };
}

const network = { strictTls: false };

test.each<Behaviour>(["answers", "refuses the stream"])("the client, if the server %s", async (behaviour) => {
  const { url, seen } = await startServer(behaviour);
  const client = createTestClient(url, { network });
  onTestFinished(() => client.close());
  for (let count = 0; count < 3; count += 1) await client.submitTask({ interface: "v1", kind: "image", body: { model: "m", prompt: "p" } });
  expect(seen).toMatchObject({ connections: 3, posts: 3, sessions: new Set() });
});

test.each<Behaviour>(["answers", "refuses the stream"])("a provider's requests, if the server %s", async (behaviour) => {
  const { url, seen } = await startServer(behaviour);
  const provider = createProviderFetch({ name: "p", baseURL: url, allowHttp: false, network });
  onTestFinished(() => provider.close());
  for (let count = 0; count < 3; count += 1) expect((await provider.fetch(`${url}/v1/x`, { method: "POST", body: "{}" })).status).toBe(202);
  expect(seen).toMatchObject({ connections: 3, posts: 3, sessions: new Set() });
});

test("a request whose connection is dropped is sent once, and may have been accepted", async () => {
  const { url, seen } = await startServer("drops the connection");
  const client = createTestClient(url, { network });
  onTestFinished(() => client.close());
  expect(await errorOf(client.submitTask({ interface: "v1", kind: "image", body: { model: "m", prompt: "p" } }))).toMatchObject({
    maybeAccepted: true,
  });
  expect(seen.posts).toBe(1);
});
