/** Actions after a file was generated: its preview, its details, another file like it, and refused values. */
import assert from "node:assert/strict";
import { access, mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { Task } from "../../src/generations/task.ts";
import { configure, endBuiltInService, onlyArtifact, openCell, openSelected, runTasks } from "./commandRunner.ts";
import { until } from "./languageSupport.ts";
import { givenFor } from "./mediaCells.ts";
import { shownDetails, shownFile } from "./shownTabs.ts";

const options = { size: "512", aspect_ratio: "1:1" } as const;

/** The commands of our lenses in a document. */
async function offersIn({ uri }: vscode.TextDocument): Promise<vscode.Command[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
  return lenses.flatMap(({ command }) => (command?.command.startsWith("generationStudio.") ? [command] : []));
}

describe("a generated file", function () {
  this.timeout(60_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-files-"));
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it("opens in VS Code's image preview, beside the document", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await openSelected(folder, "shown.md", "A windmill\n");
    const file = onlyArtifact(await runTasks("generateImageFromSelection", { options, folder, insertLink: "never" }));
    await shownFile(vscode.Uri.file(file));
    assert.equal(path.basename(vscode.window.activeTextEditor?.document.uri.fsPath ?? ""), "shown.md");
  });

  it("is generated as often as requested, with a task and a file each time", async () => {
    const tasks = await runTasks("generateImage", { prompt: "Three pears", options, count: 3, folder, show: false });
    assert.equal(new Set(tasks.map((task) => onlyArtifact([task]))).size, 3);
  });

  it("is not generated if it would exceed the user's budget, unless the user agrees", async () => {
    const generate = () => runTasks("generateImage", { prompt: "A dear pear", options, count: 2, folder, show: false });
    try {
      // Modal questions are cancelled here.
      for (const budget of [{ day: 0 }, { month: 0 }]) {
        await configure("budget", budget);
        await configure("unit", "demo credits");
        assert.deepEqual(await generate(), []);
        await configure("unit", undefined);
        assert.equal((await generate()).length, 2, "The demo is free.");
      }
      await configure("budget", { day: 1000, month: 1000 });
      assert.equal((await generate()).length, 2);
    } finally {
      await configure("unit", undefined);
      await configure("budget", undefined);
    }
  });

  it("is generated four more times, each time with another seed, if only the result is to be another one", async () => {
    const given = { prompt: "A seeded pear", options: { ...options, seed: 7 }, folder, show: false };
    const [first] = await runTasks("generateImage", given);
    const more = await runTasks("moreLikeThis", { key: first?.key }, undefined, { vary: "result", confirmed: true, show: false });
    const seedOf = (task: Task | undefined) =>
      task?.request.interface === "v1" && task.request.kind === "image" ? task.request.body.seed : undefined;
    assert.equal(new Set([first, ...more].map(seedOf)).size, 5);
    assert.ok(more.every(({ state, prompt }) => state === "saved" && prompt === "A seeded pear"));
  });

  it("shows how it was made and is generated again, also after it was renamed", async () => {
    const file = onlyArtifact(await runTasks("generateImage", { prompt: "A grey heron", options, folder, show: false }));
    const renamed = path.join(folder, "heron.png");
    await rename(file, renamed);
    const key = await vscode.commands.executeCommand<string>("generationStudio.showHowMade", vscode.Uri.file(renamed));
    await shownDetails(key, "A grey heron", "demo-image", "512");
    const uri = vscode.Uri.file(renamed);
    const again = onlyArtifact(await runTasks("runAgain", uri, [uri], { show: false }));
    assert.deepEqual(await readFile(again), await readFile(renamed));
    const other = await runTasks("runAgain", uri, [uri], { prompt: "A white heron", show: false });
    assert.equal(other[0]?.prompt, "A white heron");
    assert.deepEqual(other[0]?.request.interface === "v1" && other[0].request.kind === "image" && other[0].request.body.size, "512");
  });

  it("is linked in its document with a correct path, also if the document was moved in the meantime", async () => {
    const { document } = await openSelected(folder, "river.md", "A river\n");
    const given = { ...givenFor({ kind: "video", interface: "v1" }, folder), insertLink: "always" };
    const made = runTasks("generateVideoFromSelection", given);
    // By then, the command has read the editor.
    await new Promise((resolve) => setImmediate(resolve));
    const moved = vscode.Uri.file(path.join(folder, "texts", "stream.md"));
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(document.uri, moved);
    assert.ok(await vscode.workspace.applyEdit(edit));
    const file = path.basename(onlyArtifact(await made));
    const text = (await vscode.workspace.openTextDocument(moved)).getText();
    assert.equal(text, `A river\n\n<video controls src="../${file}" aria-label="A river"></video>\n`);
  });

  it("is linked below its text, also if text is inserted above while the service starts", async () => {
    const { document } = await openSelected(folder, "bridge.md", "A bridge\n\nThe end.\n");
    await endBuiltInService();
    const made = runTasks("generateImageFromSelection", { options, folder, show: false, insertLink: "always" });
    // By then, the command has read the editor.
    await new Promise((resolve) => setImmediate(resolve));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), "# Far above\n\n");
    assert.ok(await vscode.workspace.applyEdit(edit));
    const file = path.basename(onlyArtifact(await made));
    assert.equal(document.getText(), `# Far above\n\nA bridge\n\n![A bridge](${file})\n\nThe end.\n`);
  });

  it("is offered at its text until the link is inserted, and the selection stays as it is", async () => {
    const editor = await openSelected(folder, "harbour.md", "A harbour\n\nThe end.\n");
    const { document } = editor;
    const made = await runTasks("generateImageFromSelection", { options, folder, show: false, insertLink: "ask" });
    const file = path.basename(onlyArtifact(made));
    const offers = () => offersIn(document);
    const shown = await until(async () => {
      const found = await offers();
      return found.length > 0 && found;
    });
    assert.deepEqual(
      shown.map(({ command }) => command),
      ["generationStudio.insertOfferedLink", "generationStudio.chooseLinkOffer"],
    );
    assert.deepEqual([shown[0]?.tooltip, shown[0]?.title], [file, "$(link) Insert Link to a-harbour.png"]);
    const id: unknown = shown[0]?.arguments?.[0];
    assert.equal(await vscode.commands.executeCommand("generationStudio.insertOfferedLink", id), true);
    await until(() => document.getText() === `A harbour\n\n![A harbour](${file})\n\nThe end.\n`);
    await until(async () => (await offers()).length === 0);
    await until(() => editor.selection.end.character === 9 && editor.selection.end.line === 0);
    assert.equal(document.getText(editor.selection), "A harbour");
    assert.equal(await vscode.commands.executeCommand("generationStudio.insertOfferedLink", id), false);
  });

  it("is not offered any longer once its task's link is inserted in that document", async () => {
    const { document } = await openSelected(folder, "mole.md", "A mole\n\nThe end.\n");
    const [task] = await runTasks("generateImageFromSelection", { options, folder, show: false, insertLink: "ask" });
    await until(async () => (await offersIn(document)).length > 0);
    assert.equal(await vscode.commands.executeCommand("generationStudio.insertTaskLink", { key: task?.key }), true);
    await until(async () => (await offersIn(document)).length === 0);
  });

  it("is linked with the path as the user opened it, if a folder is a link", async () => {
    const real = path.join(folder, "deep", "data", "notes");
    const opened = path.join(folder, "notes");
    await mkdir(real, { recursive: true });
    await symlink(real, opened, "junction");
    const { document } = await openSelected(opened, "lake.md", "A lake\n");
    const given = { options, folder: path.join(opened, "images"), show: false, insertLink: "always" };
    const file = onlyArtifact(await runTasks("generateImageFromSelection", given));
    assert.equal(path.dirname(file), path.join(opened, "images"));
    assert.equal(document.getText(), `A lake\n\n![A lake](images/${path.basename(file)})\n`);
  });

  it("is linked in a Markdown cell of a notebook", async () => {
    const uri = vscode.Uri.file(path.join(folder, "story.ipynb"));
    const cells = [{ cell_type: "markdown", metadata: {}, source: ["A mill"] }];
    await vscode.workspace.fs.writeFile(uri, Buffer.from(JSON.stringify({ nbformat: 4, nbformat_minor: 2, metadata: {}, cells })));
    const editor = await openCell(uri, 0);
    const { document } = editor;
    editor.selection = new vscode.Selection(0, 0, 0, 6);
    const given = { options, folder, show: false, insertLink: "always" };
    const file = path.basename(onlyArtifact(await runTasks("generateImageFromSelection", given)));
    assert.equal(document.getText(), `A mill\n\n![A mill](${file})`);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("is not linked if its document was deleted in the meantime, and remains in its task", async () => {
    const { document } = await openSelected(folder, "gone.md", "A ghost ship\n");
    const given = { ...givenFor({ kind: "video", interface: "v1" }, folder), insertLink: "always" };
    const made = runTasks("generateVideoFromSelection", given);
    await new Promise((resolve) => setImmediate(resolve));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(document.uri.fsPath);
    onlyArtifact(await made);
    await assert.rejects(access(document.uri.fsPath));
  });

  it("is generated after a refusal, without sending the refused value again", async () => {
    const refused = { prompt: "A door", model: "demo-image", options: { size: "99k" }, folder, show: false };
    const [task] = await runTasks("generateImage", refused);
    assert.equal(task?.state, "failed");
    assert.equal(task.error?.kind, "invalidRequest");
    const [next] = await runTasks("generateImage", { prompt: "A door", model: "demo-image", folder, show: false });
    assert.equal(next?.state, "saved", "the refused size is not sent again by itself");
  });
});
