/** The commands that write into the document, run in a real extension host: text, undo, accept and reject, over v1 and v2. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { configure, openFile } from "./commandRunner.ts";
import { otherKey, startOtherService } from "./otherService.ts";

async function write(command: string, given: object): Promise<string> {
  const text = await vscode.commands.executeCommand<string | undefined>(`generationStudio.${command}`, { model: "demo-text", ...given });
  assert.ok(text !== undefined && text !== "", `${command} wrote nothing`);
  return text;
}

describe("text commands", function () {
  this.timeout(120_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-text-"));
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const generation of ["v1", "v2"] as const) {
    it(`inserts at the cursor over ${generation}, as one undo step`, async () => {
      const editor = await openFile(folder, `insert-${generation}.md`, "Before.\n\nAfter.\n");
      editor.selection = new vscode.Selection(1, 0, 1, 0);
      const text = await write("insertAtCursor", { prompt: "A list of three fruits", interface: generation });
      assert.equal(editor.document.getText(), `Before.\n${text}\nAfter.\n`);
      await vscode.commands.executeCommand("undo");
      assert.equal(editor.document.getText(), "Before.\n\nAfter.\n");
    });

    it(`continues the document over ${generation}`, async () => {
      const editor = await openFile(folder, `continue-${generation}.md`, "Once upon a time");
      editor.selection = new vscode.Selection(0, 16, 0, 16);
      const text = await write("continueText", { interface: generation });
      assert.equal(editor.document.getText(), `Once upon a time${text}`);
      await vscode.commands.executeCommand("undo");
      assert.equal(editor.document.getText(), "Once upon a time");
    });

    it(`replaces the selection over ${generation}, shows the difference, and puts the passage back when it is rejected`, async () => {
      const before = "First.\n\nThe old passage.\n\nLast.\n";
      const editor = await openFile(folder, `replace-${generation}.md`, before);
      editor.selection = new vscode.Selection(2, 0, 2, 16);
      const text = await write("replaceSelection", { prompt: "Say it shorter", interface: generation });
      assert.equal(editor.document.getText(), `First.\n\n${text}\n\nLast.\n`);
      const diff = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(diff instanceof vscode.TabInputTextDiff, "the difference is shown");
      assert.equal((await vscode.workspace.openTextDocument(diff.original)).getText(), before);
      assert.equal(await vscode.commands.executeCommand("generationStudio.rejectReplacement", editor.document.uri), true);
      assert.equal(editor.document.getText(), before);
      const isOpen = vscode.window.tabGroups.all.some((group) => group.tabs.some((tab) => tab.input instanceof vscode.TabInputTextDiff));
      assert.equal(isOpen, false, "the diff is closed");
    });

    it(`keeps a replacement over ${generation} that is accepted, and one undo takes it back`, async () => {
      const editor = await openFile(folder, `accept-${generation}.md`, "The old passage.\n");
      editor.selection = new vscode.Selection(0, 0, 0, 16);
      const text = await write("replaceSelection", { prompt: "Say it shorter", interface: generation });
      assert.equal(await vscode.commands.executeCommand("generationStudio.acceptReplacement", editor.document.uri), true);
      assert.equal(editor.document.getText(), `${text}\n`);
      await vscode.window.showTextDocument(editor.document);
      await vscode.commands.executeCommand("undo");
      assert.equal(editor.document.getText(), "The old passage.\n");
    });
  }

  it("keeps a document's line endings", async () => {
    const editor = await openFile(folder, "crlf.md", "One\r\nTwo\r\n");
    editor.selection = new vscode.Selection(1, 3, 1, 3);
    const text = await write("insertAtCursor", { prompt: "A list of three fruits" });
    assert.ok(text.includes("\r\n"));
    assert.doesNotMatch(editor.document.getText(), /[^\r]\n/);
  });

  it("lets the user write elsewhere in the document meanwhile", async () => {
    const editor = await openFile(folder, "meanwhile.md", "Top.\n\nHere: \n");
    editor.selection = new vscode.Selection(2, 6, 2, 6);
    let isWritten = false;
    const writing = write("insertAtCursor", { prompt: "A list of three fruits" }).finally(() => {
      isWritten = true;
    });
    let typed = 0;
    while (!isWritten) {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(editor.document.uri, new vscode.Position(0, 0), "x");
      if (await vscode.workspace.applyEdit(edit)) typed += 1;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    assert.equal(editor.document.getText(), `${"x".repeat(typed)}Top.\n\nHere: ${await writing}\n`);
    assert.ok(typed >= 2, `typed ${typed} times`);
  });

  it("is one undo step, also where the document is saved while it is written, or hidden", async () => {
    const before = "Top.\n\nHere: \n";
    for (const [name, disturb] of [
      ["saved.md", (document: vscode.TextDocument) => document.save()],
      ["hidden.md", () => vscode.commands.executeCommand("workbench.action.files.newUntitledFile")],
    ] as const) {
      const editor = await openFile(folder, name, before);
      const { document } = editor;
      editor.selection = new vscode.Selection(2, 6, 2, 6);
      const isBegun = new Promise<void>((resolve) => {
        const listener = vscode.workspace.onDidChangeTextDocument((event) => {
          if (event.document !== document) return;
          listener.dispose();
          resolve();
        });
      });
      const writing = write("insertAtCursor", { prompt: "A list of ten fruits" });
      await isBegun;
      await disturb(document);
      const text = await writing;
      assert.equal(document.getText(), `Top.\n\nHere: ${text}\n`);
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("undo");
      assert.equal(document.getText(), before);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
  });

  it("finishes an answer that was cut, by asking for the task", async () => {
    const service = await startOtherService({ faults: true });
    await configure("baseUrl", service.url);
    await vscode.commands.executeCommand("generationStudio.setApiKey", { key: otherKey });
    try {
      for (const model of ["fault-truncated", "fault-reset"]) {
        const editor = await openFile(folder, `${model}.md`, "");
        const text = await write("insertAtCursor", { prompt: "A list of three fruits", model });
        assert.equal(editor.document.getText(), text);
        assert.ok(text.length > 100, text);
      }
    } finally {
      await vscode.commands.executeCommand("generationStudio.removeApiKey", { confirmed: true });
      await configure("baseUrl", undefined);
      await service.close();
    }
  });
});
