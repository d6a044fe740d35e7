/** The files of the library: on other file systems, moved, missing, renamed, and in several windows. The test plays the panel's page. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { moveToTrash } from "../../../src/editor/artifacts/moveToTrash.ts";
import { dropResult } from "../../../src/editor/library/dropResult.ts";
import { renameResult } from "../../../src/editor/library/renameResult.ts";
import { ThumbnailFiles } from "../../../src/editor/library/thumbnailFiles.ts";
import { deleteResults } from "../../../src/editor/tasks/deleteResults.ts";
import { Journal } from "../../../src/generations/journal/journal.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import type { ArtifactLocation } from "../../../src/generations/task.ts";
import type { Tasks } from "../../../src/generations/tasks.ts";
import { resultType } from "../../../src/library/resultType.ts";
import { onlyArtifact, runTasks } from "../commandRunner.ts";
import { openPage } from "../libraryPanel.ts";
import { CaselessFileSystem, MemoryFileSystem } from "../memoryFileSystem.ts";

const workspace = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";

describe("the library's files", function () {
  this.timeout(60_000);
  let folder: string;
  const open: (vscode.Disposable | { dispose(): Promise<void> })[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-library-"));
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  async function openWindow(): Promise<Tasks> {
    const tasks = await openTasks({ folder, client: async () => undefined });
    open.push({ dispose: () => tasks.close() });
    return tasks;
  }

  async function record(files: Record<string, { location: ArtifactLocation; content: string; references?: string[] }>): Promise<void> {
    const journal = await Journal.open(path.join(folder, "tasks.sqlite"), undefined);
    for (const [key, { location, content, references = [] }] of Object.entries(files)) {
      const parts = references.map((file_data) => ({ type: "input_file" as const, file_data }));
      const request = { interface: "v2" as const, kind: "image" as const, body: { ai: { model: "painter" }, content: parts } };
      const target = { folder: "/out", pattern: "{slug}" };
      await journal.write(() =>
        journal.tasks.add({ key, baseUrl: "built-in:", request, model: "painter", prompt: key, target, origin: {}, createdAt: 1 }, "me"),
      );
      const sha256 = createHash("sha256").update(content).digest("hex");
      await journal.save(key, "me", [{ ...location, size: content.length, sha256, mediaType: "image/png" }], 1);
    }
    await journal.close();
  }

  it("are read by the extension host if the page cannot load them, on another file system", async () => {
    const shelf = new MemoryFileSystem();
    open.push(vscode.workspace.registerFileSystemProvider("shelf", shelf));
    const uri = "shelf:/art/fox.png";
    await vscode.workspace.fs.writeFile(vscode.Uri.parse(uri), Buffer.from("a fox"));
    await record({ fox: { location: { uri }, content: "a fox" } });
    using page = openPage(await openWindow());
    const [entry] = await page.find();
    assert.deepEqual([entry?.name, entry?.source], ["fox.png", "content"]);
    const read = await page.call<"readContent">({ type: "readContent", number: entry?.number ?? 0 });
    assert.equal(Buffer.from(read?.data ?? []).toString(), "a fox");
  });

  it("keep thumbnails from the page for the next opening", async () => {
    const shelf = new MemoryFileSystem();
    open.push(vscode.workspace.registerFileSystemProvider("copies", shelf));
    const uri = "copies:/art/fox.png";
    await vscode.workspace.fs.writeFile(vscode.Uri.parse(uri), Buffer.from("a fox"));
    await record({ fox: { location: { uri }, content: "a fox" } });
    const tasks = await openWindow();
    const copy = Buffer.from("RIFF....WEBPVP8 ");
    const content = createHash("sha256").update("a fox").digest("hex");
    const files = new ThumbnailFiles(vscode.Uri.file(folder));
    const kept = path.join(files.folder.fsPath, content);
    {
      using page = openPage(tasks, folder);
      const [entry] = await page.find();
      assert.equal(entry?.thumbnail, undefined);
      await page.call<"keepThumbnail">({ type: "keepThumbnail", number: entry?.number ?? 0, data: copy });
      assert.ok(existsSync(kept));
    }
    using again = openPage(tasks, folder);
    const [shown] = await again.find();
    assert.equal(shown?.thumbnail, vscode.Uri.file(kept).toString());
    // Neither data that is not an image nor invalid content becomes a file.
    await files.keep("../fox", copy);
    await files.keep("0".repeat(64), Buffer.from("<svg>"));
    assert.deepEqual(await readdir(files.folder.fsPath), [content]);
  });

  it("are found by their content after another program has moved them, and otherwise marked as missing until they return", async () => {
    const ownFolder = path.join(workspace(), "library-moved");
    const [before, after, lost] = ["before.png", "deeper/after.png", "lost.png"].map((name) => path.join(ownFolder, name)) as [
      string,
      string,
      string,
    ];
    await mkdir(path.dirname(after), { recursive: true });
    await writeFile(after, "a moved fox");
    await record({
      moved: { location: { path: before }, content: "a moved fox" },
      // Two results have the same content, and one file matches one of them.
      twin: { location: { path: path.join(ownFolder, "twin.png") }, content: "a moved fox" },
      lost: { location: { path: lost }, content: "a lost fox" },
    });
    const tasks = await openWindow();
    using page = openPage(tasks);
    /** Until the results with these names are marked as missing, or as present. */
    const untilMissing = (expected: Readonly<Record<string, boolean>>) =>
      page.until((message) => {
        if (message.type !== "found" && message.type !== "page") return undefined;
        const known = new Map(message.entries.map(({ name, isMissing }) => [name, isMissing === true]));
        return Object.entries(expected).every(([name, isMissing]) => known.get(name) === isMissing) || undefined;
      });
    await untilMissing({ "after.png": false, "lost.png": true });
    const recorded = tasks.list().flatMap(({ artifacts }) => artifacts.map((artifact) => artifact.path));
    assert.equal(recorded.filter((one) => one === after).length, 1);
    await writeFile(lost, "a lost fox");
    await untilMissing({ "lost.png": false });
    // The file that had returned is missing again.
    await rm(lost);
    await untilMissing({ "lost.png": true });
    await rm(ownFolder, { recursive: true });
  });

  it("are linked in a document's language when they are dropped into it", async () => {
    const [foxFile, heronFile] = ["fox.png", "heron.png"].map((name) => path.join(folder, "media", name)) as [string, string];
    await record({
      "A fox in snow": { location: { path: foxFile }, content: "a fox" },
      "A heron": { location: { path: heronFile }, content: "a heron" },
    });
    await mkdir(path.join(folder, "media"));
    await writeFile(foxFile, "a fox");
    await writeFile(heronFile, "a heron");
    const tasks = await openWindow();
    using page = openPage(tasks);
    const entries = await page.find();
    const [fox, heron] = ["fox.png", "heron.png"].map((name) => entries.find((entry) => entry.name === name));
    const dropIn = async (name: string, result: unknown) => {
      const file = path.join(folder, name);
      await writeFile(file, "");
      const dropped = new vscode.DataTransfer();
      dropped.set(resultType, new vscode.DataTransferItem(JSON.stringify(result)));
      return (await dropResult(tasks, await vscode.workspace.openTextDocument(file), new vscode.Position(0, 0), dropped))?.insertText;
    };
    const result = { key: fox?.task, number: fox?.number };
    assert.equal(await dropIn("notes.md", result), "![A fox in snow](media/fox.png)");
    assert.equal(await dropIn("notes.html", result), '<img src="media/fox.png" alt="A fox in snow" />');
    assert.equal(await dropIn("notes.json", result), undefined);
    // All selected results, in the order of selection.
    const selected = [{ key: heron?.task, number: heron?.number }, result];
    assert.equal(await dropIn("several.md", { ...result, selected }), "![A heron](media/heron.png)\n\n![A fox in snow](media/fox.png)");
    assert.equal(await dropIn("other.md", { key: "none", number: 99 }), undefined);
  });

  it("are searched for when the page cannot show them, without a file event", async () => {
    const lost = path.join(folder, "outside.png");
    await writeFile(lost, "a fox outside");
    await record({ fox: { location: { path: lost }, content: "a fox outside" } });
    using page = openPage(await openWindow());
    const [shown] = await page.find();
    assert.deepEqual([shown?.name, shown?.isMissing], ["outside.png", undefined]);
    await rm(lost);
    void page.call<"cannotShow">({ type: "cannotShow", number: shown?.number ?? 0 });
    await page.until((message) => (message.type === "found" ? message.entries.find(({ isMissing }) => isMissing === true) : undefined));
  });

  it("are marked in every window after a change in any window", async () => {
    await record({ fox: { location: { path: path.join(workspace(), "none.png") }, content: "a fox" } });
    const [here, there] = [await openWindow(), await openWindow()];
    using page = openPage(here);
    const [entry] = await page.find();
    assert.deepEqual([entry?.rating, entry?.favourite], [0, false]);
    using other = openPage(there);
    void other.call<"mark">({ type: "mark", number: entry?.number ?? 0, rating: 4, favourite: true });
    await page.until((message) =>
      message.type === "found" ? message.entries.find(({ rating, favourite }) => rating === 4 && favourite) : undefined,
    );
  });

  it("go to the trash when the library deletes results, and stay when the list of tasks does", async () => {
    const ownFolder = path.join(workspace(), "library-deleted");
    const draw = async (prompt: string) => {
      const options = { model: "demo-image", options: { size: "512" }, folder: ownFolder, show: false };
      const tasks = await runTasks("generateImage", { prompt, ...options });
      return { key: tasks[0]?.key, file: onlyArtifact(tasks) };
    };
    const [kept, deleted] = [await draw("A kept lamp"), await draw("A deleted lamp")];
    const remove = (clicked: object) =>
      vscode.commands.executeCommand("generationStudio.deleteTask", clicked, undefined, { confirmed: true });
    assert.equal(await remove({ key: kept.key }), 1);
    // A result of the library has a number, and nothing is deleted by that of another result.
    for (let number = 1; (await remove({ key: deleted.key, number })) === 0; number += 1);
    assert.deepEqual([existsSync(kept.file), existsSync(deleted.file)], [true, false]);
    await rm(ownFolder, { recursive: true });
  });

  it("are deleted without their task while it has other files, and with it when it has none", async () => {
    const names = ["one.png", "two.png", "three.png"];
    const journal = await Journal.open(path.join(folder, "tasks.sqlite"), undefined);
    const request = { interface: "v2" as const, kind: "image" as const, body: { ai: { model: "painter" }, content: [] } };
    const target = { folder, pattern: "" };
    const task = { key: "fox", baseUrl: "built-in:", request, model: "painter", prompt: "A fox", target, origin: {}, createdAt: 1 };
    await journal.write(() => journal.tasks.add(task, "me"));
    for (const name of names) await writeFile(path.join(folder, name), name);
    const artifacts = names.map((name) => ({ path: path.join(folder, name), size: name.length, sha256: name, mediaType: "image/png" }));
    await journal.save("fox", "me", artifacts, 1);
    await journal.close();
    const tasks = await openWindow();
    const numbers = tasks.library.madeBy("fox").map(({ number }) => number);
    const there = () => names.filter((name) => existsSync(path.join(folder, name)));
    const left = () => tasks.get("fox")?.artifacts.map((artifact) => path.basename(artifact.path ?? ""));
    assert.equal(await deleteResults(tasks, { keys: ["fox"], numbers: numbers.slice(1, 2) }, "everywhere"), 1);
    assert.deepEqual(
      [there(), left()],
      [
        ["one.png", "three.png"],
        ["one.png", "three.png"],
      ],
    );
    // Another window may have deleted a result that is still selected here.
    assert.equal(await deleteResults(tasks, { keys: ["fox"], numbers: numbers.slice(1, 2) }, "everywhere"), 0);
    assert.deepEqual(there(), ["one.png", "three.png"]);
    assert.equal(await deleteResults(tasks, { keys: ["fox"], numbers }, "everywhere"), 1);
    assert.deepEqual([there(), left()], [[], undefined]);
  });

  it("are renamed to the same name in another case, but not to that of another file", async () => {
    const drawer = new CaselessFileSystem();
    open.push(vscode.workspace.registerFileSystemProvider("drawer", drawer, { isCaseSensitive: false }));
    const fox = "drawer:/art/fox.png";
    for (const uri of [fox, "drawer:/art/heron.png"]) await vscode.workspace.fs.writeFile(vscode.Uri.parse(uri), Buffer.from("a fox"));
    await record({ fox: { location: { uri: fox }, content: "a fox" } });
    const tasks = await openWindow();
    const result = () => tasks.library.madeBy("fox")[0];
    assert.equal(await renameResult(tasks, result(), "HERON.png"), false);
    assert.equal(await renameResult(tasks, result(), "Fox.png"), true);
    assert.equal(result()?.artifact.uri, "drawer:/art/Fox.png");
    assert.deepEqual(drawer.filesIn("/art").toSorted(), ["Fox.png", "heron.png"]);
  });

  it("are deleted permanently if there is no trash, only after the user confirms", async () => {
    open.push(vscode.workspace.registerFileSystemProvider("cabinet", new MemoryFileSystem()));
    const file = vscode.Uri.parse("cabinet:/art/fox.png");
    await vscode.workspace.fs.writeFile(file, Buffer.from("a fox"));
    // In a test, VS Code cancels the dialog, so nothing is confirmed.
    await moveToTrash([file], false).catch(() => undefined);
    assert.equal((await vscode.workspace.fs.stat(file)).size, "a fox".length);
    await moveToTrash([file], true);
    await assert.rejects(async () => vscode.workspace.fs.stat(file));
  });

  it("are shown with the documents that link to them, the images they were made from, and the images made from them", async () => {
    const ownFolder = path.join(workspace(), "library-linked");
    const [fox, cub] = ["fox.png", "cub.png"].map((name) => path.join(ownFolder, name)) as [string, string];
    const content = "a linked fox";
    await mkdir(path.join(ownFolder, "docs"), { recursive: true });
    for (const file of [fox, cub]) await writeFile(file, file === fox ? content : "a cub");
    await writeFile(path.join(ownFolder, "docs", "guide.md"), "# Guide\n\n![A fox](../fox.png)\n");
    await record({ fox: { location: { path: fox }, content } });
    const reference = `data:image/png;base64,${Buffer.from(content).toString("base64")}`;
    await record({ cub: { location: { path: cub }, content: "a cub", references: [reference, "https://example.com/den.png"] } });
    const tasks = await openWindow();
    using page = openPage(tasks);
    const entries = await page.find();
    const numberOf = (name: string) => entries.find((entry) => entry.name === name)?.number ?? 0;
    const describe = async (name: string) => {
      const number = numberOf(name);
      const links = page.next((message) => (message.type === "links" && message.number === number ? message.links : undefined));
      const details = (await page.call<"describe">({ type: "describe", number }))?.details;
      assert.ok(details);
      return { ...details, links: await links };
    };
    const original = await describe("fox.png");
    assert.deepEqual([original.references, original.made.map(({ name }) => name)], [[], ["cub.png"]]);
    assert.deepEqual(
      original.links.map(({ name, line }) => [name, line]),
      [["library-linked/docs/guide.md", 2]],
    );
    const derived = await describe("cub.png");
    assert.deepEqual(
      derived.references.map(({ label, entry }) => entry?.name ?? label),
      ["fox.png", "https://example.com/den.png"],
    );
    assert.deepEqual([derived.made, derived.links], [[], []]);
    const linked = page.next((message) => (message.type === "links" && message.links.length > 0 ? message.links : undefined));
    const guide = await vscode.workspace.openTextDocument(path.join(ownFolder, "docs", "guide.md"));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(guide.uri, new vscode.Position(0, 0), "![A cub](../cub.png)\n");
    await vscode.workspace.applyEdit(edit);
    await guide.save();
    assert.deepEqual(
      (await linked).map(({ name, line }) => [name, line]),
      [["library-linked/docs/guide.md", 0]],
    );
    await rm(ownFolder, { recursive: true });
  });

  it("are renamed like files in VS Code, and never overwrite another file", async () => {
    const ownFolder = path.join(workspace(), "library-renamed");
    const tasks = await runTasks("generateImage", {
      prompt: "A renamed lamp",
      model: "demo-image",
      options: { size: "512" },
      folder: ownFolder,
      show: false,
    });
    const file = onlyArtifact(tasks);
    const result = { key: tasks[0]?.key };
    await writeFile(path.join(ownFolder, "taken.png"), "");
    const rename = (name: string) => vscode.commands.executeCommand("generationStudio.renameResult", result, undefined, { name });
    assert.equal(await rename("taken.png"), false);
    assert.equal(await rename("../lamp.png"), false);
    assert.ok(existsSync(file));
    assert.equal(await rename("lamp.png"), true);
    assert.deepEqual([existsSync(file), existsSync(path.join(ownFolder, "lamp.png"))], [false, true]);
    // The journal has the new name.
    assert.equal(
      await vscode.commands.executeCommand("generationStudio.showHowMade", vscode.Uri.file(path.join(ownFolder, "lamp.png"))),
      result.key,
    );
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(ownFolder, { recursive: true });
  });
});
