/** All variants of real streams have the same outcome and text, however the bytes are split. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createEventReader } from "../../../../../src/client/responses/streamResponse.ts";
import type { OutputItem } from "../../../../../src/contract/response.ts";
import { ResponseAssembly } from "../../../../../src/output/responseAssembly.ts";
import { startRawServer, streamAnswer } from "../../http/rawServer.ts";
import { createTestClient } from "../../testClient.ts";

const folder = join(import.meta.dirname, "../../../../fixtures/client/streams");
const expectedSchema = z.record(
  z.string(),
  z.object({
    outcome: z.string(),
    text: z.string(),
    reasoning: z.string(),
    refusal: z.string(),
    items: z.array(z.string()),
    citations: z.array(z.string()),
    error: z.nullable(z.object({ kind: z.string(), code: z.nullable(z.string()) })),
  }),
);
const fixtures = Object.entries(expectedSchema.parse(JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")))).map(
  ([name, expected]) => ({ name, ...expected, bytes: readFileSync(join(folder, `${name}.sse`)) }),
);

function summarise(output: readonly OutputItem[]) {
  const parts = output.filter((item) => item.type === "message").flatMap((item) => item.content ?? []);
  return {
    text: parts.map((part) => part.text ?? "").join(""),
    refusal: parts.map((part) => part.refusal ?? "").join(""),
    reasoning: output
      .filter((item) => item.type === "reasoning")
      .flatMap((item) => [...(item.summary ?? []), ...(item.content ?? [])])
      .map((part) => part.text)
      .join("|"),
    items: output.map((item) => item.type),
    citations: parts.flatMap((part) => part.annotations ?? []).flatMap((annotation) => ("url" in annotation ? [annotation.url] : [])),
  };
}

function readPieces(pieces: readonly Buffer[]) {
  const assembly = new ResponseAssembly();
  const reader = createEventReader((event) => event && assembly.apply(event));
  for (const piece of pieces) reader.read(piece);
  reader.finish();
  return { outcome: assembly.outcome, ...summarise(assembly.response()?.output ?? []) };
}

describe.each(fixtures)("a stream with $name", ({ bytes, outcome, error, ...words }) => {
  const { name: _, ...expected } = words;

  test("is read over a socket", async () => {
    await using server = await startRawServer(() => streamAnswer([bytes]));
    const client = createTestClient(server.baseUrl);
    const result = await client.streamResponse({ model: "m", input: "hello" }).end;
    expect({ outcome: result.outcome, ...summarise(result.response?.output ?? []) }).toEqual({ outcome, ...expected });
    expect(result.error === undefined ? null : { kind: result.error.kind, code: result.error.code ?? null }).toEqual(error);
    await client.close();
  });

  test("is read when split in two at every byte", () => {
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(readPieces([bytes.subarray(0, at), bytes.subarray(at)])).toEqual({ outcome, ...expected });
    }
  });
});
