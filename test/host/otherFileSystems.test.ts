/** Files on other file systems than this machine's disk: written through them, linked there, and kept where they refuse. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import * as vscode from "vscode";
import { onlyArtifact, runTasks } from "./commandRunner.ts";
import { MemoryFileSystem } from "./memoryFileSystem.ts";

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

  it("get the file, linked in a document of the same file system, and nothing stays on the disk", async () => {
    const story = vscode.Uri.parse("memory:/docs/story.md");
    await vscode.workspace.fs.writeFile(story, Buffer.from("A small harbour.\n"));
    const editor = await vscode.window.showTextDocument(story);
    editor.selection = new vscode.Selection(0, 0, 0, 16);
    const given = { options, model: "demo-image", folder: "memory:/docs/art", insertLink: "always" };
    const tasks = await runTasks("generateImageFromSelection", given);
    const received = onlyArtifact(tasks);
    const [name = ""] = memory.filesIn("/docs/art");
    assert.match(name, /^\d{4}-\d\d-\d\d-a-small-harbour\.png$/);
    assert.equal(Buffer.from(memory.readFile(vscode.Uri.parse(`memory:/docs/art/${name}`))).toString("latin1", 1, 4), "PNG");
    assert.equal(editor.document.getText(), `A small harbour.\n\n![A small harbour.](art/${name})\n`);
    assert.ok(!existsSync(received));
    await command("openTask", { key: tasks[0]?.key });
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputCustom);
    assert.equal(input.uri.toString(), `memory:/docs/art/${name}`);
  });

  it("know how a file was made, and take another of it beside it, never over it", async () => {
    const [name = ""] = memory.filesIn("/docs/art");
    const file = vscode.Uri.parse(`memory:/docs/art/${name}`);
    assert.equal(typeof (await command("showHowMade", file)), "string");
    await runTasks("makeAnother", file, [file], { show: false });
    assert.equal(memory.filesIn("/docs/art").length, 2);
  });

  it("that refuse lose nothing: the file stays with its task, which can be opened", async () => {
    const tasks = await runTasks("generateImage", {
      prompt: "A locked box",
      model: "demo-image",
      options,
      folder: "sealed:/art",
      show: false,
    });
    assert.ok(existsSync(onlyArtifact(tasks)));
    assert.deepEqual(sealed.filesIn("/art"), []);
    await command("openTask", { key: tasks[0]?.key });
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputCustom);
    assert.equal(input.uri.fsPath, onlyArtifact(tasks));
  });
});
