/** Code of an answer in a real extension host: inserted, proposed for a file, accepted, rejected, undone, opened as a new file. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { actOnCode } from "../../../src/editor/chat/code/actOnCode.ts";
import { applyCode } from "../../../src/editor/chat/code/applyCode.ts";
import { insertAtCursor, languageIdOf, openAsNewFile } from "../../../src/editor/chat/code/insertCode.ts";
import { runInTerminal } from "../../../src/editor/chat/code/runInTerminal.ts";
import { trackTargetEditor } from "../../../src/editor/chat/targetEditor.ts";
import { Proposals } from "../../../src/editor/edits/proposals.ts";
import { answerOf, conversationOf, promptOf, textPart } from "../../panel/conversations.ts";
import { openFile } from "../commandRunner.ts";
import { until } from "../languageSupport.ts";
import { shownDiff, shownDocument } from "../shownTabs.ts";
import { acceptSteps } from "../stepPicker.ts";

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
  after(async () => {
    proposals.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const proposals = new Proposals();

  const source = "export const one = 1;\n\nexport function add(a, b) {\n  return a - b;\n}\n\nexport const two = 2;\n";
  const better = "export function add(a, b) {\n  return a + b;\n}\n";
  const mended = source.replace("a - b", "a + b");

  const apply = (editor: vscode.TextEditor, code: string, named: { info?: string; before?: string } = {}) =>
    applyCode(proposals, editor, { code, info: "js", before: "", ...named });
  const proposalFor = ({ document }: vscode.TextEditor) => {
    const proposal = proposals.find(document.uri);
    assert.ok(proposal !== undefined, "something is proposed");
    return proposal;
  };
  const onDisk = ({ document }: vscode.TextEditor) => readFile(document.uri.fsPath, "utf8");
  const shownSides = async (editor: vscode.TextEditor) => {
    const { proposedUri } = proposalFor(editor);
    const input = await shownDiff((uri) => uri.toString() === proposedUri.toString());
    const textOf = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();
    return { current: await textOf(input.original), proposed: await textOf(input.modified) };
  };

  it("is inserted at every cursor, replacing selections, as one undo step", async () => {
    const editor = await openFile(folder, "place.ts", "const one = 1;\nconst two = 2;\n");
    editor.selections = [new vscode.Selection(0, 0, 0, 14), new vscode.Selection(1, 0, 1, 14)];
    await insertAtCursor(editor, "const three = 3;\n");
    assert.equal(editor.document.getText(), "const three = 3;\nconst three = 3;\n");
    await vscode.commands.executeCommand("undo");
    assert.equal(editor.document.getText(), "const one = 1;\nconst two = 2;\n");
  });

  for (const autoSave of ["off", "afterDelay"] as const)
    describe(`with auto save ${autoSave}`, () => {
      before(async () => {
        const files = vscode.workspace.getConfiguration("files");
        await files.update("autoSave", autoSave, vscode.ConfigurationTarget.Global);
        await files.update("autoSaveDelay", 1, vscode.ConfigurationTarget.Global);
      });
      after(async () => {
        const files = vscode.workspace.getConfiguration("files");
        await files.update("autoSave", undefined, vscode.ConfigurationTarget.Global);
        await files.update("autoSaveDelay", undefined, vscode.ConfigurationTarget.Global);
      });

      it("is proposed for the passage that it resembles; the file changes when it is accepted, and one undo restores it", async () => {
        const editor = await openFile(folder, `accept-${autoSave}.js`, source);
        await apply(editor, better);
        assert.deepEqual(await shownSides(editor), { current: source, proposed: mended });
        assert.equal(editor.document.getText(), source);
        assert.equal(editor.document.isDirty, false);
        assert.equal(await onDisk(editor), source);
        assert.equal(await proposalFor(editor).accept(), true);
        const shown = await until(() => vscode.window.activeTextEditor?.document === editor.document && vscode.window.activeTextEditor);
        assert.equal(shown.document.getText(), mended);
        if (autoSave === "off") assert.equal(await onDisk(editor), source, "nothing is saved before the user saves it");
        else await until(async () => (await onDisk(editor)) === mended);
        await vscode.commands.executeCommand("undo");
        assert.equal(editor.document.getText(), source);
      });

      it("is rejected by closing the diff, without a change of the file", async () => {
        const editor = await openFile(folder, `close-${autoSave}.js`, source);
        await apply(editor, better);
        const proposal = proposalFor(editor);
        await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
        assert.equal(await proposal.ended, "rejected");
        assert.equal(editor.document.getText(), source);
        assert.equal(editor.document.isDirty, false);
        assert.equal(await onDisk(editor), source);
        assert.equal(proposals.find(editor.document.uri), undefined);
      });
    });

  const spaced = "one\n\ntwo\n\nthree\n\nfour\n";
  const spacedBetter = "one\n\nTWO\n\nTHREE\n\nfour\n";

  it("is accepted and rejected change by change; an undo restores the proposed change", async () => {
    const editor = await openFile(folder, "changes.js", spaced);
    await apply(editor, spacedBetter);
    const proposal = proposalFor(editor);
    const [first, second] = proposal.review.open;
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(await proposal.accept(second.hunk.id), true);
    assert.equal(editor.document.getText(), spaced.replace("three", "THREE"));
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand("undo");
    assert.equal(editor.document.getText(), spaced);
    assert.equal(proposal.review.open.length, 2);
    await proposal.reject(first.hunk.id);
    assert.equal(await proposal.accept(), true);
    assert.equal(await proposal.ended, "accepted");
    assert.equal(editor.document.getText(), spaced.replace("three", "THREE"));
  });

  it("keeps unsaved changes, and edits made elsewhere while it is proposed", async () => {
    const editor = await openFile(folder, "meanwhile.js", source);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "// not saved\n"));
    await apply(editor, better);
    const meanwhile = new vscode.WorkspaceEdit();
    meanwhile.insert(editor.document.uri, new vscode.Position(0, 0), "// meanwhile\n");
    await vscode.workspace.applyEdit(meanwhile);
    assert.equal(await proposalFor(editor).accept(), true);
    assert.equal(editor.document.getText(), `// meanwhile\n// not saved\n${mended}`);
  });

  it("is not written over lines that were edited in the meantime, until that edit is undone", async () => {
    const editor = await openFile(folder, "conflict.js", source);
    await apply(editor, better);
    const proposal = proposalFor(editor);
    const edited = source.replace("a - b", "a * b");
    const shown = await vscode.window.showTextDocument(editor.document);
    await shown.edit((edit) => edit.replace(new vscode.Range(3, 0, 3, 15), "  return a * b;"));
    assert.equal(editor.document.getText(), edited);
    assert.equal(await proposal.accept(), false);
    assert.equal(editor.document.getText(), edited);
    assert.equal(proposal.review.conflictCount, 1);
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand("undo");
    assert.equal(await proposal.accept(), true);
    assert.equal(editor.document.getText(), mended);
  });

  it("waits for the decision on an earlier edit of the same file", async () => {
    const editor = await openFile(folder, "second.js", source);
    await apply(editor, better);
    const first = proposalFor(editor);
    const second = apply(editor, "export function add(a, b) {\n  return b + a;\n}\n", { info: "js second.js" });
    const other = await openFile(folder, "other.js", source);
    await apply(other, better, { info: "js other.js" });
    assert.equal(proposalFor(editor), first);
    await first.accept();
    await second;
    assert.notEqual(proposalFor(editor), first);
    assert.deepEqual(await shownSides(editor), { current: mended, proposed: source.replace("a - b", "b + a") });
    await proposalFor(editor).reject();
    await proposalFor(other).reject();
  });

  it("replaces the selection if the document has no similar passage, with the document's line endings", async () => {
    const editor = await openFile(folder, "crlf.js", "let a;\r\nlet b;\r\nlet c;\r\n");
    editor.selection = new vscode.Selection(1, 0, 1, 6);
    await apply(editor, "let x;\nlet y;\n", { info: "js crlf.js" });
    await proposalFor(editor).accept();
    assert.equal(editor.document.getText(), "let a;\r\nlet x;\r\nlet y;\r\nlet c;\r\n");
  });

  it("is applied to a file that was deleted while its document is open, and to an untitled document", async () => {
    const gone = await openFile(folder, "gone.js", source);
    await rm(gone.document.uri.fsPath);
    await apply(gone, better);
    await proposalFor(gone).accept();
    assert.equal(gone.document.getText(), mended);
    await vscode.window.showTextDocument(gone.document);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");

    const untitled = await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content: source, language: "javascript" }),
    );
    await apply(untitled, better);
    assert.equal((await shownSides(untitled)).current, source);
    await proposalFor(untitled).accept();
    assert.equal(untitled.document.getText(), mended);
    await vscode.window.showTextDocument(untitled.document);
  });

  it("replaces one function, applies a patch, and removes a property only if the user agrees", async () => {
    const neighbour = "\nexport function process(x) {\n  const result = x;\n  return result;\n}\n";
    const editor = await openFile(folder, "neighbours.js", source + neighbour);
    const steps = [
      ["export function add(a, b) {\n  const result = a + b;\n  return result;\n}\n", "js"],
      ["@@ -90,3 +90,3 @@\n export function process(x) {\n-  const result = x;\n+  const result = 2 * x;\n   return result;\n", "diff"],
      [
        "export function process(x) {\n  // ... existing code ...\n  log(result);\n  return result;\n}\n\n// ... rest unchanged ...\n",
        "js",
      ],
    ] as const;
    for (const [code, language] of steps) {
      await apply(editor, code, { info: `${language} neighbours.js` });
      await proposalFor(editor).accept();
    }
    assert.equal(
      editor.document.getText(),
      source.replace("  return a - b;", "  const result = a + b;\n  return result;") +
        neighbour.replace("= x;", "= 2 * x;\n  log(result);"),
    );
    await apply(editor, "// ... existing code ...\nunknown();\n// ... existing code ...\n", { info: "js neighbours.js" });
    assert.equal(proposals.find(editor.document.uri), undefined, "what is unclear is not proposed");
    const typed = await openFile(folder, "user.ts", "interface User {\n  id: string;\n  name: string;\n}\n");
    await acceptSteps(apply(typed, "interface User {\n  id: string;\n}\n", { info: "ts" }));
    assert.equal((await shownSides(typed)).proposed, "interface User {\n  id: string;\n}\n");
  });

  it("is inserted with the indentation of the cursor and of the selection", async () => {
    const editor = await openFile(folder, "indented.js", "if (a) {\n\t\n\told();\n}\n");
    editor.selections = [new vscode.Selection(1, 1, 1, 1), new vscode.Selection(2, 0, 2, 7)];
    await insertAtCursor(editor, "if (b) {\n  c();\n}\n");
    assert.equal(editor.document.getText(), "if (a) {\n\tif (b) {\n\t\tc();\n\t}\n\tif (b) {\n\t\tc();\n\t}\n}\n");
  });

  describe("for a new file", () => {
    const files = () => vscode.workspace.getConfiguration("files");
    const values = { encoding: "utf16le", eol: "\r\n", insertFinalNewline: true };
    before(async () => {
      for (const [name, value] of Object.entries(values)) await files().update(name, value, vscode.ConfigurationTarget.Global);
    });
    after(async () => {
      for (const name of Object.keys(values)) await files().update(name, undefined, vscode.ConfigurationTarget.Global);
    });

    it("is written with the configured encoding, line endings and final line break", async () => {
      const root = vscode.workspace.workspaceFolders?.[0]?.uri;
      assert.ok(root !== undefined);
      await applyCode(proposals, undefined, { code: "é\nb", info: "txt created/new.txt", before: "" });
      const created = vscode.Uri.joinPath(root, "created", "new.txt");
      const proposal = proposals.find(created);
      assert.ok(proposal !== undefined);
      assert.equal(await proposal.accept(), true);
      assert.equal(Buffer.from(await vscode.workspace.fs.readFile(created)).toString("utf16le"), "\ufeffé\r\nb\r\n");
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(root, "created"), { recursive: true });
    });

    it("is written with the encoding of its language, and without the white space that is removed when files are saved", async () => {
      const root = vscode.workspace.workspaceFolders?.[0]?.uri;
      assert.ok(root !== undefined);
      const ofLanguage = { encoding: "utf8bom", trimTrailingWhitespace: true, trimFinalNewlines: true };
      const configuration = () => vscode.workspace.getConfiguration("files", { languageId: "javascript" });
      for (const [name, value] of Object.entries(ofLanguage))
        await configuration().update(name, value, vscode.ConfigurationTarget.Global, true);
      await applyCode(proposals, undefined, { code: "é;  \nb;\n\n\n", info: "js created/new.js", before: "" });
      const created = vscode.Uri.joinPath(root, "created", "new.js");
      assert.equal(await proposals.find(created)?.accept(), true);
      assert.equal(Buffer.from(await vscode.workspace.fs.readFile(created)).toString("utf8"), "\ufeffé;\r\nb;\r\n");
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(root, "created"), { recursive: true });
      for (const name of Object.keys(ofLanguage)) await configuration().update(name, undefined, vscode.ConfigurationTarget.Global, true);
    });
  });

  it("follows its file when that is renamed, and says when it is deleted", async () => {
    const editor = await openFile(folder, "before.js", source);
    await apply(editor, better);
    const proposal = proposalFor(editor);
    const [from, to] = [editor.document.uri, vscode.Uri.file(path.join(folder, "after.js"))];
    const rename = new vscode.WorkspaceEdit();
    rename.renameFile(from, to);
    assert.equal(await vscode.workspace.applyEdit(rename), true);
    await until(() => proposals.find(to) === proposal);
    assert.equal(await proposal.accept(), true);
    assert.equal((await vscode.workspace.openTextDocument(to)).getText(), mended);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");

    const other = await openFile(folder, "deleted.js", source);
    await apply(other, better);
    const waiting = proposalFor(other);
    const removal = new vscode.WorkspaceEdit();
    removal.deleteFile(other.document.uri);
    await vscode.workspace.applyEdit(removal);
    await until(() => waiting.isGone);
    await until(async () => (await waiting.accept()) === false);
    await waiting.reject();
  });

  it("opens as a new file in its language, also by another name of the language", async () => {
    await openAsNewFile("x = 1\n", "py");
    const document = await shownDocument((candidate) => candidate.getText() === "x = 1\n");
    assert.equal(document.isUntitled, true);
    assert.equal(document.languageId, await languageIdOf("python"));
    assert.equal(await languageIdOf("no-such-language"), "plaintext");
  });

  it("is refused while it is not a whole block of the answer, whatever the page sends", async () => {
    const editor = await openFile(folder, "half.js", source);
    const answer = `Here:\n\n\`\`\`js\n${better}`;
    const turn = (text: string) => answerOf("a", "p", [textPart(text)], { state: "streaming" });
    const send = (type: "insertCode" | "applyCode" | "newFile", text: string, code: string, turnId = "a") =>
      actOnCode({ proposals: () => Promise.resolve(proposals), editor }, conversationOf([promptOf("p", "Fix it"), turn(text)]), {
        type,
        turnId,
        code,
        language: "js",
        info: "js",
        before: "",
      });
    const documents = () => vscode.workspace.textDocuments.filter(({ isUntitled }) => isUntitled).length;
    const before = documents();
    const half = better.split("\n", 1)[0] ?? "";
    const closed = `${answer}\`\`\`\n`;
    for (const type of ["insertCode", "applyCode", "newFile"] as const) {
      // The notification stays until the user closes it.
      void send(type, answer, better);
      void send(type, closed, half);
      void send(type, closed, better, "other");
      void send(type, closed, "rm -rf /\n");
    }
    await send("applyCode", closed, better);
    assert.deepEqual((await shownSides(editor)).proposed, mended);
    assert.equal(editor.document.getText(), source);
    assert.equal(documents(), before);
  });

  it("is applied to the cell of a notebook that it is a new version of, and inserted in a cell", async () => {
    const cell = (code: string) => ({ cell_type: "code", metadata: {}, execution_count: null, source: [code], outputs: [] });
    const cells = [cell("def load(path):\n    return 1"), cell("def save(path):\n    return 1")];
    const uri = vscode.Uri.file(path.join(folder, "analysis.ipynb"));
    await vscode.workspace.fs.writeFile(uri, Buffer.from(JSON.stringify({ nbformat: 4, nbformat_minor: 2, metadata: {}, cells })));
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    await vscode.window.showNotebookDocument(notebook, { selections: [new vscode.NotebookRange(0, 1)] });
    const { document } = notebook.cellAt(1);
    await applyCode(proposals, undefined, { code: "def save(path):\n    return 2\n", info: "python", before: "" });
    const proposal = proposals.find(document.uri);
    assert.ok(proposal !== undefined, "the cell has a proposal");
    assert.equal(await proposal.accept(), true);
    assert.equal(document.getText(), "def save(path):\n    return 2");
    await until(() => vscode.window.activeNotebookEditor?.notebook === notebook);
    await vscode.commands.executeCommand("notebook.cell.edit");
    const editor = await until(() => vscode.window.activeTextEditor);
    assert.equal(editor.document, document);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await insertAtCursor(editor, "import os\n");
    assert.equal(document.getText(), "import os\ndef save(path):\n    return 2");
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("is pasted at the first prompt of a terminal, however late, and runs when the user presses Enter", async () => {
    const file = (name: string) => path.join(folder, name);
    const terminals = vscode.workspace.getConfiguration("terminal.integrated");
    const configure = async (profile: string | undefined, environment: object | undefined) => {
      await terminals.update("defaultProfile.linux", profile, vscode.ConfigurationTarget.Workspace);
      await terminals.update("env.linux", environment, vscode.ConfigurationTarget.Workspace);
    };
    for (const open of vscode.window.terminals) open.dispose();
    await until(() => vscode.window.activeTerminal === undefined);
    // Bash loads VS Code's integration, runs this command and shows its prompt.
    await configure("bash", { PROMPT_COMMAND: "sleep 0.5" });
    await vscode.env.clipboard.writeText("kept");
    try {
      await runInTerminal(`printf a > '${file("a")}' # all\nprintf b > '${file("b")}'\n`, "bash");
      assert.equal(await vscode.env.clipboard.readText(), "kept");
      await assert.rejects(readFile(file("a")), "nothing runs by itself");
      vscode.window.activeTerminal?.sendText("", true);
      await until(async () => readFile(file("b"), "utf8").catch(() => undefined));
      assert.equal(await readFile(file("a"), "utf8"), "a");
    } finally {
      vscode.window.activeTerminal?.dispose();
      await configure(undefined, undefined);
    }
  });

  it("goes to the editor that was used last if a chat in a tab is active", async () => {
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
