/** Recorded streams of real services, split in every way, produce the results in their manifest. */

import { describe, expect, test } from "vitest";
import { createEventReader } from "../../../../src/client/responses/streamResponse.ts";
import type { ResponseObject } from "../../../../src/contract/response.ts";
import { ResponseAssembly } from "../../../../src/output/responseAssembly.ts";
import { fc, runsOf } from "../../../fuzzing.ts";
import { startRawServer, streamAnswer } from "../http/rawServer.ts";
import { type Recording, readRecordings } from "../recordings.ts";
import { createTestClient } from "../testClient.ts";

const recordings = readRecordings();

/** The parts of a Response that the manifest contains. */
function summarise(response: ResponseObject | undefined) {
  const items = response?.output ?? [];
  const parts = items.flatMap((item) => item.content ?? []);
  const usage = response?.usage;
  return {
    text: parts.map((part) => (part.type === "output_text" ? (part.text ?? "") : "")).join(""),
    url_citations: parts.flatMap((part) => part.annotations ?? []).filter((annotation) => annotation.type === "url_citation"),
    reasoning_summary: items
      .flatMap((item) => item.summary ?? [])
      .map((part) => part.text)
      .join("\n\n"),
    images: items.flatMap((item) => (typeof item.result === "string" ? [{ b64_chars: item.result.length }] : [])),
    items: items.map((item) => item.type),
    incomplete_reason: response?.incomplete_details?.reason ?? null,
    usage: usage
      ? {
          input_tokens: usage.input_tokens,
          output_tokens: usage.output_tokens,
          total_tokens: usage.total_tokens,
          reasoning_tokens: usage.output_tokens_details?.reasoning_tokens ?? 0,
          cached_tokens: usage.input_tokens_details?.cached_tokens ?? 0,
        }
      : null,
  };
}

function expected({ expect: { text, reasoning_summary, images, items, incomplete_reason, usage, url_citations } }: Recording) {
  return {
    text,
    url_citations: url_citations.map((citation) => expect.objectContaining(citation)),
    reasoning_summary,
    images: images.map(({ b64_chars }) => ({ b64_chars })),
    items,
    incomplete_reason,
    usage,
  };
}

/** Passes the stream through the parser and the assembly, without a socket. */
function readPieces(pieces: readonly Buffer[]) {
  const assembly = new ResponseAssembly();
  const reader = createEventReader((event) => event && assembly.apply(event));
  for (const piece of pieces) reader.read(piece);
  reader.finish();
  return { outcome: assembly.outcome, ...summarise(assembly.response()) };
}

function cutAt(bytes: Buffer, locations: readonly number[]): Buffer[] {
  const sorted = [0, ...locations.toSorted((left, right) => left - right), bytes.length];
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
}

function cutByEvent(bytes: Buffer): Buffer[] {
  return bytes
    .toString("latin1")
    .split(/(?<=\n\r?\n)/)
    .map((piece) => Buffer.from(piece, "latin1"));
}

async function stream(pieces: readonly Buffer[]) {
  await using server = await startRawServer(() => streamAnswer(pieces));
  const client = createTestClient(server.baseUrl);
  const answer = client.streamResponse({ model: "m", input: "hello" });
  const kinds = new Set<string>();
  for await (const changes of answer) for (const { type } of changes) kinds.add(type);
  const result = await answer.end;
  await client.close();
  return { result, kinds };
}

describe.skipIf(recordings.length === 0)("a recorded stream ends as in its manifest", () => {
  describe.each(recordings)("$file", (recording) => {
    const outcome = recording.expect.outcome;

    test("sent at once", async () => {
      const { result, kinds } = await stream([recording.bytes]);
      expect({ outcome: result.outcome, ...summarise(result.response) }).toEqual({ outcome, ...expected(recording) });
      // A stream that fails immediately changes only the Response's status.
      expect(kinds.size).toBeGreaterThan(recording.expect.items.length > 0 ? 2 : 0);
      expect(result.error?.code ?? null).toBe(recording.expect.error?.code ?? null);
    });

    test("sent event by event", async () => {
      const { result } = await stream(cutByEvent(recording.bytes));
      expect({ outcome: result.outcome, ...summarise(result.response) }).toEqual({ outcome, ...expected(recording) });
    });

    test("read byte by byte", () => {
      const bytes = Array.from({ length: recording.bytes.length }, (_, at) => recording.bytes.subarray(at, at + 1));
      expect(readPieces(bytes)).toEqual({ outcome, ...expected(recording) });
    });

    test("read in randomly split pieces", () => {
      fc.assert(
        fc.property(fc.array(fc.nat({ max: recording.bytes.length }), { maxLength: 40 }), (locations) => {
          expect(readPieces(cutAt(recording.bytes, locations))).toEqual({ outcome, ...expected(recording) });
        }),
        { numRuns: runsOf(20) },
      );
    });

    test("cut off before its last event, it never looks complete", async () => {
      const terminalAt = recording.bytes.lastIndexOf(`"type":"response.${outcome}"`);
      const cut = recording.bytes.subarray(0, terminalAt > 0 ? terminalAt : recording.bytes.length >> 1);
      const { outcome: atCut } = readPieces([cut]);
      expect([undefined, "failed"]).toContain(atCut);
      if (atCut === "failed") expect(outcome).toBe("failed");
    });
  });
});
