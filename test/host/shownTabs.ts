/** Waits for the tabs that a command opens. The active editor changes while others open, close or take the focus. */
import * as vscode from "vscode";

/** Resolves with the first value found in the tabs, now or after a change; the test's time limit ends the wait. */
function inTabs<Value>(find: (inputs: readonly unknown[]) => Value | undefined): Promise<Value> {
  const inputs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).map((tab) => tab.input);
  return new Promise((resolve) => {
    const look = () => {
      const found = find(inputs());
      if (found === undefined) return;
      for (const listener of listeners) listener.dispose();
      resolve(found);
    };
    const listeners = [
      vscode.window.tabGroups.onDidChangeTabs(look),
      vscode.workspace.onDidOpenTextDocument(look),
      vscode.workspace.onDidChangeTextDocument(look),
    ];
    look();
  });
}

/** Waits until a tab shows a document that satisfies the condition. */
export function shownDocument(accepts: (document: vscode.TextDocument) => boolean): Promise<vscode.TextDocument> {
  return inTabs((inputs) => {
    const isOfText = (input: unknown) => input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
    const shown = new Set(inputs.flatMap((input) => (isOfText(input) ? [input.uri.toString()] : [])));
    return vscode.workspace.textDocuments.find((document) => shown.has(document.uri.toString()) && accepts(document));
  });
}

/** Waits until a tab shows the details of a task or a model, with the key or name in its path and all these parts in its text. */
export function shownDetails(key: string, ...parts: readonly string[]): Promise<vscode.TextDocument> {
  return shownDocument((document) => document.uri.path.includes(`/${key}/`) && parts.every((part) => document.getText().includes(part)));
}

/** Waits until a tab shows the file in an editor that is not a text editor. */
export function shownFile(uri: vscode.Uri): Promise<vscode.TabInputCustom> {
  return inTabs((inputs) =>
    inputs.find(
      (input): input is vscode.TabInputCustom => input instanceof vscode.TabInputCustom && input.uri.toString() === uri.toString(),
    ),
  );
}

/** Waits until a tab shows a diff whose proposed side satisfies the condition. */
export function shownDiff(accepts: (proposed: vscode.Uri) => boolean): Promise<vscode.TabInputTextDiff> {
  return inTabs((inputs) => diffIn(inputs, accepts));
}

/** Waits until no tab shows such a diff. */
export async function closedDiff(accepts: (proposed: vscode.Uri) => boolean): Promise<void> {
  await inTabs((inputs) => (diffIn(inputs, accepts) === undefined ? true : undefined));
}

function diffIn(inputs: readonly unknown[], accepts: (proposed: vscode.Uri) => boolean): vscode.TabInputTextDiff | undefined {
  return inputs.find((input): input is vscode.TabInputTextDiff => input instanceof vscode.TabInputTextDiff && accepts(input.modified));
}
