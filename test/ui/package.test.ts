/** The VSIX in; whether it holds only what runs, and runs in a clean profile, out. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPackage } from "../../scripts/packaging/createPackage.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

let folder: string;
let vsix: string;
let files: string[];
let workbench: Workbench | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-vsix-"));
  vsix = path.join(folder, "generation-studio.vsix");
  files = await createPackage(vsix);
});
afterAll(async () => {
  await workbench?.close();
  await rm(folder, { recursive: true, force: true });
});

test("it holds only what runs, and what a person reads", () => {
  const expected =
    /^(?:package\.json|package\.nls(?:\.[\w-]+)?\.json|l10n\/[\w.-]+\.json|README\.md|CHANGELOG\.md|LICENSE|THIRD_PARTY_NOTICES\.txt|dist\/package\.json|dist\/(?:chunks\/)?[\w-]+\.js|dist\/chunks\/[\w-]+\.wasm|dist\/webview\/[\w/-]+\.(?:js|css|ttf|wasm)|media\/(?:walkthrough\/)?[\w.-]+\.(?:png|svg|json|css|md))$/;
  expect(files.filter((file) => !expected.test(file))).toEqual([]);
  const needed = [
    "dist/extension.js",
    "dist/service.js",
    "dist/webview/chat.js",
    "media/generation-prompt.schema.json",
    "README.md",
    "LICENSE",
    "THIRD_PARTY_NOTICES.txt",
  ];
  for (const file of needed) expect(files).toContain(file);
});

test("it is small: under 1 MB without the demo generators' encoders", async () => {
  const sizes = compressedSizes(await readFile(vsix));
  const isEncoder = (name: string) => /service-(?:encode|makeVideo)|chunks\/[\w-]+\.wasm$/.test(name);
  expect([...sizes.keys()].filter(isEncoder).length).toBeGreaterThan(0);
  const rest = [...sizes].filter(([name]) => !isEncoder(name)).reduce((sum, [, size]) => sum + size, 0);
  expect(rest).toBeLessThan(1024 * 1024);
});

test("installed into a clean profile, it activates and shows its views", async () => {
  workbench = await openWorkbench({ vsix });
  await workbench.openContainer("Generation Studio");
  await workbench.pane("Tasks").waitFor();
  // The panel is fed by the extension, and says what the built-in service's bundle answered.
  await workbench.webview().getByText("Ask anything").first().waitFor();
  await workbench.webview().getByText("demo-text").first().waitFor();
  expect(await workbench.notification(/error|fail/i).count()).toBe(0);
});

/** Bytes of each file inside the archive, from its central directory (PKWARE APPNOTE 4.3.12). */
function compressedSizes(archive: Buffer): Map<string, number> {
  const sizes = new Map<string, number>();
  const signature = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
  for (let at = archive.indexOf(signature); at >= 0; at = archive.indexOf(signature, at + 46)) {
    const name = archive.toString("utf8", at + 46, at + 46 + archive.readUInt16LE(at + 28));
    if (name.startsWith("extension/")) sizes.set(name, archive.readUInt32LE(at + 20));
  }
  return sizes;
}
