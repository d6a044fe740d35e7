/** Files with Content Credentials, signed and verified by the reference implementation, stay valid; their statements are read. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { findOnPath } from "../../../../../scripts/findBrowser.ts";
import { importPackage } from "../../../../../scripts/testing/installPackage.ts";
import { sourceOfBytes } from "../../../../../src/media/files/byteSource.ts";
import { decodeCbor } from "../../../../../src/media/metadata/credentials/cbor.ts";
import { readCredentials } from "../../../../../src/media/metadata/credentials/readCredentials.ts";
import { findContainer } from "../../../../../src/media/metadata/findContainer.ts";
import { finishBytes, finishFile } from "../../../../../src/media/metadata/finishFile.ts";
import { readFileMetadata } from "../../../../../src/media/metadata/readFileMetadata.ts";
import { readMade } from "../../../../../src/media/metadata/readMade.ts";
import { fc, runsOf } from "../../../../fuzzing.ts";
import { makeCertificates } from "../makeCertificates.ts";
import { makeSamples, makeTiff } from "../samples.ts";

vi.setConfig({ testTimeout: 180_000 });

const mediaTypes: Readonly<Record<string, string>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  "lossy webp": "image/webp",
  avif: "image/avif",
  gif: "image/gif",
  svg: "image/svg+xml",
  tiff: "image/tiff",
  "boxed jxl": "image/jxl",
  heic: "image/heic",
  heif: "image/heif",
  wav: "audio/wav",
  mp3: "audio/mpeg",
  flac: "audio/flac",
  m4a: "audio/mp4",
  mp4: "video/mp4",
  mov: "video/quicktime",
  avi: "video/avi",
};
/** Files of the same boxes, by their brand. Source: the registry of MP4RA. */
const brands = { heic: ["avif", "heic"], heif: ["avif", "mif1"], m4a: ["mp4", "M4A "], mov: ["mp4", "qt  "] } as const;
const sourceType = "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia";
/** The parts of the reference implementation that are used. */
type Class<Made> = { [name: string]: (...values: readonly unknown[]) => Made };
interface Library {
  Builder: Class<{ setIntent(intent: object | string): void; sign(...values: readonly unknown[]): void }>;
  Reader: Class<Promise<{ json(): unknown }>>;
  LocalSigner: Class<unknown>;
}
const isLibrary = (value: unknown): value is Library => typeof value === "object" && value !== null && "LocalSigner" in value;
const reportSchema = z.looseObject({ validation_state: z.string() });

const canSign = findOnPath(["openssl"]) !== undefined && process.platform !== "win32";

describe.skipIf(!canSign)("a signed file (skipped without openssl)", () => {
  let folder: string;
  let library: Library;
  const signed: { name: string; path: string; mimeType: string }[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "generation-studio-signed-"));
    const found = await importPackage("@contentauth/c2pa-node", "0.8.0");
    if (!isLibrary(found)) throw new Error("The package has another interface.");
    library = found;
    await makeCertificates(folder);
    const chain = await readFile(join(folder, "chain.pem"));
    const signer = library.LocalSigner.newSigner?.(chain, await readFile(join(folder, "leaf.key")), "es256");
    const svg = Buffer.from(
      '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>',
    );
    const samples = await makeSamples();
    const branded = Object.entries(brands).map(([name, [from, brand]]) => {
      const bytes = Buffer.from(samples.find((sample) => sample.name === from)?.bytes ?? []);
      bytes.write(brand, 8, "latin1");
      return { name, bytes };
    });
    for (const { name, bytes } of [...samples, ...branded, { name: "svg", bytes: svg }, { name: "tiff", bytes: makeTiff() }]) {
      const mimeType = mediaTypes[name];
      if (mimeType === undefined) continue;
      const [source, path] = [join(folder, `${mimeType.replace("/", ".")}.source`), join(folder, `${mimeType.replace("/", ".")}.signed`)];
      await writeFile(source, bytes);
      const builder = library.Builder.withJson?.({ claim_generator_info: [{ name: "studio-test", version: "1.0" }], title: "Fox" });
      builder?.setIntent({ create: sourceType });
      builder?.sign(signer, { path: source, mimeType }, { path, mimeType });
      signed.push({ name, path, mimeType });
    }
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const validate = async ({ path, mimeType }: { path: string; mimeType: string }) => {
    const reader = await library.Reader.fromAsset?.({ path, mimeType });
    return reportSchema.parse(reader?.json()).validation_state;
  };

  test("is not changed, and its signature is still valid", async () => {
    expect(signed.map(({ name }) => name).toSorted()).toEqual(Object.keys(mediaTypes).toSorted());
    for (const file of signed) {
      const before = await readFile(file.path);
      expect([file.name, await finishFile(file.path, { model: "painter", isProcedural: false })]).toEqual([file.name, undefined]);
      expect([file.name, (await readFile(file.path)).equals(before), await validate(file)]).toEqual([file.name, true, "Valid"]);
    }
  });

  test("would be invalid after any change of a byte", async () => {
    const [png] = signed;
    const pieces = (await findContainer(sourceOfBytes(await readFile(png?.path ?? ""))))?.withXmp(Buffer.from("<x/>")) ?? [];
    const bytes = await readFile(png?.path ?? "");
    const path = join(folder, "changed.png");
    await writeFile(
      path,
      Buffer.concat(pieces.map((piece) => (piece instanceof Uint8Array ? piece : bytes.subarray(piece.from, piece.to)))),
    );
    expect(await validate({ path, mimeType: "image/png" })).toBe("Invalid");
  });

  test("states who signed it, and which actions were performed", async () => {
    for (const { name, path } of signed) {
      const metadata = await readFileMetadata(sourceOfBytes(await readFile(path)));
      expect([name, metadata?.credentials]).toMatchObject([
        name,
        {
          generator: "studio-test 1.0",
          signer: "Test Signer (Studio Tests)",
          issuer: "Test Root (Studio Tests)",
          title: "Fox",
          actions: [{ action: "c2pa.created", digitalSourceType: sourceType }],
          assertions: expect.arrayContaining(["c2pa.actions.v2"]),
        },
      ]);
    }
  });

  test.each(["edit", "update"])("leads through an %s to the program that generated it", async (intent) => {
    const signer = library.LocalSigner.newSigner?.(
      await readFile(join(folder, "chain.pem")),
      await readFile(join(folder, "leaf.key")),
      "es256",
    );
    for (const { name, path, mimeType } of signed) {
      let source = path;
      for (const round of [1, 2]) {
        const target = join(folder, `${intent}.${round}`);
        const builder = library.Builder.withJson?.({ claim_generator_info: [{ name: "studio-editor", version: "2.0" }], title: "Fox" });
        builder?.setIntent(intent);
        builder?.sign(signer, { path: source, mimeType }, { path: target, mimeType });
        const bytes = await readFile(target);
        const metadata = await readFileMetadata(sourceOfBytes(bytes));
        const editors = Array.from({ length: round - 1 }, () => ({ generator: "studio-editor 2.0" }));
        expect([name, round, metadata?.credentials]).toMatchObject([
          name,
          round,
          {
            generator: "studio-editor 2.0",
            ingredients: [
              ...editors,
              { generator: "studio-test 1.0", actions: [{ action: "c2pa.created", digitalSourceType: sourceType }] },
            ],
          },
        ]);
        expect([name, metadata && readMade(metadata)]).toMatchObject([name, { tool: "studio-test" }]);
        expect(await finishBytes(bytes, { model: "painter", isProcedural: false })).toBe(bytes);
        source = join(folder, `${intent}.source`);
        await writeFile(source, bytes);
      }
    }
  });

  test("that is damaged is left unchanged, and crashes no reader", async () => {
    const [png] = signed;
    const bytes = await readFile(png?.path ?? "");
    const store = (await findContainer(sourceOfBytes(bytes)))?.credentials?.store ?? new Uint8Array();
    expect(store.length).toBeGreaterThan(1000);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: store.length }), fc.nat({ max: 255 })), { maxLength: 5 }),
        fc.nat(),
        async (changes, cut) => {
          const copy = Buffer.from(store.subarray(0, cut % 2 === 0 ? undefined : cut % store.length));
          for (const [offset, value] of changes) if (offset < copy.length) copy[offset] = value;
          readCredentials(copy);
          const file = Buffer.from(bytes);
          file.set(copy, file.indexOf("caBX") + 4);
          expect(await finishBytes(file, { model: "painter", isProcedural: false })).toBe(file);
        },
      ),
      { numRuns: runsOf(300) },
    );
  });
});

test("hostile CBOR ends the decoder, but not the process", () => {
  const deep = Buffer.alloc(100_000, 0x81);
  const wide = Buffer.concat([Buffer.from([0x9a, 0xff, 0xff, 0xff, 0xff]), Buffer.alloc(1000)]);
  const endless = Buffer.alloc(200_000, 0x9f);
  for (const bytes of [deep, wide, endless]) expect(decodeCbor(bytes)).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      decodeCbor(bytes);
    }),
    { numRuns: runsOf(2000) },
  );
});
