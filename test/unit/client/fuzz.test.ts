/** Arbitrary bytes: files are unchanged however their JSON is written, and only ServiceErrors are thrown. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createJsonDiverter } from "../../../src/client/http/jsonDiverter.ts";
import { readServiceError } from "../../../src/client/http/readServiceError.ts";
import { ContentReceiver } from "../../../src/client/media/receivedContent.ts";
import { createEventReader } from "../../../src/client/responses/streamResponse.ts";
import { ServiceError } from "../../../src/client/serviceError.ts";
import { redactText } from "../../../src/network/redactText.ts";
import { readStreamEvent } from "../../../src/output/readStreamEvent.ts";
import { ResponseAssembly } from "../../../src/output/responseAssembly.ts";
import { fc, runsOf } from "../../fuzzing.ts";

const folder = mkdtempSync(join(tmpdir(), "client-fuzz-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** The contents of the files in the pieces. Throws the decoder's errors. */
async function decode(pieces: readonly Buffer[]): Promise<Buffer[]> {
  const receiver = new ContentReceiver(folder);
  try {
    const diverter = createJsonDiverter(["data", "*", "b64_json"], () => receiver.openSink());
    for (const piece of pieces) {
      diverter.write(piece);
      await receiver.keepUp();
    }
    const rest: unknown = JSON.parse(diverter.end());
    const elements = typeof rest === "object" && rest !== null && "data" in rest && Array.isArray(rest.data) ? rest.data : [];
    const contents: Buffer[] = [];
    for (const element of elements) {
      const content = receiver.find(typeof element?.b64_json === "string" ? element.b64_json : "");
      if (content?.type === "broken") throw content.error;
      if (content?.type === "file") contents.push(readFileSync((await content.written).path));
    }
    return contents;
  } finally {
    await receiver.discardAllBut(new Set());
  }
}

function cutAt(bytes: Buffer, locations: readonly number[]): Buffer[] {
  const sorted = [...new Set([0, ...locations.map((location) => location % (bytes.length + 1)), bytes.length])].toSorted(
    (left, right) => left - right,
  );
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
}

type Spelling = "as it is" | "\\u" | "\\/" | "url" | "unpadded" | "lines";

/** A string of base64 in JSON, written in one of the valid ways. */
function spell(content: Uint8Array, spelling: Spelling): string {
  const base64 = Buffer.from(content).toString("base64");
  switch (spelling) {
    case "as it is":
      return base64;
    case "\\u":
      return [...base64].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
    case "\\/":
      return base64.replaceAll("/", "\\/");
    case "url":
      return base64.replaceAll("+", "-").replaceAll("/", "_");
    case "unpadded":
      return base64.replace(/=+$/, "");
    case "lines":
      return base64.replace(/.{1,76}/g, "$&\\r\\n");
  }
}

const contents = fc.uint8Array({ minLength: 1, maxLength: 600 });
const spelling = fc.constantFrom<Spelling>("as it is", "\\u", "\\/", "url", "unpadded", "lines");
const locations = fc.array(fc.nat({ max: 5000 }), { maxLength: 12 });
const anyJson = fc.json({ maxDepth: 3 });

describe("the decoder", () => {
  test("returns every file, however it is written, surrounded and split", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(contents, spelling, anyJson), { maxLength: 4 }),
        anyJson,
        locations,
        async (files, around, cuts) => {
          const elements = files.map(([content, how, beside]) => `{"x":${beside},"b64_json":"${spell(content, how)}"}`);
          const text = `{"before":${around},"data":[${elements.join(" , ")}],"after":${around}}`;
          expect(await decode(cutAt(Buffer.from(text), cuts))).toEqual(files.map(([content]) => Buffer.from(content)));
        },
      ),
      { numRuns: runsOf(150) },
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test("returns another file or an error for a changed byte, and never crashes", async () => {
    const text = Buffer.from(`{"id":"1","data":[{"b64_json":"${spell(Buffer.from("some bytes of a file"), "\\/")}"},{"b64_json":null}]}`);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: text.length - 1 }), fc.nat({ max: 255 }), locations, async (at, byte, cuts) => {
        const changed = Buffer.from(text);
        changed[at] = byte;
        const inPieces = await decode(cutAt(changed, cuts)).catch((error: unknown) => error);
        const whole = await decode([changed]).catch((error: unknown) => error);
        if (Array.isArray(whole)) expect(inPieces).toEqual(whole);
        else expect(inPieces instanceof ServiceError || inPieces instanceof SyntaxError).toBe(true);
      }),
      { numRuns: runsOf(300) },
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test("accepts any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 80 }), { maxLength: 6 }), async (pieces) => {
        const outcome = await decode(pieces.map((piece) => Buffer.from(piece))).catch((error: unknown) => error);
        expect(Array.isArray(outcome) || outcome instanceof ServiceError || outcome instanceof SyntaxError).toBe(true);
      }),
      { numRuns: runsOf(300) },
    );
  });

  test("agrees with JSON.parse on the remaining JSON", () => {
    fc.assert(
      fc.property(anyJson, locations, (text, cuts) => {
        const diverter = createJsonDiverter(["no", "such", "place"], () => {
          throw new Error("Nothing stands there.");
        });
        for (const piece of cutAt(Buffer.from(text), cuts)) diverter.write(piece);
        expect(diverter.end()).toBe(text);
      }),
    );
  });
});

describe("the parsers", () => {
  const types = fc.constantFrom(
    "response.completed",
    "response.output_text.delta",
    "response.output_item.done",
    "error",
    "response.failed",
    "x",
  );

  test("of events accept any JSON and any text", () => {
    const event = fc.oneof(
      anyJson,
      fc.string(),
      fc.tuple(types, anyJson).map(([type, rest]) => `{"type":"${type}","response":${rest},"item":${rest},"error":${rest}}`),
    );
    fc.assert(
      fc.property(event, fc.option(types, { nil: undefined }), (data, name) => {
        const read = readStreamEvent(data, name);
        if (read) new ResponseAssembly().apply(read);
      }),
      { numRuns: runsOf(1000) },
    );
  });

  test("of streams accept any bytes", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.uint8Array({ maxLength: 60 }), fc.constant(Buffer.from("\n\ndata: ")))), (pieces) => {
        const assembly = new ResponseAssembly();
        const reader = createEventReader((event) => event && assembly.apply(event));
        for (const piece of pieces) reader.read(Buffer.from(piece));
        reader.finish();
        expect(assembly.outcome).not.toBe("completed");
      }),
    );
  });

  test("of errors accept any body", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyJson,
          fc.string(),
          anyJson.map((json) => `{"error":${json}}`),
        ),
        fc.integer({ min: 300, max: 599 }),
        (text, status) => {
          const error = readServiceError({ status, headers: {}, text, isPost: true }, { key: "k", prompts: [] });
          expect(error.message).not.toBe("");
        },
      ),
    );
  });

  test("of texts keep no key and no long part of a prompt", () => {
    const prompt = "a lighthouse, painted by nobody in particular, above a sea of ink";
    const key = "sk-0123456789abcdef";
    fc.assert(
      fc.property(fc.string(), fc.nat({ max: 30 }), fc.nat({ max: 36 }), fc.string(), (before, from, length, after) => {
        const piece = prompt.slice(from, from + 24 + length);
        const kept = redactText(`${before}${key}${piece}${after}`, { key, prompts: [prompt] });
        expect(kept).not.toContain(key);
        if (piece.length >= 24) expect(kept).not.toContain(piece.trim());
      }),
    );
  });
});
