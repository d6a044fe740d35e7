/** Attaches files, selections, bytes and URLs to a prompt. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { attachBytes } from "../../src/conversations/recognizeAttachment.ts";
import { attachActiveFile, attachFile, attachSelection, attachUrl } from "../../src/editor/chat/context/readAttachment.ts";
import { openCell, openFile } from "./commandRunner.ts";

describe("attachments of the chat", function () {
  this.timeout(60_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-chat-"));
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it("attach the active file with unsaved changes, and the selection with its lines", async () => {
    const editor = await openFile(folder, "attach.ts", "one\ntwo\nthree\n");
    await editor.edit((edit) => edit.insert(new vscode.Position(3, 0), "unsaved\n"));
    const active = attachActiveFile(editor);
    assert.equal(Buffer.from(active.content ?? []).toString(), "one\ntwo\nthree\nunsaved\n");
    assert.equal(active.attachment.kind, "text");
    editor.selection = new vscode.Selection(0, 0, 1, 3);
    const selected = attachSelection(editor);
    assert.equal(Buffer.from(selected.content ?? []).toString(), "one\ntwo");
    assert.match(selected.attachment.name, /attach\.ts.*1–2/);
  });

  it("detect images by their bytes and documents by their names", async () => {
    const png = Buffer.from("89504e470d0a1a0a0000", "hex");
    await writeFile(path.join(folder, "picture.txt"), png);
    const { attachment } = await attachFile(vscode.Uri.file(path.join(folder, "picture.txt")));
    assert.deepEqual([attachment.kind, attachment.mediaType, attachment.size], ["image", "image/png", png.length]);
    assert.equal(
      attachBytes("paper.pdf", Buffer.from("%PDF-1.7\nxref\n0 1\nstartxref\n9\n%%EOF\n")).attachment.mediaType,
      "application/pdf",
    );
    assert.equal(attachBytes("data.bin", Buffer.from([0, 1, 2])).attachment.kind, "document");
  });

  const textOf = ({ content }: { content?: Uint8Array }) => Buffer.from(content ?? []).toString();
  const fileIn = async (name: string, bytes: Uint8Array) => {
    const uri = vscode.Uri.file(path.join(folder, name));
    await vscode.workspace.fs.writeFile(uri, bytes);
    return uri;
  };

  it("decode files as VS Code does, without a byte order mark", async () => {
    const encodings: [name: string, bytes: Buffer][] = [
      ["utf8bom.txt", Buffer.from("\ufeffgrüße")],
      ["utf16le.txt", Buffer.from("\ufeffgrüße", "utf16le")],
      ["utf16be.txt", Buffer.from("\ufeffgrüße", "utf16le").swap16()],
      ["utf8.txt", Buffer.from("grüße")],
    ];
    for (const [name, bytes] of encodings) {
      const attached = await attachFile(await fileIn(name, bytes));
      assert.deepEqual([textOf(attached), attached.attachment.kind], ["grüße", "text"], name);
    }
    const files = vscode.workspace.getConfiguration("files");
    await files.update("encoding", "windows1252", vscode.ConfigurationTarget.Global);
    try {
      assert.equal(textOf(await attachFile(await fileIn("latin.txt", Buffer.from("grüße", "latin1")))), "grüße");
    } finally {
      await files.update("encoding", undefined, vscode.ConfigurationTarget.Global);
    }
    assert.equal((await attachFile(await fileIn("data.bin", Buffer.from([1, 0, 255, 0, 254, 3])))).attachment.kind, "document");
  });

  it("attach unsaved changes of a file, also in its folder", async () => {
    const editor = await openFile(folder, "dirty.ts", "saved\n");
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "unsaved "));
    assert.equal(textOf(await attachFile(editor.document.uri)), "unsaved saved\n");
    assert.match(textOf(await attachFile(vscode.Uri.file(folder))), /--- dirty\.ts\nunsaved saved/);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("attach a notebook as its cells, with unsaved changes and without images", async () => {
    const image = Buffer.alloc(30_000, 7).toString("base64");
    const outputs = [{ output_type: "display_data", metadata: {}, data: { "image/png": image, "text/plain": ["<Figure>"] } }];
    const cells = [
      { cell_type: "markdown", metadata: {}, source: ["# Title"] },
      { cell_type: "code", metadata: {}, execution_count: 1, source: ["plot()"], outputs },
    ];
    const uri = await fileIn("plot.ipynb", Buffer.from(JSON.stringify({ nbformat: 4, nbformat_minor: 2, metadata: {}, cells })));
    assert.equal(
      textOf(await attachFile(uri)),
      "--- Cell 1 (markdown)\n# Title\n\n--- Cell 2 (python)\nplot()\n--- Output: image/png, left out",
    );
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    const code = notebook.cellAt(1).document.uri;
    edit.insert(code, new vscode.Position(0, 0), "x = 1\n");
    await vscode.workspace.applyEdit(edit);
    assert.match(textOf(await attachFile(uri)), /--- Cell 2 \(python\)\nx = 1\nplot\(\)\n--- Output: image\/png, left out$/);
  });

  it("attach code of a cell with the cell's number, and the error of its output", async () => {
    const traceback = ["Traceback", "KeyError: 'a'"];
    const outputs = [{ output_type: "error", ename: "KeyError", evalue: "'a'", traceback }];
    const cell = (source: string, ...made: object[]) => ({ cell_type: "code", metadata: {}, execution_count: 1, source, outputs: made });
    const cells = [cell("import os"), cell("x = 1\nx['a']", ...outputs)];
    const uri = await fileIn("failed.ipynb", Buffer.from(JSON.stringify({ nbformat: 4, nbformat_minor: 2, metadata: {}, cells })));
    const editor = await openCell(uri, 1);
    editor.selection = new vscode.Selection(1, 0, 1, 6);
    const selected = attachSelection(editor);
    assert.deepEqual([selected.attachment.name, textOf(selected)], ["failed.ipynb, cell 2, line 2", "x['a']"]);
    const active = attachActiveFile(editor);
    assert.equal(active.attachment.name, "failed.ipynb");
    assert.match(textOf(active), /--- Cell 2 \(python\)\nx = 1\nx\['a'\]\n--- Output\nTraceback\nKeyError: 'a'$/);
  });

  it("let the service fetch a URL itself, and refuse text that is not a URL", () => {
    const { attachment, content } = attachUrl("https://example.com/a/paper%20one.pdf");
    assert.deepEqual([attachment.name, attachment.kind, attachment.size, content], ["paper one.pdf", "document", 0, undefined]);
    assert.equal(attachUrl("https://example.com/100%.png").attachment.name, "100%.png");
    assert.equal(attachUrl("https://example.com/%E9%20%C3%A9.png").attachment.name, "%E9 é.png");
    assert.equal(attachUrl("https://example.com/dusk.png").attachment.kind, "image");
    for (const address of ["file:///etc/passwd", "command:x", "no address"]) assert.throws(() => attachUrl(address), /http address/);
  });
});
