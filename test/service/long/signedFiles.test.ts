/** Files of a service whose owner has a certificate have Content Credentials. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { findOnPath } from "../../../scripts/findBrowser.ts";
import { installPackage } from "../../../scripts/testing/installPackage.ts";
import { sourceOfBytes } from "../../../src/media/files/byteSource.ts";
import { readFileMetadata } from "../../../src/media/metadata/readFileMetadata.ts";
import { readSigning } from "../../../src/service/commands/readSigning.ts";
import { makeCertificates } from "../../unit/media/metadata/makeCertificates.ts";
import { readMediaFile, startTestService } from "../testService.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 600_000 });

const canSign = findOnPath(["openssl"]) !== undefined && process.platform !== "win32";
const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-signed-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const sourceType = "http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia";
const image = { model: "demo-image", prompt: "A heron in the reeds", size: "512" };

test.skipIf(!canSign)(
  "images and videos are signed, and a missing program leaves them as they were (skipped without openssl)",
  async () => {
    const installed = await installPackage("@contentauth/c2pa-node", "0.8.0");
    await makeCertificates(folder);
    const values = { "sign-cert": path.join(folder, "chain.pem"), "sign-key": path.join(folder, "leaf.key") };
    const tool = path.join(installed, "node_modules", "@contentauth", "c2pa-node");
    const service = await startTestService({ ...(await readSigning({ ...values, "sign-tool": tool })) });
    const video = { model: "demo-video", prompt: "A heron takes off", quality: "480p", duration: 1 };
    for (const answer of [await service.make("images", image), await service.make("videos", video)]) {
      const metadata = await readFileMetadata(sourceOfBytes(readMediaFile(answer)));
      expect(metadata?.origin?.tool).toBe("Generation Studio");
      expect(metadata?.credentials).toMatchObject({
        signer: "Test Signer (Studio Tests)",
        actions: [{ action: "c2pa.created", digitalSourceType: sourceType }],
      });
    }
    const lines: string[] = [];
    const without = await startTestService({
      ...(await readSigning({ ...values, "sign-tool": path.join(folder, "none") })),
      log: (line) => lines.push(line),
    });
    const metadata = await readFileMetadata(sourceOfBytes(readMediaFile(await without.make("images", image))));
    expect([metadata?.origin?.tool, metadata?.credentials]).toEqual(["Generation Studio", undefined]);
    expect(lines.filter((line) => line.includes("Content Credentials"))).toEqual([
      `a file has no Content Credentials: The program ${path.join(folder, "none")} was not found.`,
    ]);
  },
);

test.each([
  [{ "sign-cert": "/nowhere/chain.pem" }, "Files are signed with both --sign-cert and --sign-key."],
  [{ "sign-tool": "c2patool" }, "Files are signed with both --sign-cert and --sign-key."],
  [{ "sign-cert": "/nowhere/chain.pem", "sign-key": "/nowhere/key.pem" }, "/nowhere/chain.pem cannot be read."],
  [{ "sign-cert": "a", "sign-key": "b", "sign-timestamps": "x" }, "--sign-timestamps must be an address, such as http://…."],
])("a service does not start with %o", async (values, message) => {
  await expect(readSigning(values)).rejects.toThrow(new TypeError(message));
});
