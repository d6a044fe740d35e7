/** Code of an answer placed in files, in a real extension host: inserted, applied as a difference, accepted, rejected, undone, as a new file. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { applyToFile, insertAtCursor, languageIdOf, openAsNewFile } from "../../src/editor/chat/placeCode.ts";
import { trackTargetEditor } from "../../src/editor/chat/targetEditor.ts";
import { openFile } from "./commandRunner.ts";
import { until } from "./languageSupport.ts";

describe("code of the chat", function () {
  this.timeout(60_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-code-"));
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const shownDiff = () => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff, "the difference is shown");
    return input;
  };
  const originalText = async () => (await vscode.workspace.openTextDocument(shownDiff().original)).getText();
  const judge = (verdict: "accept" | "reject", { document }: vscode.TextEditor) =>
    vscode.commands.executeCommand<boolean>(`generationStudio.${verdict}Replacement`, document.uri);

  const source = "export const one = 1;\n\nexport function add(a, b) {\n  return a - b;\n}\n\nexport const two = 2;\n";
  const better = "export function add(a, b) {\n  return a + b;\n}\n";
  const mended = source.replace("a - b", "a + b");

  it("is inserted at every cursor, over what is selected, as one undo step", async () => {
    const editor = await openFile(folder, "place.ts", "const one = 1;\nconst two = 2;\n");
    editor.selections = [new vscode.Selection(0, 0, 0, 14), new vscode.Selection(1, 0, 1, 14)];
    await insertAtCursor(editor, "const three = 3;\n");
    assert.equal(editor.document.getText(), "const three = 3;\nconst three = 3;\n");
    await vscode.commands.executeCommand("undo");
    assert.equal(editor.document.getText(), "const one = 1;\nconst two = 2;\n");
  });

  it("is applied to the passage that it is a new version of, as a difference that is accepted", async () => {
    const editor = await openFile(folder, "accept.js", source);
    await applyToFile(editor, better);
    assert.equal(editor.document.getText(), mended);
    assert.equal(editor.document.isDirty, true, "nothing is saved before the user saves it");
    assert.equal(await originalText(), source);
    assert.equal(await judge("accept", editor), true);
    assert.ok(!(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff));
    assert.equal(editor.document.getText(), mended);
    assert.equal(await judge("accept", editor), false, "there is nothing to accept any more");
  });

  it("goes away again when it is rejected; what was not saved, and what was written meanwhile, stays", async () => {
    const editor = await openFile(folder, "reject.js", source);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "// not saved\n"));
    await applyToFile(editor, better);
    assert.equal(editor.document.getText(), `// not saved\n${mended}`);
    const meanwhile = new vscode.WorkspaceEdit();
    meanwhile.insert(editor.document.uri, new vscode.Position(0, 0), "// meanwhile\n");
    await vscode.workspace.applyEdit(meanwhile);
    assert.equal(await judge("reject", editor), true);
    assert.equal(editor.document.getText(), `// meanwhile\n// not saved\n${source}`);
  });

  it("is undone in one step, after which a rejection changes nothing", async () => {
    const editor = await openFile(folder, "undo.js", source);
    await applyToFile(editor, better);
    await vscode.commands.executeCommand("undo");
    assert.equal(editor.document.getText(), source);
    assert.equal(await judge("reject", editor), true);
    assert.equal(editor.document.getText(), source);
  });

  it("replaces what is selected, and the whole text where the document has no such passage, in the document's line endings", async () => {
    const editor = await openFile(folder, "crlf.js", "let a;\r\nlet b;\r\nlet c;\r\n");
    editor.selection = new vscode.Selection(1, 0, 1, 6);
    await applyToFile(editor, "let x;\nlet y;\n");
    assert.equal(editor.document.getText(), "let a;\r\nlet x;\r\nlet y;\r\nlet c;\r\n");
    await judge("accept", editor);
    const shown = await vscode.window.showTextDocument(editor.document);
    shown.selection = new vscode.Selection(0, 0, 0, 0);
    await applyToFile(shown, "all\nnew\n");
    assert.equal(editor.document.getText(), "all\r\nnew\r\n");
    await judge("accept", shown);
  });

  it("is applied to a file that was deleted while its document is open, and to one that was never saved", async () => {
    const gone = await openFile(folder, "gone.js", source);
    await rm(gone.document.uri.fsPath);
    await applyToFile(gone, better);
    assert.equal(gone.document.getText(), mended);
    assert.equal(await judge("reject", gone), true);
    assert.equal(gone.document.getText(), source);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");

    const untitled = await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content: source, language: "javascript" }),
    );
    await applyToFile(untitled, better);
    assert.equal(untitled.document.getText(), mended);
    assert.equal(await originalText(), source);
    assert.equal(await judge("accept", untitled), true);
    await vscode.window.showTextDocument(untitled.document);
  });

  it("opens as a new file in its language, whatever the model calls it", async () => {
    await openAsNewFile("x = 1\n", "py");
    const isShown = () => vscode.window.activeTextEditor?.document.getText() === "x = 1\n" || undefined;
    assert.ok(await until(isShown));
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.isUntitled, true);
    assert.equal(document?.languageId, await languageIdOf("python"));
    assert.equal(await languageIdOf("no-such-language"), "plaintext");
  });

  it("goes to the editor that was used last, while a chat in a tab is the active one", async () => {
    const target = trackTargetEditor();
    const panel = vscode.window.createWebviewPanel("test.panel", "Beside", { viewColumn: vscode.ViewColumn.Three });
    try {
      const left = await openFile(folder, "left.js", "left\n");
      const rightFile = vscode.Uri.file(path.join(folder, "right.js"));
      await vscode.workspace.fs.writeFile(rightFile, Buffer.from("right\n"));
      const right = await vscode.window.showTextDocument(rightFile, { viewColumn: vscode.ViewColumn.Two });
      panel.reveal();
      assert.equal(target.now()?.document.uri.path, right.document.uri.path);
      await vscode.window.showTextDocument(left.document, vscode.ViewColumn.One);
      panel.reveal();
      assert.equal(target.now()?.document.uri.path, left.document.uri.path);
    } finally {
      panel.dispose();
      target.dispose();
    }
  });
});
