/** Edits that are proposed for a file follow it, wherever it goes, and accepting them never fails. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { applyCode } from "../../../src/editor/chat/code/applyCode.ts";
import type { Proposal } from "../../../src/editor/edits/proposal.ts";
import { Proposals } from "../../../src/editor/edits/proposals.ts";
import { openFile } from "../commandRunner.ts";
import { until, workspaceFile } from "../languageSupport.ts";

describe("an edit that is proposed for a file", function () {
  this.timeout(60_000);
  const source = "export const one = 1;\n\nexport function add(a, b) {\n  return a - b;\n}\n";
  const better = "export function add(a, b) {\n  return a + b;\n}\n";
  const mended = source.replace("a - b", "a + b");
  const proposals = new Proposals();
  let root: string;
  let elsewhere: string;
  const fileIn = (name: string) => vscode.Uri.file(path.join(root, name));

  before(async () => {
    elsewhere = await mkdtemp(path.join(tmpdir(), "generation-studio-moved-"));
  });
  // VS Code keeps documents of files that are gone, so each test has its own.
  let tests = 0;
  beforeEach(async () => {
    tests += 1;
    root = workspaceFile(`moved-${tests}`).fsPath;
    await mkdir(path.join(root, "lib", "deep"), { recursive: true });
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });
  after(async () => {
    proposals.dispose();
    await rm(elsewhere, { recursive: true, force: true, maxRetries: 5 });
  });

  async function propose(name: string): Promise<Proposal> {
    const editor = await openFile(root, name, source);
    await applyCode(proposals, editor, { code: better, info: "js", before: "" });
    const proposal = proposals.find(editor.document.uri);
    assert.ok(proposal !== undefined);
    return proposal;
  }
  const change = async (write: (edit: vscode.WorkspaceEdit) => void) => {
    const edit = new vscode.WorkspaceEdit();
    write(edit);
    assert.equal(await vscode.workspace.applyEdit(edit), true);
  };

  const moves: [what: string, from: string, moved: string, to: () => vscode.Uri, file: () => vscode.Uri][] = [
    ["a file that is renamed", "lib/a.js", "lib/a.js", () => fileIn("lib/b.js"), () => fileIn("lib/b.js")],
    ["a file whose name changes only its case", "lib/a.js", "lib/a.js", () => fileIn("lib/A.js"), () => fileIn("lib/A.js")],
    ["a file that gets another extension", "lib/a.js", "lib/a.js", () => fileIn("lib/a.mts"), () => fileIn("lib/a.mts")],
    ["a name with spaces and marks", "lib/a b#1.js", "lib/a b#1.js", () => fileIn("lib/é %20.js"), () => fileIn("lib/é %20.js")],
    ["a folder that is renamed", "lib/a.js", "lib", () => fileIn("src"), () => fileIn("src/a.js")],
    ["a folder above it", "lib/deep/a.js", "lib", () => fileIn("src"), () => fileIn("src/deep/a.js")],
    ["a folder whose name changes only its case", "lib/a.js", "lib", () => fileIn("Lib"), () => fileIn("Lib/a.js")],
    [
      "a file that leaves the workspace",
      "lib/a.js",
      "lib/a.js",
      () => vscode.Uri.file(path.join(elsewhere, "a.js")),
      () => vscode.Uri.file(path.join(elsewhere, "a.js")),
    ],
    [
      "a folder that leaves the workspace",
      "lib/a.js",
      "lib",
      () => vscode.Uri.file(path.join(elsewhere, "lib")),
      () => vscode.Uri.file(path.join(elsewhere, "lib/a.js")),
    ],
  ];
  for (const [what, from, moved, to, file] of moves)
    it(`follows ${what}`, async () => {
      const proposal = await propose(from);
      await change((edit) => edit.renameFile(fileIn(moved), to()));
      await until(() => proposals.find(file()) === proposal);
      assert.equal(await proposal.accept(), true);
      assert.equal((await vscode.workspace.openTextDocument(file())).getText(), mended);
    });

  it("does not follow another folder whose name begins the same", async () => {
    const proposal = await propose("lib/a.js");
    await mkdir(path.join(root, "li"));
    await change((edit) => edit.renameFile(fileIn("li"), fileIn("other")));
    assert.equal(await proposal.accept(), true);
    assert.equal((await vscode.workspace.openTextDocument(fileIn("lib/a.js"))).getText(), mended);
  });

  const removals: [what: string, remove: () => Promise<void>][] = [
    ["its folder is deleted", () => change((edit) => edit.deleteFile(fileIn("lib"), { recursive: true }))],
    ["the folder above is deleted", () => change((edit) => edit.deleteFile(vscode.Uri.file(root), { recursive: true }))],
    ["another program deletes its folder", () => rm(path.join(root, "lib"), { recursive: true })],
    ["another program renames its folder", () => rename(path.join(root, "lib"), path.join(root, "other"))],
  ];
  for (const [what, remove] of removals)
    it(`is not lost or accepted in part if ${what}`, async () => {
      const proposal = await propose("lib/deep/a.js");
      await vscode.commands.executeCommand("workbench.action.files.saveAll");
      for (const tab of vscode.window.tabGroups.all.flatMap((group) => group.tabs))
        if (tab.input instanceof vscode.TabInputText) await vscode.window.tabGroups.close(tab);
      await remove();
      const isAccepted = await proposal.accept();
      // VS Code may still have the file's document, which then takes the text.
      const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === proposal.uri.toString());
      assert.equal(isAccepted, open !== undefined);
      if (isAccepted) assert.equal(open?.getText(), mended);
      else {
        assert.equal(proposal.isGone, true);
        await mkdir(path.join(root, "lib", "deep"), { recursive: true });
        await vscode.workspace.fs.writeFile(fileIn("lib/deep/a.js"), Buffer.from(source));
        assert.equal(await proposal.accept(), true, "the file is there again");
        assert.equal((await vscode.workspace.openTextDocument(fileIn("lib/deep/a.js"))).getText(), mended);
      }
    });

  const saves: [what: string, text: string][] = [
    ["an untitled document that is saved as a file", source],
    ["an untitled document whose text changes while it is saved", source.trimEnd()],
  ];
  for (const [what, text] of saves)
    it(`follows ${what}`, async () => {
      const file = fileIn("lib/new.js");
      const untitled = file.with({ scheme: "untitled" });
      const document = await vscode.workspace.openTextDocument(untitled);
      const editor = await vscode.window.showTextDocument(document);
      await change((edit) => edit.insert(untitled, new vscode.Position(0, 0), text));
      await applyCode(proposals, editor, { code: better, info: "js", before: "" });
      const proposal = proposals.find(untitled);
      assert.ok(proposal !== undefined);
      const files = vscode.workspace.getConfiguration("files");
      await files.update("insertFinalNewline", true, vscode.ConfigurationTarget.Global);
      try {
        assert.equal(await document.save(), true);
        await until(() => proposals.find(file) === proposal);
        assert.equal(proposals.find(untitled), undefined);
        assert.equal(await proposal.accept(), true);
        assert.equal((await vscode.workspace.openTextDocument(file)).getText(), mended);
      } finally {
        await files.update("insertFinalNewline", undefined, vscode.ConfigurationTarget.Global);
      }
    });

  it("does not take another file with the same text for an untitled document that is closed", async () => {
    const document = await vscode.workspace.openTextDocument({ content: source, language: "javascript" });
    const editor = await vscode.window.showTextDocument(document);
    await applyCode(proposals, editor, { code: better, info: "js", before: "" });
    const proposal = proposals.find(document.uri);
    await openFile(root, "lib/a.js", source);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await until(() => document.isClosed);
    assert.equal(proposals.find(fileIn("lib/a.js")), undefined);
    await proposal?.reject();
  });

  it("says that an untitled document is gone when it was closed", async () => {
    const document = await vscode.workspace.openTextDocument({ content: source, language: "javascript" });
    const editor = await vscode.window.showTextDocument(document);
    await applyCode(proposals, editor, { code: better, info: "js", before: "" });
    const proposal = proposals.find(document.uri);
    assert.ok(proposal !== undefined);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await until(() => document.isClosed);
    assert.equal(await proposal.accept(), false);
    assert.equal(proposal.isGone, true);
    await proposal.reject();
  });
});
