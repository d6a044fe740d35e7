/** Files of the workspace with metadata on their origin are in the library while it is open. The test plays the panel's page. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { dropResult } from "../../../src/editor/library/dropResult.ts";
import { renameResult } from "../../../src/editor/library/renameResult.ts";
import { WorkspaceFiles } from "../../../src/editor/library/workspaceFiles.ts";
import { deleteResults } from "../../../src/editor/tasks/deleteResults.ts";
import type { LibraryFiles } from "../../../src/generations/library/library.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import type { Tasks } from "../../../src/generations/tasks.ts";
import type { PanelEntry } from "../../../src/library/libraryProtocol.ts";
import { resultType } from "../../../src/library/resultType.ts";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { openPage } from "../libraryPanel.ts";
import { MemoryFileSystem } from "../memoryFileSystem.ts";

const image = { width: 2, height: 2, channels: 4, data: new Uint8Array(16).fill(7) } as const;
const draw = (prompt: string) =>
  encodePng(image, { parameters: `${prompt}\nSteps: 20, Sampler: Euler, Seed: 1, Size: 512x512, Model: sdxl` });

describe("the workspace's own files in the library", function () {
  this.timeout(60_000);
  const ownFolder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "", "library-found");
  const fox = path.join(ownFolder, "fox.png");
  let folder: string;
  let tasks: Tasks;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-library-"));
    await mkdir(path.join(ownFolder, "node_modules"), { recursive: true });
    tasks = await openTasks({ folder, client: async () => undefined });
  });
  afterEach(async () => {
    await tasks.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    await rm(ownFolder, { recursive: true, force: true });
  });

  type Page = ReturnType<typeof openPage>;

  /** Searches after each change until these are the entries of the test's folder. */
  async function untilFound(page: Page, ...names: string[]): Promise<PanelEntry[]> {
    for (;;) {
      const changed = page.changed();
      const entries = (await page.findFiles()).filter(({ uri }) => uri.includes("library-found"));
      if (
        entries
          .map(({ name }) => name)
          .toSorted()
          .join() === names.join()
      )
        return entries;
      await changed;
    }
  }

  it("appear with their metadata, also if they are added, changed or removed while it is open", async () => {
    await writeFile(fox, draw("A red fox"));
    await writeFile(path.join(ownFolder, "photo.png"), encodePng(image));
    await writeFile(path.join(ownFolder, "node_modules", "left-out.png"), draw("A package"));
    using page = openPage(tasks);
    const [found] = await untilFound(page, "fox.png");
    assert.deepEqual([found?.prompt, found?.model, found?.task, found?.kind], ["A red fox", "sdxl", undefined, "image"]);
    await writeFile(path.join(ownFolder, "heron.png"), draw("A heron"));
    await untilFound(page, "fox.png", "heron.png");
    await rm(path.join(ownFolder, "heron.png"));
    await untilFound(page, "fox.png");
  });

  it("show details and are compared with their metadata", async () => {
    await writeFile(fox, draw("A red fox"));
    using page = openPage(tasks);
    const [{ number = 0 } = {}] = await untilFound(page, "fox.png");
    const details = (await page.call<"describe">({ type: "describe", number }))?.details;
    const facts = new Map(details?.facts);
    assert.deepEqual([details?.prompt, facts.get("Model"), facts.get("Seed")], ["A red fox", "sdxl", "1"]);
    const compared = await page.call<"compare">({ type: "compare", numbers: [number] });
    assert.equal(new Map(compared?.results[0]?.fields).get("Media type"), "image/png");
  });

  it("stay in the library if there are more files than are searched for, in any of several folders", async () => {
    const shelf = vscode.workspace.registerFileSystemProvider("searched-shelf", new MemoryFileSystem());
    const elsewhere = vscode.Uri.parse("searched-shelf:/art");
    const folders = [vscode.Uri.file(path.join(ownFolder, "one")), vscode.Uri.file(path.join(ownFolder, "two")), elsewhere];
    for (const uri of folders) {
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(uri, "a.txt"), Buffer.from("Notes"));
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(uri, "fox.png"), draw("A red fox"));
      const fox = vscode.Uri.joinPath(uri, "fox.png");
      const location = fox.scheme === "file" ? { path: fox.fsPath } : { uri: fox.toString() };
      await tasks.library.files.record(uri.toString(), [{ location, modifiedAt: 1, size: 1, made: undefined }]);
    }
    // VS Code would start its extensions again if the test added folders.
    const { workspaceFolders } = vscode.workspace;
    const { getWorkspaceFolder } = vscode.workspace;
    const opened = folders.map((uri, index) => ({ uri, name: `folder ${index}`, index }));
    Object.defineProperty(vscode.workspace, "workspaceFolders", { get: () => opened, configurable: true });
    vscode.workspace.getWorkspaceFolder = (file) => opened.find(({ uri }) => file.toString().startsWith(`${uri}/`));
    const scanned = Promise.withResolvers<void>();
    const known = () => folders.map((uri) => tasks.library.files.known(uri.toString()).size);
    const checked = new Set<string>();
    const noteScan = async (workspace: string) => {
      checked.add(workspace);
      if (checked.size === folders.length) scanned.resolve();
    };
    const { files: table } = tasks.library;
    const watched: LibraryFiles = { known: (workspace) => table.known(workspace), record: (...given) => table.record(...given), noteScan };
    const files = new WorkspaceFiles({ library: { files: watched } }, 1);
    try {
      files.begin();
      await scanned.promise;
      assert.deepEqual(known(), [1, 1, 1]);
    } finally {
      files.dispose();
      shelf.dispose();
      Object.defineProperty(vscode.workspace, "workspaceFolders", { get: () => workspaceFolders, configurable: true });
      vscode.workspace.getWorkspaceFolder = getWorkspaceFolder;
    }
  });

  it("are linked, renamed, rated and deleted like results", async () => {
    await writeFile(fox, draw("A red fox"));
    using page = openPage(tasks);
    const [found] = await untilFound(page, "fox.png");
    const dropped = new vscode.DataTransfer();
    dropped.set(resultType, new vscode.DataTransferItem(JSON.stringify({ number: found?.number })));
    const notes = path.join(ownFolder, "notes.md");
    await writeFile(notes, "");
    const edit = await dropResult(tasks, await vscode.workspace.openTextDocument(notes), new vscode.Position(0, 0), dropped);
    assert.equal(edit?.insertText, "![A red fox](fox.png)");
    const rated = page.changed();
    void page.call<"mark">({ type: "mark", number: found?.number ?? 0, rating: 4 });
    await rated;
    assert.equal(await renameResult(tasks, tasks.library.get(found?.number ?? 0), "heron.png"), true);
    const [renamed] = await untilFound(page, "heron.png");
    assert.equal(renamed?.rating, 4);
    assert.equal(await deleteResults(tasks, { keys: [], numbers: [renamed?.number ?? 0] }, "everywhere"), 1);
    assert.equal(existsSync(path.join(ownFolder, "heron.png")), false);
    await untilFound(page);
  });
});
