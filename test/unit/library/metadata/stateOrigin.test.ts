/** What generated files say of themselves, and that nothing else of them changes. */
import { createHash } from "node:crypto";
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { findContainer } from "../../../../src/library/metadata/findContainer.ts";
import { readFileMetadata } from "../../../../src/library/metadata/readFileMetadata.ts";
import { type StatedOrigin, stateOriginInBytes, stateOriginInFile } from "../../../../src/library/metadata/stateOrigin.ts";
import { openFileSource, sourceOfBytes } from "../../../../src/mediaFiles/byteSource.ts";
import { makeJpeg, makePng, makeSamples, type Sample } from "./samples.ts";

// The demo's encoders take their time on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const types = "http://cv.iptc.org/newscodes/digitalsourcetype/";
const painter: StatedOrigin = { model: "painter", isProcedural: false };
const prompt = 'A red <fox> & "snow" in Zürich';
const request = { interface: "v1", kind: "image", body: { model: "painter", prompt } };
const withPrompt: StatedOrigin = { ...painter, embedded: { prompt, kind: "image", request } };

let samples: Sample[];
beforeAll(async () => {
  samples = await makeSamples();
});

const read = async (bytes: Uint8Array) => (await readFileMetadata(sourceOfBytes(bytes)))?.origin;
const includes = (bytes: Uint8Array, part: Uint8Array | string) =>
  Buffer.from(bytes).includes(typeof part === "string" ? part : Buffer.from(part));
const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Fails with the names of the samples that differ. */
async function forEachSample(check: (sample: Sample) => Promise<unknown>, expected: unknown): Promise<void> {
  const found = await Promise.all(samples.map(async (sample) => [sample.name, await check(sample)]));
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(samples.map(({ name }) => [name, expected])));
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-origin-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function writeSample(bytes: Uint8Array): Promise<string> {
  const path = join(await makeFolder(), "file");
  await writeFile(path, bytes);
  return path;
}

describe("a generated file", () => {
  test("states that a model made it, and which, in every format, around the same samples", async () => {
    await forEachSample(
      async ({ bytes, kept }) => {
        const stated = await stateOriginInBytes(bytes, painter);
        const { tool, model, digitalSourceType, prompt: said } = (await read(stated)) ?? {};
        return { tool, model, digitalSourceType, said, isKept: includes(stated, kept), isLonger: stated.length > bytes.length };
      },
      { tool: "Generation Studio", model: "painter", digitalSourceType: `${types}trainedAlgorithmicMedia`, isKept: true, isLonger: true },
    );
  });

  test("of the demo states that it was made by a program without a model", async () => {
    await forEachSample(
      async ({ bytes }) => {
        const stated = await stateOriginInBytes(bytes, { model: "demo-image", isProcedural: true });
        return [(await read(stated))?.digitalSourceType, includes(stated, "AISystemUsed")];
      },
      [`${types}algorithmicMedia`, false],
    );
  });

  test("has the prompt and the request in it only where that is wanted", async () => {
    await forEachSample(
      async ({ bytes }) => {
        const [plain, full] = [await stateOriginInBytes(bytes, painter), await stateOriginInBytes(bytes, withPrompt)];
        const { prompt: said, kind, request: given } = (await read(full)) ?? {};
        return { isSilent: !includes(plain, "fox"), said, kind, given };
      },
      { isSilent: true, said: prompt, kind: "image", given: request },
    );
  });

  test("that states its origin already stays as it is", async () => {
    await forEachSample(async ({ bytes }) => {
      const once = await stateOriginInBytes(bytes, painter);
      return (await stateOriginInBytes(once, { ...painter, model: "other" })) === once;
    }, true);
  });

  test("leaves out a prompt that its format has no room for", async () => {
    const long: StatedOrigin = { ...painter, embedded: { prompt: "fox ".repeat(20_000), kind: "image", request: {} } };
    expect(await read(await stateOriginInBytes(makeJpeg(), long))).toMatchObject({ model: "painter", prompt: undefined });
    expect((await read(await stateOriginInBytes(makePng(), long)))?.prompt).toHaveLength(80_000 - 1);
  });

  test("keeps no character that XML cannot say", async () => {
    const odd: StatedOrigin = { ...painter, model: "a\u0000b\u0007\ud800]]>&#x0;" };
    expect((await read(await stateOriginInBytes(makePng(), odd)))?.model).toBe("ab\ufffd]]>&#x0;");
  });
});

describe("metadata of another program", () => {
  const foreign = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><R:RDF xmlns:R="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><R:Description R:about="uuid:1" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="Other"><dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/"><R:Seq><R:li>Ann</R:li></R:Seq></dc:creator></R:Description></R:RDF></x:xmpmeta><?xpacket end="w"?>`;

  /** The sample with this packet. */
  async function withPacket({ bytes }: Sample, packet: string): Promise<Uint8Array> {
    const pieces = (await findContainer(sourceOfBytes(bytes)))?.withXmp(Buffer.from(packet)) ?? [];
    return Buffer.concat(pieces.map((piece) => (piece instanceof Uint8Array ? piece : bytes.subarray(piece.from, piece.to))));
  }

  test("stays, and what it says already is not said twice", async () => {
    await forEachSample(
      async (sample) => {
        const stated = await stateOriginInBytes(await withPacket(sample, foreign), painter);
        const { tool, model } = (await read(stated)) ?? {};
        const parts = foreign.split("</R:RDF>");
        return {
          tool,
          model,
          isKept: parts.every((part) => includes(stated, part)),
          packets: Buffer.from(stated).toString("latin1").split("<?xpacket begin").length - 1,
        };
      },
      { tool: "Other", model: "painter", isKept: true, packets: 1 },
    );
  });

  test("that names Content Credentials elsewhere keeps the file from any change", async () => {
    const named = foreign.replace(
      "xmp:CreatorTool=",
      'xmlns:dcterms="http://purl.org/dc/terms/" dcterms:provenance="https://example.com/1" xmp:CreatorTool=',
    );
    await forEachSample(async (sample) => {
      const bytes = await withPacket(sample, named);
      return (await stateOriginInBytes(bytes, painter)) === bytes;
    }, true);
  });

  test("that is no XML keeps the file from any change", async () => {
    for (const packet of [foreign.replace("</R:RDF>", ""), "\ufffe", "<a", "x", foreign.slice(0, 300)]) {
      await forEachSample(async (sample) => {
        const bytes = await withPacket(sample, packet);
        return (await stateOriginInBytes(bytes, painter)) === bytes;
      }, true);
    }
  });
});

describe("a file that is truncated or damaged", () => {
  test("at any byte is saved as it is, or states its origin around the same bytes", async () => {
    for (const { name, bytes, kept } of samples.filter((sample) => sample.bytes.length < 100_000)) {
      for (const share of Array.from({ length: 60 }, (_, index) => index / 60)) {
        const cut = bytes.subarray(0, Math.floor(bytes.length * share));
        const stated = await stateOriginInBytes(cut, painter);
        const rest = kept.subarray(0, Math.max(0, kept.length - (bytes.length - cut.length)));
        expect(stated === cut || includes(stated, rest), `${name}, ${cut.length} bytes`).toBe(true);
      }
    }
  });

  test("ends none of the readers, whatever its bytes are", async () => {
    const damaged = fc.tuple(
      fc.nat(),
      fc.array(fc.tuple(fc.nat({ max: 400 }), fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(0, 255))), { maxLength: 8 }),
      fc.nat(),
      fc.uint8Array({ maxLength: 64 }),
    );
    await fc.assert(
      fc.asyncProperty(damaged, async ([which, changes, cut, inserted]) => {
        const { bytes } = samples[which % samples.length] ?? { bytes: new Uint8Array() };
        const end = cut % 3 === 0 ? cut % bytes.length : Math.min(bytes.length, 50_000);
        const copy = Buffer.concat([bytes.subarray(0, end), inserted, bytes.subarray(end, 50_000)]);
        for (const [offset, value] of changes) if (offset < copy.length) copy[offset] = value;
        await readFileMetadata(sourceOfBytes(copy));
        expect((await stateOriginInBytes(copy, withPrompt)).length).toBeGreaterThanOrEqual(copy.length);
      }),
      { numRuns: 1000 },
    );
  });

  test("of no known format is saved as it is", async () => {
    const bytes = Buffer.from("GIF89a and more");
    expect(await stateOriginInBytes(bytes, painter)).toBe(bytes);
    expect(await stateOriginInBytes(new Uint8Array(), painter)).toHaveLength(0);
  });
});

describe("a file on a disk", () => {
  test("is replaced as a whole, with its new size and hash", async () => {
    await forEachSample(
      async ({ bytes }) => {
        const path = await writeSample(bytes);
        const stated = await stateOriginInFile(path, painter);
        const after = await readFile(path);
        return {
          isTrue: stated?.size === after.length && stated.sha256 === sha256Of(after),
          isSame: after.equals(await stateOriginInBytes(bytes, painter)),
          beside: await readdir(join(path, "..")),
        };
      },
      { isTrue: true, isSame: true, beside: ["file"] },
    );
  });

  test("that stays as it is is not touched", async () => {
    const path = await writeSample(makePng().subarray(0, 60));
    const before = await stat(path);
    expect(await stateOriginInFile(path, painter)).toBeUndefined();
    expect((await stat(path)).mtimeMs).toBe(before.mtimeMs);
  });

  test("of 4 GiB is read by its boxes, and what is said is added behind it", async () => {
    const video = samples.find(({ name }) => name === "mp4")?.bytes ?? new Uint8Array();
    const path = await writeSample(video);
    // Samples without any content: the file system stores no zeros.
    const size = 4 * 2 ** 30;
    const head = Buffer.alloc(16);
    head.writeUInt32BE(1, 0);
    head.write("mdat", 4);
    head.writeBigUInt64BE(BigInt(size), 8);
    const file = await open(path, "r+");
    await file.write(head, 0, head.length, video.length);
    await file.truncate(video.length + size);
    await file.close();
    const { ino } = await stat(path);
    const hash = createHash("sha256").update("what came before");
    const stated = await stateOriginInFile(path, painter, () => hash.copy());
    expect(stated?.size).toBe((await stat(path)).size);
    expect((await stat(path)).ino).toBe(ino);
    const source = await openFileSource(path);
    onTestFinished(() => source.close());
    let bytesRead = 0;
    const counting = {
      size: source.size,
      read: async (offset: number, length: number) => {
        bytesRead += length;
        return source.read(offset, length);
      },
    };
    expect((await readFileMetadata(counting))?.origin?.model).toBe("painter");
    expect(bytesRead).toBeLessThan(20_000);
    const added = await source.read(video.length + size, 10_000);
    expect(stated?.sha256).toBe(createHash("sha256").update("what came before").update(added).digest("hex"));
  });
});
