/** Cells of notebooks in a real extension host: generated text is written in them, and code of an answer is applied to them. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { applyCode } from "../../../src/editor/chat/code/applyCode.ts";
import { attachNotebook } from "../../../src/editor/chat/context/readContent.ts";
import type { Proposal } from "../../../src/editor/edits/proposal.ts";
import { Proposals } from "../../../src/editor/edits/proposals.ts";
import { openCell } from "../commandRunner.ts";
import { until } from "../languageSupport.ts";
import { acceptSteps } from "../stepPicker.ts";

const code = (source: string) => ({ cell_type: "code", metadata: {}, execution_count: null, source, outputs: [] });
const markdown = (source: string) => ({ cell_type: "markdown", metadata: {}, source });

describe("cells of a notebook", function () {
  this.timeout(120_000);
  let folder: string;
  const proposals = new Proposals();

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-cells-"));
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(async () => {
    proposals.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  async function createNotebook(name: string, cells: readonly object[]): Promise<vscode.NotebookDocument> {
    const uri = vscode.Uri.file(path.join(folder, name));
    await vscode.workspace.fs.writeFile(uri, Buffer.from(JSON.stringify({ nbformat: 4, nbformat_minor: 2, metadata: {}, cells })));
    return vscode.workspace.openNotebookDocument(uri);
  }
  const textsOf = (notebook: vscode.NotebookDocument) => notebook.getCells().map(({ document }) => document.getText());
  const write = async (command: string, given: object): Promise<string> => {
    const text = await vscode.commands.executeCommand<string | undefined>(`generationStudio.${command}`, { model: "demo-text", ...given });
    assert.ok(text !== undefined && text !== "", `${command} wrote nothing`);
    return text;
  };

  for (const [name, cell, start, end] of [
    ["a whole code cell", code("old = 1"), [0, 0], [0, 7]],
    ["a line in the middle of a code cell", code("a = 1\nb = 2\nc = 3"), [1, 0], [1, 5]],
    ["the last line of a code cell", code("a = 1\nb = 2"), [1, 0], [1, 5]],
    ["a passage of a Markdown cell", markdown("# Title\n\nAn old passage.\n\nEnd."), [2, 0], [2, 15]],
    ["a part of a line of a Markdown cell", markdown("Say it in other words."), [0, 4], [0, 6]],
  ] as const)
    it(`get a new version of ${name}, which is accepted or rejected, and undone in one step`, async () => {
      const notebook = await createNotebook(`replace ${name}.ipynb`, [code("first = 1"), cell, markdown("last")]);
      const before = textsOf(notebook);
      const range = new vscode.Range(start[0], start[1], end[0], end[1]);
      for (const isAccepted of [false, true]) {
        const editor = await openCell(notebook.uri, 1);
        const { document } = editor;
        editor.selection = new vscode.Selection(range.start, range.end);
        const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
        const text = await write("replaceSelection", { prompt: "Say it louder" });
        assert.deepEqual(textsOf(notebook), before, "nothing changes before the user decides");
        const command = `generationStudio.${isAccepted ? "acceptChanges" : "rejectChanges"}`;
        assert.equal(await vscode.commands.executeCommand(command, document.uri), true);
        const [first = "", second = "", last = ""] = before;
        const changed = second.slice(0, from) + text + second.slice(to);
        assert.deepEqual(textsOf(notebook), isAccepted ? [first, changed, last] : before);
      }
      await openCell(notebook.uri, 1);
      await vscode.commands.executeCommand("undo");
      await until(() => textsOf(notebook)[1] === before[1]);
      assert.deepEqual(textsOf(notebook), before);
    });

  for (const [name, cell, line, character] of [
    ["an empty code cell", code(""), 0, 0],
    ["a code cell, between its lines", code("a = 1\n\nb = 2"), 1, 0],
    ["an indented line of a code cell", code("def f():\n    \n    return 1"), 1, 4],
    ["the end of a Markdown cell", markdown("# Title"), 0, 7],
  ] as const)
    it(`get generated text in ${name}, as one undo step`, async () => {
      const notebook = await createNotebook(`insert ${name}.ipynb`, [cell, code("other = 1")]);
      const before = textsOf(notebook);
      const editor = await openCell(notebook.uri, 0);
      const offset = editor.document.offsetAt(new vscode.Position(line, character));
      editor.selection = new vscode.Selection(line, character, line, character);
      const text = await write("insertAtCursor", { prompt: "A list of three fruits" });
      const [first = "", other = ""] = before;
      assert.deepEqual(textsOf(notebook), [first.slice(0, offset) + text + first.slice(offset), other]);
      await vscode.commands.executeCommand("undo");
      assert.deepEqual(textsOf(notebook), before);
    });

  const load = "def load(path):\n    data = read(path)\n    return data";
  const save = "def save(path):\n    return 1";
  const better = "def save(path):\n    return 2";

  const proposalFor = (document: vscode.TextDocument): Proposal => {
    const proposal = proposals.find(document.uri);
    assert.ok(proposal !== undefined, "something is proposed for the cell");
    return proposal;
  };
  const apply = (block: string, info: string, before = "") => applyCode(proposals, undefined, { code: block, info, before });

  for (const [name, block, info, sentence] of [
    ["a function", `${better}\n`, "python", ""],
    ["a function, in a notebook that is named", `${better}\n`, "python", "Change `NOTEBOOK`:"],
    ["a function, with a comment that names the notebook", `# NOTEBOOK\n${better}\n`, "python", ""],
    ["a diff", "@@ -1,2 +1,2 @@\n def save(path):\n-    return 1\n+    return 2\n", "diff", "Change `NOTEBOOK`:"],
    ["a SEARCH/REPLACE block", "<<<<<<< SEARCH\n    return 1\n=======\n    return 2\n>>>>>>> REPLACE\n", "python", "Change `NOTEBOOK`:"],
    ["code that leaves out a cell's other lines", `# ... existing code ...\n\n${better}\n`, "python", ""],
  ] as const)
    it(`are the target of ${name}`, async () => {
      const file = `apply-${name.replaceAll(/\W+/g, "-")}.ipynb`;
      const notebook = await createNotebook(file, [code(load), markdown("# Save"), code(save)]);
      await vscode.window.showNotebookDocument(notebook);
      await apply(block.replace("NOTEBOOK", file), info, sentence.replace("NOTEBOOK", file));
      const proposal = proposalFor(notebook.cellAt(2).document);
      assert.deepEqual(textsOf(notebook), [load, "# Save", save]);
      assert.equal(await proposal.accept(), true);
      assert.deepEqual(textsOf(notebook), [load, "# Save", better]);
    });

  it("are chosen if the code fits none, and a new one is added if the user wants it", async () => {
    const notebook = await createNotebook("choose.ipynb", [code("")]);
    await vscode.window.showNotebookDocument(notebook);
    await acceptSteps(apply("x = 1\n", "python", "In `choose.ipynb`:"));
    const proposal = proposalFor(notebook.cellAt(0).document);
    assert.equal(await proposal.accept(), true);
    assert.deepEqual(textsOf(notebook), ["x = 1\n"]);
  });

  it("take a proposal with them when they are moved, and when they are removed and restored", async () => {
    const notebook = await createNotebook("moved.ipynb", [code(load), code(save)]);
    await vscode.window.showNotebookDocument(notebook);
    await apply(`${better}\n`, "python");
    const { document } = notebook.cellAt(1);
    const proposal = proposalFor(document);
    const replace = async (start: number, end: number, cells: vscode.NotebookCellData[]) => {
      const edit = new vscode.WorkspaceEdit();
      edit.set(notebook.uri, [vscode.NotebookEdit.replaceCells(new vscode.NotebookRange(start, end), cells)]);
      assert.equal(await vscode.workspace.applyEdit(edit), true);
    };
    await replace(0, 0, [new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "import os", "python")]);
    assert.equal(proposals.find(notebook.cellAt(2).document.uri), proposal, "a cell is added before it");
    await replace(2, 3, []);
    await until(() => proposal.isGone);
    assert.equal(await proposal.accept(), false);
    await vscode.window.showNotebookDocument(notebook);
    await vscode.commands.executeCommand("undo");
    await until(() => !proposal.isGone);
    assert.equal(await proposal.accept(), true);
    assert.deepEqual(textsOf(notebook), ["import os", load, better]);
  });

  it("take a proposal with them when their notebook is renamed, and end it when that is deleted", async () => {
    const notebook = await createNotebook("old.ipynb", [code(load), code(save)]);
    await vscode.window.showNotebookDocument(notebook);
    await apply(`${better}\n`, "python");
    const proposal = proposalFor(notebook.cellAt(1).document);
    const renamed = vscode.Uri.file(path.join(folder, "new.ipynb"));
    const rename = new vscode.WorkspaceEdit();
    rename.renameFile(notebook.uri, renamed);
    assert.equal(await vscode.workspace.applyEdit(rename), true);
    const now = await vscode.workspace.openNotebookDocument(renamed);
    await until(() => proposals.find(now.cellAt(1).document.uri) === proposal);
    assert.equal(await proposal.accept(), true);
    assert.deepEqual(textsOf(now), [load, better]);

    await now.save();
    await apply("def load(path):\n    return read(path)\n", "python");
    const second = proposalFor(now.cellAt(0).document);
    const deletion = new vscode.WorkspaceEdit();
    deletion.deleteFile(renamed);
    assert.equal(await vscode.workspace.applyEdit(deletion), true);
    await until(() => second.isGone);
    assert.equal(await second.accept(), false);
    await second.reject();
  });

  it("are attached as they are after each change of a cell, its language, its outputs and their number", async () => {
    const notebook = await createNotebook("attached.ipynb", [code("first = 1"), markdown("Words")]);
    const attached = () => Buffer.from(attachNotebook(notebook, "attached.ipynb").content ?? []).toString();
    const before = attached();
    assert.equal(attached(), before);
    const apply = async (change: (edit: vscode.WorkspaceEdit) => void) => {
      const edit = new vscode.WorkspaceEdit();
      change(edit);
      assert.ok(await vscode.workspace.applyEdit(edit));
    };
    await apply((edit) => edit.insert(notebook.cellAt(0).document.uri, new vscode.Position(0, 0), "zeroth = 0\n"));
    assert.match(attached(), /zeroth = 0\nfirst = 1/);
    await vscode.languages.setTextDocumentLanguage(notebook.cellAt(0).document, "julia");
    await until(() => attached().includes("julia"));
    const printed = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "print('heron')", "python");
    printed.outputs = [new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.text("a printed heron")])];
    await apply((edit) => edit.set(notebook.uri, [vscode.NotebookEdit.replaceCells(new vscode.NotebookRange(1, 2), [printed])]));
    assert.match(attached(), /a printed heron/);
    assert.doesNotMatch(attached(), /Words/);
    // VS Code opens a changed document by itself after a while.
    await notebook.save();
  });
});
