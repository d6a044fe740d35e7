/** Opens prompt documents and waits for the results of their language features. */
import * as path from "node:path";
import * as vscode from "vscode";

export function workspaceFile(name: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error("The tests need a workspace folder.");
  return vscode.Uri.joinPath(folder.uri, name);
}

/** Writes `<folder>/<name>.gen.md` and opens it. */
export async function openPrompt(name: string, text: string): Promise<vscode.TextDocument> {
  const uri = workspaceFile(`${name}.gen.md`);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  return document;
}

/** Repeats until there is a value; the test's time limit ends it. */
export async function until<Value>(read: () => Promise<Value | undefined | false> | Value | undefined | false): Promise<Value> {
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export function positionOf(document: vscode.TextDocument, mark: string, shift = 0): vscode.Position {
  const offset = document.getText().indexOf(mark);
  if (offset === -1) throw new Error(`The document has no ${mark}.`);
  return document.positionAt(offset + shift);
}

/** Waits for diagnostics; if they do not appear, the error names those that are there. */
export async function diagnosticsOf(document: vscode.TextDocument, isThere: (found: readonly vscode.Diagnostic[]) => boolean) {
  const latest = Date.now() + 30_000;
  return until(() => {
    const found = vscode.languages.getDiagnostics(document.uri);
    if (isThere(found)) return found;
    if (Date.now() < latest) return false;
    const seen = found.map(({ code, message }) => `${typeof code === "object" ? code.value : code}: ${message}`);
    throw new Error(`Not the expected diagnostics for\n${document.getText()}\nFound: ${seen.join("\n") || "none"}`);
  });
}

/** Queries a provider until it returns something: the language's code loads with the first document. */
export async function ask<Value extends readonly unknown[]>(command: string, ...values: unknown[]): Promise<Value> {
  return until(async () => {
    const found = await vscode.commands.executeCommand<Value | undefined>(command, ...values);
    return found && found.length > 0 && found;
  });
}

export async function filesIn(name: string): Promise<string[]> {
  const entries = await vscode.workspace.fs.readDirectory(workspaceFile(name)).then(
    (found) => found,
    () => [],
  );
  return entries.map(([file]) => path.posix.join(name, file)).toSorted();
}

/** Labels in VS Code's order, once one of our items is among them. */
export async function completionsAt(document: vscode.TextDocument, position: vscode.Position): Promise<string[]> {
  const items = await completionItemsAt(document, position);
  return items.map((item) => (typeof item.label === "string" ? item.label : item.label.label));
}

export async function completionItemsAt(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.CompletionItem[]> {
  const foreign: (vscode.CompletionItemKind | undefined)[] = [vscode.CompletionItemKind.Text, vscode.CompletionItemKind.Snippet];
  const { items } = await until(async () => {
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      position,
    );
    return list.items.some((item) => !foreign.includes(item.kind)) && list;
  });
  return items.toSorted((a, b) => (a.sortText ?? "").localeCompare(b.sortText ?? ""));
}

/** The details beside a label, e.g. a model's capabilities. */
export function detailOf(item: vscode.CompletionItem): string {
  return typeof item.label === "string" ? "" : (item.label.description ?? "");
}

export async function hoverAt(document: vscode.TextDocument, position: vscode.Position): Promise<string> {
  const hovers = await ask<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, position);
  return hovers.flatMap((one) => one.contents.map((content) => (typeof content === "string" ? content : content.value))).join("\n");
}

export async function lensTitles(document: vscode.TextDocument): Promise<string[]> {
  const lenses = await ask<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 10);
  return lenses.map((lens) => lens.command?.title ?? "");
}

/** The quick fixes that VS Code offers at a position, in its order. */
export async function fixesAt(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
  return vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document.uri, range);
}
