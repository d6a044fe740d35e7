/** The document of a text answer. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { AnswerEditor } from "../../src/editor/promptRuns/answerEditor.ts";

/** With more than this number of documents without a tab, VS Code closes the oldest. */
const documentsWithoutTab = 60;

describe("the document of an answer", function () {
  this.timeout(60_000);
  let folder: string;

  before(async () => (folder = await mkdtemp(path.join(tmpdir(), "generation-studio-answer-"))));
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  /** Closes the tab, and opens so many other documents that VS Code closes this one. */
  async function close({ document }: AnswerEditor): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      const listening = vscode.workspace.onDidCloseTextDocument((one) => {
        if (one.uri.toString() !== document.uri.toString()) return;
        listening.dispose();
        resolve();
      });
    });
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (let number = 0; number <= documentsWithoutTab; number += 1) {
      const file = path.join(folder, `${number}.txt`);
      await writeFile(file, "");
      await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    }
    await closed;
  }

  for (const [name, isSaved, text] of [
    ["was saved", true, "One.\n"],
    ["was not saved", false, ""],
  ] as const) {
    it(`has the whole answer if it was closed in between and its text ${name}`, async () => {
      const file = vscode.Uri.file(path.join(folder, `${name}.out.md`));
      const answer = await AnswerEditor.open(file);
      const inserted = new Promise<void>((resolve) => {
        const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
          if (document !== answer.document || document.getText() !== "One.") return;
          listening.dispose();
          resolve();
        });
      });
      answer.append("One.");
      await inserted;
      // As a setting for the end of files does.
      if (isSaved) await writeFile(file.fsPath, text);
      await close(answer);
      answer.append(" Two.");
      await answer.finish();
      assert.equal(await readFile(file.fsPath, "utf8"), isSaved ? "One.\n Two." : "One. Two.");
    });
  }

  it("is continued once if it was closed while the rest of an interrupted answer arrived", async () => {
    const file = vscode.Uri.file(path.join(folder, "interrupted.out.md"));
    await writeFile(file.fsPath, "One.");
    const answer = await AnswerEditor.reopen(file, "");
    answer.append("One.");
    await close(answer);
    answer.append(" Two.");
    await answer.finish();
    assert.equal(await readFile(file.fsPath, "utf8"), "One. Two.");
  });
});
