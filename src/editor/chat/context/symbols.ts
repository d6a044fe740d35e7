/** Finds symbols of the workspace, and attaches the source text of one. */
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachBytes } from "../../../conversations/recognizeAttachment.ts";

const shown = 12;

/** As the languages' own search ranks them; those of libraries are left out. */
export async function findSymbols(query: string): Promise<vscode.SymbolInformation[]> {
  const found = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
    "vscode.executeWorkspaceSymbolProvider",
    query,
  );
  const own = (found ?? []).filter(({ location }) => vscode.workspace.getWorkspaceFolder(location.uri) !== undefined);
  return own.slice(0, shown);
}

/** Where it lies, for a person: what contains it, and its file. */
export function describeSymbol({ containerName, location }: vscode.SymbolInformation): string {
  return [containerName, vscode.workspace.asRelativePath(location.uri)].filter(Boolean).join(" · ");
}

function isDocumentSymbol(symbol: vscode.DocumentSymbol | vscode.SymbolInformation): symbol is vscode.DocumentSymbol {
  return "selectionRange" in symbol;
}

/** The innermost one of that name that contains the position. */
function findNamed(symbols: readonly vscode.DocumentSymbol[], name: string, position: vscode.Position): vscode.DocumentSymbol | undefined {
  for (const symbol of symbols) {
    if (!symbol.range.contains(position)) continue;
    const inner = findNamed(symbol.children, name, position);
    if (inner !== undefined) return inner;
    if (symbol.name === name) return symbol;
  }
  return undefined;
}

/** Some languages report where its name stands, and not all of it: their outline has the rest. */
async function readRange({ name, location }: vscode.SymbolInformation): Promise<vscode.Range> {
  type Outline = (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined;
  const outline = await vscode.commands.executeCommand<Outline>("vscode.executeDocumentSymbolProvider", location.uri);
  const symbols = (outline ?? []).filter(isDocumentSymbol);
  // Some name a function with its parameters, here and not there.
  const [bare = name] = name.split("(");
  const known = findNamed(symbols, name, location.range.start) ?? findNamed(symbols, bare, location.range.start);
  return known?.range ?? location.range;
}

/** Whole lines, so that the text is indented as it is in its file. @throws Error where its file cannot be read. */
export async function attachSymbol(symbol: vscode.SymbolInformation): Promise<LoadedAttachment> {
  const { t } = vscode.l10n;
  const document = await vscode.workspace.openTextDocument(symbol.location.uri);
  const range = document.validateRange(await readRange(symbol));
  const [first, last] = [range.start.line, range.end.line];
  const text = document.getText(new vscode.Range(first, 0, last, document.lineAt(last).text.length));
  const name = vscode.workspace.asRelativePath(document.uri, false);
  const label = first === last ? t("{0}, line {1}", name, first + 1) : t("{0}, lines {1}", name, `${first + 1}–${last + 1}`);
  return attachBytes(`${symbol.name}: ${label}`, Buffer.from(text));
}

/** Asks for a symbol, which is looked for while its name is typed. undefined: cancelled. */
export async function chooseSymbol(): Promise<vscode.SymbolInformation | undefined> {
  const { t } = vscode.l10n;
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { symbol: vscode.SymbolInformation }>();
  pick.title = t("Attach a Symbol");
  pick.placeholder = t("Name of a function, a class or another symbol of the workspace");
  pick.matchOnDescription = true;
  let search = 0;
  const update = async (query: string) => {
    search += 1;
    const mine = search;
    pick.busy = true;
    const found = query === "" ? [] : await findSymbols(query);
    // One that was overtaken by the next is not shown.
    if (mine !== search) return;
    // The language finds letters that are not together: what it found is shown, whatever is typed.
    pick.items = found.map((symbol) => ({ label: symbol.name, description: describeSymbol(symbol), alwaysShow: true, symbol }));
    pick.busy = false;
  };
  try {
    return await new Promise((resolve) => {
      pick.onDidChangeValue((query) => void update(query));
      pick.onDidAccept(() => resolve(pick.activeItems[0]?.symbol));
      pick.onDidHide(() => resolve(undefined));
      pick.show();
    });
  } finally {
    search += 1;
    pick.dispose();
  }
}
