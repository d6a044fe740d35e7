/** The VSIX contains only what is needed and runs in a clean profile. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPackage } from "../../../scripts/packaging/createPackage.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

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
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test("it contains only files that run or are meant for users", () => {
  const expected =
    /^(?:package\.json|package\.nls(?:\.[\w-]+)?\.json|l10n\/[\w.-]+\.json|README\.md|CHANGELOG\.md|LICENSE|THIRD_PARTY_NOTICES\.txt|dist\/package\.json|dist\/(?:chunks\/)?[\w-]+\.js|dist\/chunks\/[\w-]+\.wasm|dist\/webview\/[\w/-]+\.(?:js|css|ttf|wasm)|media\/(?:walkthrough\/|agents\/(?:[\w-]+\/)?)?[\w.-]+\.(?:png|svg|json|css|md))$/;
  expect(files.filter((file) => !expected.test(file))).toEqual([]);
  const needed = [
    "dist/extension.js",
    "dist/service.js",
    "dist/agents.js",
    "dist/webview/chat.js",
    "dist/webview/chatShared.js",
    "dist/webview/streamedMarkdown.js",
    "dist/webview/library.js",
    "dist/webview/comparison.js",
    "dist/webview/requestForm.js",
    "media/generation-prompt.schema.json",
    "media/agents/generate-media/SKILL.md",
    "media/agents/illustrate.prompt.md",
    "README.md",
    "LICENSE",
    "THIRD_PARTY_NOTICES.txt",
  ];
  for (const file of needed) expect(files).toContain(file);
});

/** The compressed bytes of a file, from the archive's directory at its end. */
function readPacked(archive: Buffer, file: string): Buffer {
  const header = archive.lastIndexOf(`extension/${file}`) - 46;
  expect(archive.readUInt32LE(header)).toBe(0x02014b50);
  const local = archive.readUInt32LE(header + 42);
  const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  return archive.subarray(from, from + archive.readUInt32LE(header + 20));
}

test("its notices list the licences of code compiled to WebAssembly", async () => {
  const notices = inflateRawSync(readPacked(await readFile(vsix), "THIRD_PARTY_NOTICES.txt")).toString();
  expect(notices).toMatch(/^Contains libmpg123, compiled, under LGPL-2\.1/m);
  expect(notices).toMatch(/^Contains LAME, compiled, under LGPL-2\.1/m);
});

test("it is small: at most 6.4 MB with the voices, the codecs, five languages, the hashes of the local engine and the providers' packages, and 6.9 MB with Mermaid", async () => {
  const archive = await readFile(vsix);
  // Mermaid is one file that is loaded only with the first diagram. Its size must not hide growth of the rest.
  const mermaid = readPacked(archive, "dist/webview/diagramFrame.js").length;
  expect(archive.length - mermaid).toBeLessThan(6_400_000);
  expect(archive.length).toBeLessThan(6_900_000);
});

test("it activates in a clean profile and shows its views", async () => {
  workbench = await openWorkbench({ vsix });
  await workbench.openContainer("Generation Studio");
  await workbench.pane("Tasks").waitFor();
  // The panel shows data of the extension and the answer of the built-in service's bundle.
  await workbench.webview().getByText("Ask anything").first().waitFor();
  await workbench.webview().getByText("demo-text").first().waitFor();
  expect(await workbench.notification(/error|fail/i).count()).toBe(0);
});
