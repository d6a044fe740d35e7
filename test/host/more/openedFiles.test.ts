/** Files that VS Code shows and plays itself, and those for which the system's player is offered. */
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { isViewedByEditor } from "../../../src/contract/viewedByEditor.ts";
import { openFile } from "../../../src/editor/artifacts/openFile.ts";

const opened = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);

describe("opening a file", () => {
  it("knows the endings of VS Code's own viewers", () => {
    const preview = vscode.extensions.getExtension("vscode.media-preview");
    const editors: { selector: { filenamePattern: string }[] }[] = preview?.packageJSON.contributes.customEditors ?? [];
    const endings = editors.flatMap(({ selector }) => selector.flatMap(({ filenamePattern }) => filenamePattern.match(/\w+/g) ?? []));
    assert.ok(endings.length > 10, "the extension and its endings");
    assert.deepEqual(
      endings.filter((ending) => !isViewedByEditor(`file.${ending}`)),
      [],
    );
  });

  it("never shows a sound or a video that VS Code does not know as a text", async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const ending of ["opus", "flac", "m4a", "aac", "mov", "mkv", "jxl"]) {
      const uri = vscode.Uri.joinPath(folder, `opened.${ending}`);
      await vscode.workspace.fs.writeFile(uri, new Uint8Array(16));
      await openFile(uri);
      assert.deepEqual(opened(), []);
      await vscode.workspace.fs.delete(uri);
    }
  });
});
