/** The commands that write text into the document, or propose an edit of it, in a real extension host. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { configure, endBuiltInService, openCell, openFile } from "../commandRunner.ts";
import { otherKey, startOtherService } from "../otherService.ts";
import { closedDiff, shownDiff } from "../shownTabs.ts";
import { acceptSteps } from "../stepPicker.ts";

async function write(command: string, given: object): Promise<string> {
  const text = await vscode.commands.executeCommand<string | undefined>(`generationStudio.${command}`, { model: "demo-text", ...given });
  assert.ok(text !== undefined && text !== "", `${command} wrote nothing`);
  return text;
}

/** Accepts the proposed side of a diff for the document, which has the document's name. */
const isProposedFor = (document: vscode.TextDocument) => (proposed: vscode.Uri) =>
  path.posix.basename(proposed.path) === path.posix.basename(document.uri.path);

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
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it("write nothing if the text contains a stop phrase of the options", async () => {
    const editor = await openFile(folder, "stopped.md", "Before.\n");
    const given = { prompt: "A gale at sea", model: "demo-text", interface: "v2", options: { stop_sequences: "storm, gale" } };
    assert.equal(await vscode.commands.executeCommand("generationStudio.insertAtCursor", given), undefined);
    assert.equal(editor.document.getText(), "Before.\n");
  });

  for (const generation of ["v1", "v2"] as const) {
    it(`insert at the cursor over ${generation}, as one undo step`, async () => {
      const editor = await openFile(folder, `insert-${generation}.md`, "Before.\n\nAfter.\n");
      editor.selection = new vscode.Selection(1, 0, 1, 0);
      const text = await write("insertAtCursor", { prompt: "A list of three fruits", interface: generation });
      assert.equal(editor.document.getText(), `Before.\n${text}\nAfter.\n`);
      assert.match(text, /^\n\S.*\S\n$/s, "blank lines separate it from both paragraphs");
      await vscode.commands.executeCommand("undo");
      assert.equal(editor.document.getText(), "Before.\n\nAfter.\n");
    });

    it(`continue the document over ${generation}`, async () => {
      const editor = await openFile(folder, `continue-${generation}.md`, "Once upon a time");
      editor.selection = new vscode.Selection(0, 16, 0, 16);
      const text = await write("continueText", { interface: generation });
      assert.equal(editor.document.getText(), `Once upon a time${text}`);
      assert.match(text, /^(?: |\n\n)\S/, "a space, or the end of the paragraph, follows the last word");
      await vscode.commands.executeCommand("undo");
      assert.equal(editor.document.getText(), "Once upon a time");
    });

    it(`propose a new version of the selection over ${generation}; the document changes when it is accepted, and one undo restores it`, async () => {
      const before = "First.\n\nThe old passage.\n\nLast.\n";
      const editor = await openFile(folder, `replace-${generation}.md`, before);
      const { document } = editor;
      const onDisk = () => readFile(document.uri.fsPath, "utf8");
      editor.selection = new vscode.Selection(2, 0, 2, 16);
      const rejected = await write("replaceSelection", { prompt: "Say it shorter", interface: generation });
      const diff = await shownDiff(isProposedFor(document));
      assert.equal((await vscode.workspace.openTextDocument(diff.original)).getText(), before);
      assert.equal((await vscode.workspace.openTextDocument(diff.modified)).getText(), `First.\n\n${rejected}\n\nLast.\n`);
      assert.deepEqual([document.getText(), document.isDirty, await onDisk()], [before, false, before]);
      assert.equal(await vscode.commands.executeCommand("generationStudio.rejectChanges", document.uri), true);
      await closedDiff(isProposedFor(document));
      assert.deepEqual([document.getText(), document.isDirty, await onDisk()], [before, false, before]);

      const shown = await vscode.window.showTextDocument(document);
      shown.selection = new vscode.Selection(2, 0, 2, 16);
      const text = await write("replaceSelection", { prompt: "Say it shorter", interface: generation });
      assert.equal(await vscode.commands.executeCommand("generationStudio.acceptChanges", document.uri), true);
      assert.equal(document.getText(), `First.\n\n${text}\n\nLast.\n`);
      assert.equal(
        await vscode.commands.executeCommand("generationStudio.acceptChanges", document.uri),
        false,
        "nothing is left to accept",
      );
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("undo");
      assert.equal(document.getText(), before);
    });
  }

  it("propose a better prompt of a prompt document, with the suggested instruction, and leave its front matter and an unaccepted document as they are", async () => {
    const front = "---\nkind: image\nmodel: demo-image\nvars: { place: Brest }\n---\n\n";
    const before = `${front}A lighthouse in {{place}}\n`;
    const { document } = await openFile(folder, "improved.gen.md", before);
    const rejected = await acceptSteps(vscode.commands.executeCommand<string>("generationStudio.improvePrompt"));
    const diff = await shownDiff(isProposedFor(document));
    assert.equal((await vscode.workspace.openTextDocument(diff.modified)).getText(), `${front}${rejected}\n`);
    assert.equal(await vscode.commands.executeCommand("generationStudio.rejectChanges", document.uri), true);
    await closedDiff(isProposedFor(document));
    assert.equal(document.getText(), before);
    await vscode.window.showTextDocument(document);
    const text = await write("improvePrompt", { prompt: "Say it louder" });
    assert.equal(await vscode.commands.executeCommand("generationStudio.acceptChanges", document.uri), true);
    assert.equal(document.getText(), `${front}${text}\n`);
    await openFile(folder, "empty.gen.md", "---\nmodel: demo-text\n---\n");
    assert.equal(await vscode.commands.executeCommand("generationStudio.improvePrompt"), undefined);
  });

  it("write in a cell of a notebook, and propose a new version of its code", async () => {
    const cell = (source: string) => ({ cell_type: "code", metadata: {}, execution_count: null, source, outputs: [] });
    const uri = vscode.Uri.file(path.join(folder, "cells.ipynb"));
    const cells = [cell("first = 1"), cell("second = 2\nthird = 3")];
    await vscode.workspace.fs.writeFile(uri, Buffer.from(JSON.stringify({ nbformat: 4, nbformat_minor: 2, metadata: {}, cells })));
    const editor = await openCell(uri, 1);
    const { document } = editor;
    editor.selection = new vscode.Selection(1, 0, 1, 9);
    const replaced = await write("replaceSelection", { prompt: "Say it louder" });
    assert.equal(document.getText(), "second = 2\nthird = 3");
    assert.equal(await vscode.commands.executeCommand("generationStudio.acceptChanges", document.uri), true);
    assert.equal(document.getText(), `second = 2\n${replaced}`);

    for (const [command, given] of [["continueText", {}] as const, ["insertAtCursor", { prompt: "A list of fruits" }] as const]) {
      const shown = await openCell(uri, 0);
      const before = shown.document.getText();
      const end = shown.document.lineAt(shown.document.lineCount - 1).range.end;
      shown.selection = new vscode.Selection(end, end);
      const written = await write(command, given);
      assert.equal(shown.document.getText(), before + written);
    }
    const [, second] = (await vscode.workspace.openNotebookDocument(uri)).getCells();
    assert.equal(second?.document.getText(), `second = 2\n${replaced}`, "the other cell stays");
  });

  it("show Accept and Reject at each change, and the other actions, in the diff and in the document", async () => {
    const editor = await openFile(folder, "lenses.md", "First.\n\nThe old passage.\n");
    editor.selection = new vscode.Selection(2, 0, 2, 16);
    await write("replaceSelection", { prompt: "Say it louder" });
    const diff = await shownDiff(isProposedFor(editor.document));
    for (const uri of [diff.modified, editor.document.uri]) {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
      const own = lenses.filter(({ command }) => command?.command.startsWith("generationStudio."));
      assert.deepEqual(
        own.map(({ command, range }) => [range.start.line, command?.title.replace(/^\$\([^)]*\) /, "")]),
        ["Accept", "Reject", "Try Again", "Refine…"].map((title) => [2, title]),
      );
    }
    const [, reject] = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", diff.modified);
    assert.ok(reject?.command?.arguments !== undefined);
    const [uri, id] = reject.command.arguments;
    assert.equal(await vscode.commands.executeCommand("generationStudio.copyChange", uri, id), true);
    assert.match(await vscode.env.clipboard.readText(), /THE OLD PASSAGE/);
    assert.equal(await vscode.commands.executeCommand("generationStudio.rejectChange", uri, id), true);
    assert.equal(await vscode.commands.executeCommand("generationStudio.rejectChanges", uri), false, "nothing is left to reject");
    assert.equal(editor.document.getText(), "First.\n\nThe old passage.\n");
  });

  it("propose another text on Try Again", async () => {
    const editor = await openFile(folder, "again.md", "The old passage.\n");
    editor.selection = new vscode.Selection(0, 0, 0, 16);
    const text = await write("replaceSelection", { prompt: "Say it louder" });
    assert.equal(await vscode.commands.executeCommand("generationStudio.tryAgain", editor.document.uri), true);
    // The diff opens with the cursor at its first change.
    assert.equal(await vscode.commands.executeCommand("generationStudio.acceptChange"), true);
    assert.equal(editor.document.getText(), `${text}\n`);
  });

  it("bind no key that VS Code uses in an editor", async () => {
    const ours: { key: string; command: string }[] = vscode.extensions
      .getExtension("generation-studio.generation-studio")
      ?.packageJSON.contributes.keybindings.filter((one: { when: string }) => one.when.includes("generationStudio.proposals"));
    assert.equal(ours.length, 4);
    const defaults = await vscode.workspace.openTextDocument(vscode.Uri.parse("vscode://defaultsettings/keybindings.json"));
    const elsewhere = /inChatInput|inQuickInput|quickInput/i;
    for (const { key, command } of ours) {
      const entries = defaults.getText().matchAll(/\{ "key": "([^"]*)", *"command": "([^"]*)"(?:,\s*"when": "([^"]*)")?/g);
      const same = [...entries].filter(([, other, user, when = ""]) => other === key && user !== command && !elsewhere.test(when));
      assert.deepEqual(
        same.map(([, , user]) => user),
        [],
      );
    }
  });

  it("keep a document's line endings", async () => {
    const editor = await openFile(folder, "crlf.md", "One\r\nTwo\r\n");
    editor.selection = new vscode.Selection(1, 3, 1, 3);
    const text = await write("insertAtCursor", { prompt: "A list of three fruits" });
    assert.ok(text.includes("\r\n"));
    assert.doesNotMatch(editor.document.getText(), /[^\r]\n/);
  });

  it("allow edits elsewhere in the document while they write", async () => {
    const editor = await openFile(folder, "meanwhile.md", "Top.\n\nHere: \n");
    editor.selection = new vscode.Selection(2, 6, 2, 6);
    let isWritten = false;
    const writing = write("insertAtCursor", { prompt: "Write 200 words about the sea" }).finally(() => {
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

  it("write at the original position, also if text is inserted above while the service starts", async () => {
    const editor = await openFile(folder, "above.md", "Top.\n\nHere: \n");
    editor.selection = new vscode.Selection(2, 6, 2, 6);
    await endBuiltInService();
    const writing = write("insertAtCursor", { prompt: "A list of three fruits" });
    let lines = 0;
    for (let count = 0; count < 10; count += 1) {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(editor.document.uri, new vscode.Position(0, 0), "Above.\n");
      if (await vscode.workspace.applyEdit(edit)) lines += 1;
    }
    const text = await writing;
    assert.equal(editor.document.getText(), `${"Above.\n".repeat(lines)}Top.\n\nHere: ${text}\n`);
  });

  it("are one undo step, also if the document is saved or hidden while they write", async () => {
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

  for (const above of ["", "# Inserted while it was closed\n\n"]) {
    it(`write a whole text in order, also if the document is closed before it arrives${above === "" ? "" : " and its file is changed"}`, async () => {
      const before = "Top.\n\nHere: \n\nThe end.\n";
      const uri = vscode.Uri.file(path.join(folder, `closed${above.length}.md`));
      await vscode.workspace.fs.writeFile(uri, Buffer.from(before));
      // Unlike a document that an extension opens, this one is closed with its editor.
      await vscode.commands.executeCommand("vscode.open", uri);
      const editor = vscode.window.activeTextEditor;
      assert.equal(editor?.document.uri.toString(), uri.toString());
      editor.selection = new vscode.Selection(2, 6, 2, 6);
      const isClosed = new Promise<void>((resolve) => {
        const listener = vscode.workspace.onDidCloseTextDocument((document) => {
          if (document !== editor.document) return;
          listener.dispose();
          resolve();
        });
      });
      // It arrives in many pieces, after the service has started.
      await endBuiltInService();
      await configure("builtInService", { tokensPerSecond: 20 });
      const writing = write("insertAtCursor", { prompt: "Write 60 words about the sea" });
      await new Promise((resolve) => setImmediate(resolve));
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
      await isClosed;
      if (above !== "") await vscode.workspace.fs.writeFile(uri, Buffer.from(above + before));
      const text = await writing;
      await configure("builtInService", undefined);
      assert.equal((await vscode.workspace.openTextDocument(uri)).getText(), `${above}Top.\n\nHere: ${text}\n\nThe end.\n`);
    });
  }

  it("complete a cut answer by polling the task", async () => {
    const service = await startOtherService({ faults: true });
    await configure("baseUrl", service.url);
    await vscode.commands.executeCommand("generationStudio.setApiKey", { apiKey: otherKey });
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
