/** Answers that a service or a proxy compresses, read by the client. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { createTestClient, errorOf } from "../testClient.ts";
import { rawAnswer, startRawServer } from "./rawServer.ts";

const file = "a".repeat(100_000);
const result = { id: "t1", status: "completed", data: [{ b64_json: Buffer.from(file).toString("base64") }] };

test.each<[string, (bytes: Buffer) => Buffer]>([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
])("%s is decoded in results, linked files and errors", async (encoding, compress) => {
  const folder = mkdtempSync(join(tmpdir(), "compressed-"));
  const send = (status: number, body: unknown) => {
    const bytes = compress(Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
    return rawAnswer(status, { "content-type": "application/json", "content-encoding": encoding }, bytes);
  };
  await using server = await startRawServer(({ path }) => {
    if (path.startsWith("/api/v1/images/")) return send(200, result);
    if (path.startsWith("/api/v2/")) return send(200, { contents: { status: 2, files: [{ data: `${server.baseUrl}/file` }] } });
    return path === "/file" ? send(200, file) : send(404, { error: { message: "No such model.", code: "model_not_found" } });
  });
  const client = createTestClient(server.baseUrl);
  for (const { files } of [await client.pollMedia("image", "t1", folder), await client.pollV2("t1", folder)]) {
    expect(readFileSync(files[0]?.path ?? "", "utf8")).toBe(file);
  }
  expect(await errorOf(client.getModel("m", { attempts: 1 }))).toMatchObject({ kind: "modelNotFound", message: "No such model." });
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});
