/** The key is sent only to the service's own origin; the client connects only to https or loopback. */
import { describe, expect, test } from "vitest";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { readLinkAddress, readServiceAddress } from "../../../../src/client/http/serviceAddress.ts";
import { ServiceError } from "../../../../src/client/serviceError.ts";
import { isLoopbackHost } from "../../../../src/network/isLoopbackHost.ts";
import { createTestClient, errorOf, testKey } from "../testClient.ts";
import { jsonAnswer, rawAnswer, startRawServer } from "./rawServer.ts";

const create = (baseUrl: string) => () => createServiceClient({ baseUrl, key: async () => "k" });

describe("the service's address", () => {
  test.each([
    "https://service.example",
    "https://service.example/prefix/",
    "https://127.0.0.1:8443",
    "http://127.0.0.1:80",
    "http://127.8.9.1",
    "http://localhost:3000/",
    "http://demo.localhost",
    "http://[::1]:3000",
  ])("may be %s", (address) => {
    expect(create(address)().baseUrl).toBe(address.replace(/\/$/, ""));
  });

  test.each([
    "http://service.example",
    "http://127.0.0.1.evil.example",
    "http://localhost.evil.example",
    "http://[::2]",
    "http://10.0.0.1",
    "ftp://service.example",
    "file:///etc/passwd",
    "https://user:word@service.example",
    "https://service.example/?to=x",
    "https://service.example/#x",
    "service.example",
    "",
  ])("is refused if it is %j", (address) => {
    expect(create(address)).toThrowError(expect.objectContaining({ kind: "forbiddenAddress" }));
    expect(create(address)).toThrow(ServiceError);
  });

  test("recognizes loopback only by the complete name", () => {
    expect(isLoopbackHost("LOCALHOST.")).toBe(true);
    expect(isLoopbackHost("127.0.0.1")).toBe(true);
    expect(isLoopbackHost("127.example")).toBe(false);
    expect(isLoopbackHost("notlocalhost")).toBe(false);
  });
});

describe("a link of a result", () => {
  const remote = readServiceAddress("https://service.example/base");
  const local = readServiceAddress("http://127.0.0.1:3000");

  test("may use https to any host, and the service's own loopback", () => {
    expect(readLinkAddress("https://files.example/a", remote)).toMatchObject({ isOwnOrigin: false });
    expect(readLinkAddress("https://service.example/a", remote)).toMatchObject({ isOwnOrigin: true });
    expect(readLinkAddress("http://127.0.0.1:3000/files/a", local)).toMatchObject({ isOwnOrigin: true });
  });

  test.each([
    ["http://service.example/a", remote],
    ["http://files.example/a", remote],
    ["http://127.0.0.1:3000/a", remote],
    ["https://localhost:3000/a", remote],
    ["https://127.0.0.1/a", remote],
    ["https://0.0.0.0/a", remote],
    ["https://[::ffff:127.0.0.1]/a", remote],
    ["https://169.254.169.254/latest", remote],
    ["http://127.0.0.1:3001/a", local],
    ["http://localhost:3000/a", local],
    ["https://user:word@files.example/a", remote],
    ["file:///etc/passwd", remote],
    ["https://", remote],
  ])("is refused if it leads to %s", (link, service) => {
    expect(() => readLinkAddress(link, service)).toThrowError(expect.objectContaining({ kind: "forbiddenAddress" }));
  });
});

describe("the key", () => {
  test("is requested before each request, and sent as a bearer token", async () => {
    await using server = await startRawServer(() => jsonAnswer(200, { data: [] }));
    const keys = ["first-key", "second-key"];
    const client = createTestClient(`${server.baseUrl}/base/`, { key: async () => keys.shift() });
    await client.listModels();
    await client.listModels();
    expect(server.requests.map((request) => request.headers.get("authorization"))).toEqual(["Bearer first-key", "Bearer second-key"]);
    expect(server.requests[0]?.path).toBe("/base/api/v1/models");
    await client.close();
  });

  test.each([undefined, "", "  "])("that is missing (%j) stops the request before it is sent", async (key) => {
    await using server = await startRawServer(() => jsonAnswer(200, { data: [] }));
    const client = createTestClient(server.baseUrl, { key: async () => key });
    expect((await errorOf(client.listModels())).kind).toBe("missingKey");
    expect(server.requests).toHaveLength(0);
    await client.close();
  });

  test.each(["two words", "line\nbreak", "schlüssel"])(
    "that cannot stand in a header (%j) is not sent, and not repeated in the error",
    async (key) => {
      await using server = await startRawServer(() => jsonAnswer(200, { data: [] }));
      const client = createTestClient(server.baseUrl, { key: async () => key });
      const error = await errorOf(client.listModels());
      expect(error.kind).toBe("invalidKey");
      expect(error.message).not.toContain(key);
      expect(server.requests).toHaveLength(0);
      await client.close();
    },
  );

  test.each([301, 302, 303, 307, 308])("does not follow a redirect (HTTP %i)", async (status) => {
    await using elsewhere = await startRawServer(() => jsonAnswer(200, { data: [] }));
    await using server = await startRawServer(() => rawAnswer(status, { location: `${elsewhere.baseUrl}/api/v1/models` }, ""));
    const client = createTestClient(server.baseUrl);
    expect(await errorOf(client.listModels())).toMatchObject({ kind: "unknown", status });
    expect(elsewhere.requests).toHaveLength(0);
    await client.close();
  });

  test("is not in any line of the log", async () => {
    await using server = await startRawServer((_request, index) => jsonAnswer(index === 0 ? 500 : 200, { data: [], echo: testKey }));
    const lines: string[] = [];
    const keep = (line: string) => void lines.push(line);
    const client = createTestClient(server.baseUrl, { log: { debug: keep, warn: keep } });
    await client.listModels();
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join()).not.toContain(testKey);
    await client.close();
  });
});

describe("an id", () => {
  test("is one segment of the path, whatever it contains", async () => {
    await using server = await startRawServer(() => jsonAnswer(200, { id: "m" }));
    const client = createTestClient(server.baseUrl);
    await client.getModel("maker/model name?x=1#y");
    expect(server.requests[0]?.path).toBe("/api/v1/models/maker%2Fmodel%20name%3Fx%3D1%23y");
    await client.close();
  });

  test.each(["", ".", ".."])("that would lead elsewhere (%j) is not sent", async (id) => {
    await using server = await startRawServer(() => jsonAnswer(200, { id: "m" }));
    const client = createTestClient(server.baseUrl);
    expect((await errorOf(client.deleteTask(id))).kind).toBe("invalidRequest");
    expect(server.requests).toHaveLength(0);
    await client.close();
  });
});
