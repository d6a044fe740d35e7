/** Finds files of the workspace by a part of their path. */
import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { walkFiles } from "../../src/editor/base/walkFiles.ts";
import { searchFiles } from "../../src/editor/chat/context/searchFiles.ts";
import { MemoryFileSystem } from "./memoryFileSystem.ts";

describe("files for the chat", function () {
  this.timeout(60_000);
  const names = [
    "deep/inside/Lighthouse.ts",
    "lighthouse.md",
    "node_modules/pkg/lighthouse.js",
    ".git/lighthouse",
    "Ümlaut [1].txt",
    "other.ts",
  ];
  let folder: string;

  before(async () => {
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "", "found");
    for (const name of names) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), "");
    }
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const found = async (query: string) => (await searchFiles(query)).map((file) => file.path).filter((one) => one.startsWith("found/"));

  it("are found by their names in upper or lower case, without those that VS Code excludes from searches", async () => {
    assert.deepEqual(await found("LIGHTH"), ["found/lighthouse.md", "found/deep/inside/Lighthouse.ts"]);
    assert.deepEqual(await found("ümlaut [1"), ["found/Ümlaut [1].txt"]);
    assert.deepEqual(await found("no such file"), []);
  });

  it("are found by a part of their path, and by letters in order", async () => {
    assert.deepEqual(await found("inside/light"), ["found/deep/inside/Lighthouse.ts"]);
    assert.deepEqual(await found("inside/"), ["found/deep/inside/Lighthouse.ts"]);
    assert.deepEqual(await found("dpinlgh"), ["found/deep/inside/Lighthouse.ts"]);
  });

  it("are found after thousands of others", async () => {
    const many = path.join(folder, "many");
    await mkdir(many);
    await Promise.all(Array.from({ length: 4200 }, (_, index) => writeFile(path.join(many, `aa${index}.txt`), "")));
    assert.deepEqual(await found("inside/light"), ["found/deep/inside/Lighthouse.ts"]);
    assert.deepEqual(await found("other"), ["found/other.ts"]);
    await rm(many, { recursive: true });
  });

  it("that are open come first if nothing is typed", async () => {
    await vscode.window.showTextDocument(vscode.Uri.file(path.join(folder, "other.ts")), { preview: false });
    const [first, ...others] = await searchFiles("");
    assert.equal(first?.path, "found/other.ts");
    // Short names come first, also those of other folders.
    assert.ok(others.length > 0);
  });

  it("are found on a file system that VS Code cannot search", async () => {
    const registration = vscode.workspace.registerFileSystemProvider("test-walk", new MemoryFileSystem());
    try {
      const root = vscode.Uri.from({ scheme: "test-walk", path: "/project" });
      for (const name of names) {
        const file = vscode.Uri.joinPath(root, name);
        await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, ".."));
        await vscode.workspace.fs.writeFile(file, Buffer.from(""));
      }
      const paths = (await walkFiles(root, { most: 100 })).map((uri) => uri.path);
      assert.deepEqual(paths.toSorted(), [
        "/project/deep/inside/Lighthouse.ts",
        "/project/lighthouse.md",
        "/project/other.ts",
        "/project/Ümlaut [1].txt",
      ]);
      assert.equal((await walkFiles(root, { most: 2 })).length, 2);
      const upper = await walkFiles(root, { most: 100, deepest: 1 });
      assert.ok(upper.length > 0 && upper.every((uri) => !uri.path.includes("/deep/")));
    } finally {
      registration.dispose();
    }
  });
});
