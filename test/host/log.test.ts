/** The command that shows the log opens the extension's output channel. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { until } from "./languageSupport.ts";

describe("the log", function () {
  this.timeout(30_000);
  after(() => vscode.commands.executeCommand("workbench.action.closePanel"));

  it("is shown by its command", async () => {
    await vscode.commands.executeCommand("workbench.action.closePanel");
    await until(() => !isLogShown());
    await vscode.commands.executeCommand("generationStudio.showLog");
    await until(isLogShown);
    assert.notEqual(vscode.window.activeTextEditor?.document.uri.scheme, "output", "whoever writes goes on writing");
  });
});

function isLogShown(): boolean {
  return vscode.window.visibleTextEditors.some(
    ({ document: { uri } }) => uri.scheme === "output" && uri.path.includes("Generation Studio"),
  );
}
