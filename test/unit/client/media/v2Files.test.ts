/** v2 results: inline files are decoded, links are fetched, and the key is sent only to the service. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { jsonAnswer, type RawAnswer, rawAnswer, startRawServer } from "../http/rawServer.ts";
import { createTestClient, errorOf, testKey } from "../testClient.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "v2-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const status = (files: unknown[], extra: object = {}) => ({
  balance: { balance: -1.5, balance_referral: 0, balance_bonus: 2 },
  contents: { status: 2, text: "", cost: { amount: 0.1, input: 1, output: 2 }, files, ...extra },
  limits: { minute: 1, day: 2 },
  error: null,
});

describe("a v2 result with inline content", () => {
  test("produces files, with the service's data on them", async () => {
    const body = status([
      { data: "aGVsbG8=", mime_type: "image/png", name: "a.png", size: 5 },
      { data: "data:audio/mpeg;base64,aGVsbG8", name: null },
      { data: null },
      { data: "httpHTTP" },
    ]);
    await using server = await startRawServer(() => jsonAnswer(200, body));
    const client = createTestClient(server.baseUrl);
    const poll = await client.pollV2("t1", folder);
    expect(server.requests[0]?.path).toBe("/api/v2/status/t1");
    expect(poll.files).toMatchObject([
      { size: 5, mediaType: "image/png", name: "a.png" },
      { size: 5, mediaType: "audio/mpeg", name: undefined },
      { size: 6, mediaType: undefined, name: undefined },
    ]);
    expect(readFileSync(poll.files[0]?.path ?? "", "utf8")).toBe("hello");
    expect(JSON.stringify(poll.status)).not.toContain("aGVsbG8");
    expect(poll.status.balance?.balance).toBe(-1.5);
    await client.close();
  });

  test.each([0, 1, 3, 17, null])("is not written while its status is %j", async (value) => {
    await using server = await startRawServer(() => jsonAnswer(200, status([{ data: "aGVsbG8=" }], { status: value })));
    const client = createTestClient(server.baseUrl);
    expect((await client.pollV2("t1", folder)).files).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    await client.close();
  });

  test.each(["aGVs*", "data:;base64,a"])("that is not base64 (%s) is refused, and leaves no file", async (data) => {
    await using server = await startRawServer(() => jsonAnswer(200, status([{ data }])));
    const client = createTestClient(server.baseUrl);
    expect((await errorOf(client.pollV2("t1", folder))).kind).toBe("badAnswer");
    expect(readdirSync(folder)).toEqual([]);
    await client.close();
  });
});

describe("a v2 result with a link", () => {
  /** A service whose result links to the given path, and the answers at that path. */
  async function poll(link: (baseUrl: string) => string, answer: (path: string, baseUrl: string) => RawAnswer) {
    let baseUrl = "";
    const server = await startRawServer((request) =>
      request.path.startsWith("/api/v2/") ? jsonAnswer(200, status([{ data: link(baseUrl), name: "n" }])) : answer(request.path, baseUrl),
    );
    baseUrl = server.baseUrl;
    const client = createTestClient(baseUrl);
    const outcome = await client.pollV2("t1", folder).catch((error: unknown) => error);
    await client.close();
    await server[Symbol.asyncDispose]();
    return { outcome, requests: server.requests };
  }
  const file = rawAnswer(200, { "content-type": "image/webp; x=y" }, "the file");

  test("to its own origin is fetched with the key", async () => {
    const { outcome, requests } = await poll(
      (baseUrl) => `${baseUrl}/files/1?sig=a%20b`,
      () => file,
    );
    expect(outcome).toMatchObject({
      files: [{ size: 8, mediaType: "image/webp", name: "n" }],
      status: { contents: { files: [{ data: expect.stringContaining("/files/1") }] } },
    });
    expect(requests[1]).toMatchObject({ path: "/files/1?sig=a%20b" });
    expect(requests[1]?.headers.get("authorization")).toBe(`Bearer ${testKey}`);
    expect(readFileSync(join(folder, readdirSync(folder)[0] ?? ""), "utf8")).toBe("the file");
  });

  test("follows a redirect without the key, even to its own origin", async () => {
    const { outcome, requests } = await poll(
      (baseUrl) => `${baseUrl}/files/1`,
      (path) => (path === "/files/1" ? rawAnswer(302, { location: "/files/2" }, "moved") : file),
    );
    expect(outcome).toMatchObject({ files: [{ size: 8 }] });
    expect(requests[2]?.path).toBe("/files/2");
    expect(requests[2]?.headers.has("authorization")).toBe(false);
  });

  test.each([
    ["http elsewhere", () => "http://files.example/a"],
    ["another port of this machine", () => "http://127.0.0.1:9/a"],
    ["this machine by https", () => "https://localhost/a"],
  ])("to %s is not followed", async (_name, link) => {
    const { outcome, requests } = await poll(link, () => file);
    expect(outcome).toMatchObject({ kind: "forbiddenAddress" });
    expect(requests).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("does not follow a redirect to a forbidden URL", async () => {
    const { outcome } = await poll(
      (baseUrl) => `${baseUrl}/files/1`,
      () => rawAnswer(307, { location: "http://127.0.0.1:9/a" }, ""),
    );
    expect(outcome).toMatchObject({ kind: "forbiddenAddress" });
  });

  test("in a redirect loop fails", async () => {
    const { outcome, requests } = await poll(
      (baseUrl) => `${baseUrl}/files/1`,
      () => rawAnswer(301, { location: "/files/1" }, ""),
    );
    expect(outcome).toMatchObject({ kind: "badAnswer" });
    expect(requests.length).toBeLessThan(10);
  });

  test("to a missing file is reported, and leaves no file", async () => {
    const { outcome } = await poll(
      (baseUrl) => `${baseUrl}/files/1`,
      () => rawAnswer(404, {}, ""),
    );
    expect(outcome).toMatchObject({ kind: "notFound", status: 404 });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("whose download breaks is downloaded again from the start", async () => {
    let tries = 0;
    const { outcome } = await poll(
      (baseUrl) => `${baseUrl}/files/1`,
      () => {
        tries += 1;
        return tries === 1 ? file.subarray(0, file.length - 3) : file;
      },
    );
    expect(outcome).toMatchObject({ files: [{ size: 8 }] });
    expect(readdirSync(folder)).toHaveLength(1);
  });
});
