/** Actions after a file was generated: its preview, its details, another file like it, and refused values. */
import assert from "node:assert/strict";
import { access, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { endBuiltInService, onlyArtifact, openSelected, runTasks } from "./commandRunner.ts";
import { givenFor } from "./mediaCells.ts";
import { shownDetails, shownFile } from "./shownTabs.ts";

const options = { size: "512", aspect_ratio: "1:1" } as const;

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
