/** The client follows the proxy settings and certificates of VS Code and the environment. Loopback never uses a proxy. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { NetworkSettings } from "../../../../src/network/networkSettings.ts";
import { proxyFor } from "../../../../src/network/proxies.ts";
import { createTestClient, errorOf } from "../testClient.ts";
import { startConnectProxy } from "./connectProxy.ts";
import { jsonAnswer, startRawServer } from "./rawServer.ts";

const tlsFolder = join(import.meta.dirname, "../../../fixtures/client/tls");
const certificate = join(tlsFolder, "service.cert.pem");
const baseUrl = "https://service.example";
let service: Server;
let port = 0;
let served = 0;

beforeAll(async () => {
  service = createServer(
    { key: readFileSync(join(tlsFolder, "service.key.pem")), cert: readFileSync(certificate) },
    (_request, response) => {
      served += 1;
      response.setHeader("content-type", "application/json").end('{"data":[{"id":"m"}]}');
    },
  );
  service.on("tlsClientError", () => undefined);
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const address = service.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});
beforeEach(() => {
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"]) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toLowerCase(), undefined);
  }
});
afterEach(() => vi.unstubAllEnvs());

describe("a proxy", () => {
  test("of the settings is used, with its credentials", async () => {
    await using proxy = await startConnectProxy(port);
    const address = proxy.address.replace("http://", "http://user:word@");
    const client = createTestClient(baseUrl, { network: { proxy: address, strictTls: false } });
    expect(await client.listModels()).toEqual([{ id: "m" }]);
    expect(proxy.targets).toEqual(["service.example:443"]);
    expect(proxy.authorizations).toEqual([`Basic ${Buffer.from("user:word").toString("base64")}`]);
    await client.close();
  });

  test.each(["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])("of the environment (%s) is used", async (name) => {
    await using proxy = await startConnectProxy(port);
    vi.stubEnv(name, proxy.address);
    const client = createTestClient(baseUrl, { network: { strictTls: false } });
    await client.listModels();
    expect(proxy.targets).toEqual(["service.example:443"]);
    await client.close();
  });

  test("of the settings overrides the environment's", () => {
    const environment = { HTTPS_PROXY: "http://b", http_proxy: "http://c", NO_PROXY: "x, .y" };
    const hosts = (network: NetworkSettings) =>
      ["https://s.example", "http://s.example", "https://z", "https://x", "https://a.y"].map(
        (url) => proxyFor(new URL(url), network, environment)?.host,
      );
    expect(hosts({ proxy: "http://a", noProxy: ["z"] })).toEqual(["a", "a", undefined, undefined, undefined]);
    expect(hosts({})).toEqual(["b", "c", "b", undefined, undefined]);
  });

  test.each([
    ["the settings", { noProxy: ["service.example"] }, undefined],
    ["the environment", {}, "other.example, .example"],
    ["the environment for all hosts", {}, "*"],
  ])("is not used for hosts excluded by %s", async (_name, network, noProxy) => {
    await using proxy = await startConnectProxy(port);
    vi.stubEnv("NO_PROXY", noProxy);
    const client = createTestClient(baseUrl, { network: { proxy: proxy.address, strictTls: false, ...network } });
    // Only the proxy can resolve this host.
    expect((await errorOf(client.listModels({ attempts: 1 }))).kind).toBe("unreachable");
    expect(proxy.targets).toEqual([]);
    await client.close();
  });

  test("is never used for loopback", async () => {
    await using proxy = await startConnectProxy(port);
    await using local = await startRawServer(() => jsonAnswer(200, { data: [] }));
    vi.stubEnv("HTTP_PROXY", proxy.address);
    const client = createTestClient(local.baseUrl, { network: { proxy: proxy.address } });
    await client.listModels();
    expect(local.requests).toHaveLength(1);
    expect(proxy.targets).toEqual([]);
    await client.close();
  });

  test("that refuses a connection means that nothing was sent", async () => {
    await using proxy = await startConnectProxy(port, 407);
    const client = createTestClient(baseUrl, { network: { proxy: proxy.address } });
    const error = await errorOf(client.submitTask({ interface: "v1", kind: "image", body: { model: "m", prompt: "p" } }));
    expect(error).toMatchObject({
      kind: "unreachable",
      maybeAccepted: false,
      message: expect.stringMatching(/^The proxy 127\.0\.0\.1:\d+ of the settings does not connect \(HTTP 407\)\.$/),
    });
    await client.close();
  });

  test("with an invalid address is reported", async () => {
    const client = createTestClient(baseUrl, { network: { proxy: "not an address" } });
    expect(await errorOf(client.listModels({ attempts: 1 }))).toMatchObject({
      kind: "unreachable",
      message: expect.stringContaining("proxy"),
    });
    await client.close();
  });
});

describe("a certificate", () => {
  test("of an unknown authority stops the request before it is sent", async () => {
    served = 0;
    const client = createTestClient(`https://localhost:${port}`);
    const error = await errorOf(client.submitTask({ interface: "v1", kind: "image", body: { model: "m", prompt: "p" } }));
    expect(error).toMatchObject({ kind: "unreachable", maybeAccepted: false, message: expect.stringContaining("certificate") });
    expect(served).toBe(0);
    await client.close();
  });

  test("is not checked if the settings disable that", async () => {
    const client = createTestClient(`https://localhost:${port}`, { network: { strictTls: false } });
    expect(await client.listModels()).toEqual([{ id: "m" }]);
    await client.close();
  });

  test("of an authority that the environment adds is trusted", async () => {
    const script = `
      import { createServiceClient } from ${JSON.stringify(join(import.meta.dirname, "../../../../src/client/createServiceClient.ts"))};
      const client = createServiceClient({ baseUrl: "https://localhost:${port}", key: async () => "k" });
      console.log(JSON.stringify(await client.listModels()));
      await client.close();`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module-typescript", "--eval", script], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    });
    expect(JSON.parse(stdout)).toEqual([{ id: "m" }]);
  });
});
