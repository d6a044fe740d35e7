/** Files that are signed with the user's certificate, as the reference implementation (c2pa-rs) reads and verifies them. */
import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { findOnPath } from "../../../../../scripts/findBrowser.ts";
import { installPackage } from "../../../../../scripts/testing/installPackage.ts";
import { finishFile } from "../../../../../src/media/metadata/finishFile.ts";
import { signFile } from "../../../../../src/media/signing/signFile.ts";
import { SigningError } from "../../../../../src/media/signing/signingError.ts";
import { makeCertificates } from "../makeCertificates.ts";
import { makePng, makeSamples } from "../samples.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 600_000 });

const sourceTypes = "http://cv.iptc.org/newscodes/digitalsourcetype/";
const painter = { model: "painter", isProcedural: false };
const canSign = findOnPath(["openssl"]) !== undefined && process.platform !== "win32";
const reportSchema = z.object({
  active_manifest: z.string(),
  validation_state: z.string(),
  manifests: z.record(z.string(), z.looseObject({ assertions: z.array(z.looseObject({ label: z.string(), data: z.unknown() })) })),
});

/** The endings of the samples that the implementation signs; the others have no place for credentials. */
const endings: Readonly<Record<string, string>> = {
  png: "png",
  jpeg: "jpg",
  "lossy webp": "webp",
  "lossless webp": "webp",
  "bare jxl": "jxl",
  "boxed jxl": "jxl",
  avif: "avif",
  gif: "gif",
  wav: "wav",
  mp3: "mp3",
  flac: "flac",
  mp4: "mp4",
};

describe.skipIf(!canSign)("a file that is signed (skipped without openssl)", () => {
  let folder: string;
  let library: string;
  let options: { certificate: string; key: string; tool: string };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-signing-"));
    library = path.join(await installPackage("@contentauth/c2pa-node", "0.8.0"), "node_modules", "@contentauth", "c2pa-node");
    await makeCertificates(folder);
    options = { certificate: path.join(folder, "chain.pem"), key: path.join(folder, "leaf.key"), tool: library };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** In a process of its own, by the package's own interface. */
  function read(file: string, ending: string) {
    const type = { png: "image/png", jpg: "image/jpeg", webp: "image/webp", jxl: "image/jxl", avif: "image/avif", gif: "image/gif" };
    const sound = { wav: "audio/wav", mp3: "audio/mpeg", flac: "audio/flac", mp4: "video/mp4" };
    const mimeType = { ...type, ...sound }[ending];
    const script = `import { Reader } from ${JSON.stringify(path.join(library, "dist/index.js"))};
      const reader = await Reader.fromAsset(${JSON.stringify({ path: file, mimeType })});
      console.log(JSON.stringify(reader.json()));`;
    const report = reportSchema.parse(
      JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" })),
    );
    const assertions = report.manifests[report.active_manifest]?.assertions ?? [];
    return { state: report.validation_state, actions: assertions.find(({ label }) => label.startsWith("c2pa.actions"))?.data };
  }

  let count = 0;
  async function write(bytes: Uint8Array): Promise<string> {
    count += 1;
    await mkdir(path.join(folder, String(count)));
    const file = path.join(folder, String(count), "file");
    await writeFile(file, bytes);
    return file;
  }

  test("is valid in every format, states how it was made, and is not signed twice", async () => {
    for (const { name, bytes } of await makeSamples()) {
      const file = await write(bytes);
      await finishFile(file, painter);
      const marked = await readFile(file);
      const signed = await signFile(file, painter, options);
      const ending = endings[name];
      if (ending === undefined) {
        expect([name, signed, (await readFile(file)).equals(marked)]).toEqual([name, undefined, true]);
        continue;
      }
      const after = await readFile(file);
      expect([name, signed?.size]).toEqual([name, after.length]);
      expect([name, after.includes("Iptc4xmpExt:DigitalSourceType")]).toEqual([name, true]);
      expect([name, read(file, ending)]).toMatchObject([
        name,
        {
          state: "Valid",
          actions: {
            actions: [
              { action: "c2pa.created", digitalSourceType: `${sourceTypes}trainedAlgorithmicMedia`, softwareAgent: { name: "painter" } },
            ],
          },
        },
      ]);
      expect([name, await signFile(file, painter, options), await finishFile(file, painter)]).toEqual([name, undefined, undefined]);
      expect([name, await readdir(path.dirname(file))]).toEqual([name, ["file"]]);
    }
  });

  test.each([
    ["P-384", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp384r1"]],
    ["P-521", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp521r1"]],
    ["RSA", ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]],
    ["Ed25519", ["-algorithm", "ED25519"]],
  ])("is valid with a key of %s", async (name, values) => {
    const own = path.join(folder, name);
    await mkdir(own);
    await makeCertificates(own, values);
    const file = await write(makePng());
    await signFile(
      file,
      { ...painter, isProcedural: true },
      { ...options, certificate: path.join(own, "chain.pem"), key: path.join(own, "leaf.key") },
    );
    expect(read(file, "png")).toMatchObject({
      state: "Valid",
      actions: { actions: [{ digitalSourceType: `${sourceTypes}algorithmicMedia` }] },
    });
  });

  /** A program with the arguments of c2patool, which cannot be installed here; it signs with the same library. */
  async function writeProgram(body: string): Promise<string> {
    const program = path.join(folder, `c2patool-${Math.random()}`);
    await writeFile(program, `#!${process.execPath}\n${body}`);
    await chmod(program, 0o755);
    return program;
  }

  test("by a program gets the arguments and the manifest that c2patool documents", async () => {
    const tool = await writeProgram(`
      const { readFileSync } = require("node:fs");
      const [input, ...rest] = process.argv.slice(2);
      const { values } = require("node:util").parseArgs({ args: rest, options: {
        manifest: { type: "string", short: "m" }, output: { type: "string", short: "o" }, force: { type: "boolean", short: "f" } } });
      const { alg, private_key, sign_cert, ta_url, ...manifest } = JSON.parse(readFileSync(values.manifest, "utf8"));
      import(${JSON.stringify(path.join(library, "dist/index.js"))}).then(({ Builder, LocalSigner }) => {
        const signer = LocalSigner.newSigner(readFileSync(sign_cert), readFileSync(private_key), alg, ta_url);
        Builder.withJson(manifest).sign(signer, { path: input, mimeType: "image/png" }, { path: values.output, mimeType: "image/png" });
      });`);
    const file = await write(makePng());
    await signFile(file, painter, { ...options, tool });
    expect(read(file, "png")).toMatchObject({ state: "Valid", actions: { actions: [{ softwareAgent: { name: "painter" } }] } });
  });

  test("is kept as it was, with the reason, if it cannot be signed", async () => {
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const files: Readonly<Record<string, string>> = {
      other: other.export({ type: "pkcs8", format: "pem" }).toString(),
      locked: other.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "p" }).toString(),
      curve: generateKeyPairSync("ec", { namedCurve: "secp256k1" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      empty: "",
    };
    for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
    execFileSync(
      "openssl",
      ["x509", "-req", "-in", "leaf.csr", "-CA", "root.pem", "-CAkey", "root.key", "-days", "-1", "-out", "expired.pem"],
      {
        cwd: folder,
        stdio: "ignore",
      },
    );
    await mkdir(path.join(folder, "package"));
    const at = (name: string) => path.join(folder, name);
    const members: readonly [change: object, kind: SigningError["kind"], reason: RegExp][] = [
      [{ certificate: "" }, "certificate", /only one of them is set/],
      [{ certificate: at("none.pem") }, "certificate", /none\.pem cannot be read/],
      [{ certificate: at("empty") }, "certificate", /empty contains no certificate/],
      [{ certificate: at("expired.pem") }, "certificate", /expired on \d{4}-/],
      [{ key: at("empty") }, "certificate", /contains no private key/],
      [{ key: at("locked") }, "certificate", /or one with a passphrase/],
      [{ key: at("other") }, "certificate", /does not belong to the first certificate/],
      [{ tool: at("none") }, "missing", /none was not found/],
      [{ tool: at("package") }, "missing", /package cannot be loaded/],
      [
        { tool: await writeProgram('console.error("Error: the certificate is invalid"); process.exit(1);') },
        "refused",
        /Error: the certificate is invalid$/,
      ],
      [{ tool: await writeProgram("") }, "refused", /wrote no Content Credentials/],
    ];
    for (const [change, kind, reason] of members) {
      const file = await write(makePng());
      const error = await signFile(file, painter, { ...options, ...change }).catch((thrown: unknown) => thrown);
      expect([change, error]).toEqual([change, expect.any(SigningError)]);
      expect(error).toMatchObject({ kind, message: expect.stringMatching(reason) });
      expect([change, (await readFile(file)).equals(Buffer.from(makePng())), await readdir(path.dirname(file))]).toEqual([
        change,
        true,
        ["file"],
      ]);
    }
  });
});
