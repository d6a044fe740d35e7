/** Attaches files, selections, bytes and URLs to a prompt. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { attachBytes } from "../../src/conversations/recognizeAttachment.ts";
import { attachActiveFile, attachFile, attachSelection, attachUrl } from "../../src/editor/chat/readAttachment.ts";
import { openFile } from "./commandRunner.ts";

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
    assert.equal(attachBytes("paper.pdf", Buffer.from("%PDF-1.7")).attachment.mediaType, "application/pdf");
    assert.equal(attachBytes("data.bin", Buffer.from([0, 1, 2])).attachment.kind, "document");
  });

  it("let the service fetch a URL itself, and refuse text that is not a URL", () => {
    const { attachment, content } = attachUrl("https://example.com/a/paper%20one.pdf");
    assert.deepEqual([attachment.name, attachment.kind, attachment.size, content], ["paper one.pdf", "document", 0, undefined]);
    assert.equal(attachUrl("https://example.com/dusk.png").attachment.kind, "image");
    for (const address of ["file:///etc/passwd", "command:x", "no address"]) assert.throws(() => attachUrl(address), /http address/);
  });
});
