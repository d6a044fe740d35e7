/** Saves and links files on file systems other than the disk, and keeps the files if those refuse them. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { runTasks } from "../commandRunner.ts";
import { MemoryFileSystem } from "../memoryFileSystem.ts";
import { shownFile } from "../shownTabs.ts";

const options = { size: "512" };
const command = <Result>(name: string, ...values: unknown[]) =>
  vscode.commands.executeCommand<Result>(`generationStudio.${name}`, ...values);

describe("other file systems", function () {
  this.timeout(60_000);
  const memory = new MemoryFileSystem();
  const sealed = new MemoryFileSystem();
  let providers: vscode.Disposable;

  before(() => {
    providers = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider("memory", memory),
      vscode.workspace.registerFileSystemProvider("sealed", sealed, { isReadonly: true }),
    );
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    providers.dispose();
  });

  it("store the file, linked in a document of the same file system, and leave nothing on the disk", async () => {
    const story = vscode.Uri.parse("memory:/docs/story.md");
    await vscode.workspace.fs.writeFile(story, Buffer.from("A small harbour.\n"));
    const editor = await vscode.window.showTextDocument(story);
    editor.selection = new vscode.Selection(0, 0, 0, 16);
    const given = { options, model: "demo-image", folder: "memory:/docs/art", insertLink: "always" };
    const tasks = await runTasks("generateImageFromSelection", given);
    const [name = ""] = memory.filesIn("/docs/art");
    assert.match(name, /^\d{4}-\d\d-\d\d-a-small-harbour\.png$/);
    assert.equal(Buffer.from(memory.readFile(vscode.Uri.parse(`memory:/docs/art/${name}`))).toString("latin1", 1, 4), "PNG");
    assert.equal(editor.document.getText(), `A small harbour.\n\n![A small harbour.](art/${name})\n`);
    assert.deepEqual(
      tasks[0]?.artifacts.map(({ path, uri }) => ({ path, uri })),
      [{ path: undefined, uri: `memory:/docs/art/${name}` }],
    );
    await command("openTask", { key: tasks[0]?.key });
    await shownFile(vscode.Uri.parse(`memory:/docs/art/${name}`));
  });

  it("store a file's origin, and another file like it beside it without overwriting", async () => {
    const [name = ""] = memory.filesIn("/docs/art");
    const file = vscode.Uri.parse(`memory:/docs/art/${name}`);
    assert.equal(typeof (await command("showHowMade", file)), "string");
    await runTasks("runAgain", file, [file], { show: false });
    assert.equal(memory.filesIn("/docs/art").length, 2);
  });

  it("lose nothing if they refuse: the result stays in its task, and is saved elsewhere without another task", async () => {
    const given = { prompt: "A locked box", model: "demo-image", options, folder: "sealed:/art", show: false };
    const [task] = await runTasks("generateImage", given);
    assert.deepEqual([task?.state, task?.error?.kind], ["unsaved", "disk"]);
    assert.match(task?.error?.message ?? "", /sealed:\/art/);
    assert.deepEqual(sealed.filesIn("/art"), []);
    await command("saveTaskAgain", { key: task?.key }, undefined, { folder: "memory:/rescued" });
    const [name = ""] = memory.filesIn("/rescued");
    assert.match(name, /-a-locked-box\.png$/);
    assert.equal(Buffer.from(memory.readFile(vscode.Uri.parse(`memory:/rescued/${name}`))).toString("latin1", 1, 4), "PNG");
    await command("openTask", { key: task?.key });
    await shownFile(vscode.Uri.parse(`memory:/rescued/${name}`));
  });
});
