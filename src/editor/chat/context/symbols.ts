/** Finds symbols of the workspace, and attaches the source text of a symbol. */
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachText } from "../../../conversations/recognizeAttachment.ts";
import { judgeFile, requireConsent } from "../../base/disclosure.ts";
import { shownRow } from "../../base/pickRow.ts";
import { describeLines } from "./describeLines.ts";

const { t } = vscode.l10n;

const shown = 12;

/** In the order of the language's own search; symbols of libraries are left out. */
export async function searchSymbols(query: string): Promise<vscode.SymbolInformation[]> {
  const found = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
    "vscode.executeWorkspaceSymbolProvider",
    query,
  );
  const own = (found ?? []).filter(({ location }) => vscode.workspace.getWorkspaceFolder(location.uri) !== undefined);
  return own.slice(0, shown);
}

/** Where the symbol is, for the user: its container and its file. */
export function describeSymbol({ containerName, location }: vscode.SymbolInformation): string {
  return [containerName, vscode.workspace.asRelativePath(location.uri)].filter(Boolean).join(" · ");
}

function isDocumentSymbol(symbol: vscode.DocumentSymbol | vscode.SymbolInformation): symbol is vscode.DocumentSymbol {
  return "selectionRange" in symbol;
}

/** The innermost symbol of that name that contains the position. */
function findNamed(symbols: readonly vscode.DocumentSymbol[], name: string, position: vscode.Position): vscode.DocumentSymbol | undefined {
  for (const symbol of symbols) {
    if (!symbol.range.contains(position)) continue;
    const inner = findNamed(symbol.children, name, position);
    if (inner !== undefined) return inner;
    if (symbol.name === name) return symbol;
  }
  return undefined;
}

/** Some languages report only the position of the symbol's name; the file's outline has its whole range. */
async function readRange({ name, location }: vscode.SymbolInformation): Promise<vscode.Range> {
  type Outline = (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined;
  const outline = await vscode.commands.executeCommand<Outline>("vscode.executeDocumentSymbolProvider", location.uri);
  const symbols = (outline ?? []).filter(isDocumentSymbol);
  // Some languages include parameters in a function's name here, but not in the outline.
  const [bare = name] = name.split("(");
  const known = findNamed(symbols, name, location.range.start) ?? findNamed(symbols, bare, location.range.start);
  return known?.range ?? location.range;
}

/**
 * Takes whole lines, so that the indentation is as in the file. Asks the user about a file that may be private.
 * @throws Error if the file cannot be read, or the user does not agree.
 */
export async function attachSymbol(symbol: vscode.SymbolInformation): Promise<LoadedAttachment> {
  const document = await vscode.workspace.openTextDocument(symbol.location.uri);
  const range = document.validateRange(await readRange(symbol));
  const [first, last] = [range.start.line, range.end.line];
  const text = document.getText(new vscode.Range(first, 0, last, document.lineAt(last).text.length));
  const name = vscode.workspace.asRelativePath(document.uri, false);
  const loaded = attachText(`${symbol.name}: ${describeLines(name, first, last)}`, text);
  return requireConsent(name, await judgeFile(document.uri, loaded, text));
}

/** Asks for a symbol, and searches while the user types. undefined: cancelled. */
export async function chooseSymbol(): Promise<vscode.SymbolInformation | undefined> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { symbol: vscode.SymbolInformation }>();
  pick.title = t("Attach a Symbol");
  pick.placeholder = t("Name of a function, a class or another symbol of the workspace");
  pick.matchOnDescription = true;
  let search = 0;
  const update = async (query: string) => {
    search += 1;
    const mine = search;
    pick.busy = true;
    const found = query === "" ? [] : await searchSymbols(query);
    // Drop the result of a search if the next one has started.
    if (mine !== search) return;
    // The language also matches letters that are not adjacent, so all its results are shown.
    pick.items = found.map((symbol) => shownRow({ label: symbol.name, description: describeSymbol(symbol), alwaysShow: true, symbol }));
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
