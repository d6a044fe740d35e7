import * as vscode from "vscode";

/** The documents of all text tabs, the active one first. */
export async function openDocuments(): Promise<vscode.TextDocument[]> {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .toSorted((one, other) => Number(other.isActive) - Number(one.isActive));
  const uris = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const distinct = [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
  const opened = distinct.map((uri) =>
    vscode.workspace.openTextDocument(uri).then(
      (document) => [document],
      // The file was deleted, or is not text after all.
      () => [],
    ),
  );
  return (await Promise.all(opened)).flat();
}

/** The notebooks of all tabs. */
export function openNotebooks(): vscode.NotebookDocument[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const shown = new Set(tabs.flatMap(({ input }) => (input instanceof vscode.TabInputNotebook ? [input.uri.toString()] : [])));
  return vscode.workspace.notebookDocuments.filter(({ uri }) => shown.has(uri.toString()));
}
