/** The library's command in VS Code. */
import assert from "node:assert/strict";
import * as vscode from "vscode";

const isLibrary = ({ input }: vscode.Tab) => input instanceof vscode.TabInputWebview && input.viewType.endsWith("generationStudio.library");
const libraryTabs = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(isLibrary);

describe("the library", function () {
  this.timeout(60_000);
  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("opens in one editor tab, also if the command runs again", async () => {
    const opened = new Promise<void>((resolve) => {
      const listener = vscode.window.tabGroups.onDidChangeTabs(() => {
        if (libraryTabs().length === 0) return;
        listener.dispose();
        resolve();
      });
    });
    await vscode.commands.executeCommand("generationStudio.openLibrary");
    await opened;
    await vscode.commands.executeCommand("generationStudio.openLibrary");
    assert.deepEqual(
      libraryTabs().map(({ label }) => label),
      ["Library"],
    );
  });
});
