/** Searches for files and symbols to attach, while the user types in the panel. */
import * as vscode from "vscode";
import type { ChatPush } from "../../../chat/messages/chatPush.ts";
import { searchFiles } from "./searchFiles.ts";
import { describeSymbol, searchSymbols } from "./symbols.ts";

/** The result of a search is dropped if the next search has started. */
export interface ContextSearches {
  findFiles(query: string): Promise<void>;
  findSymbols(query: string): Promise<void>;
  /** A symbol from the last result. */
  symbol(id: string): vscode.SymbolInformation | undefined;
}

export function createContextSearches(post: (message: ChatPush) => void): ContextSearches {
  /** By the id that the page uses. */
  let symbols = new Map<string, vscode.SymbolInformation>();
  let symbolSearches = 0;
  let fileSearch: vscode.CancellationTokenSource | undefined;

  return {
    async findFiles(query) {
      fileSearch?.cancel();
      const search = new vscode.CancellationTokenSource();
      fileSearch = search;
      const files = await searchFiles(query, search.token);
      if (!search.token.isCancellationRequested) post({ type: "files", query, files });
      search.dispose();
    },
    async findSymbols(query) {
      symbolSearches += 1;
      const search = symbolSearches;
      const found = await searchSymbols(query);
      if (search !== symbolSearches) return;
      symbols = new Map(found.map((symbol, index) => [`${search} ${index}`, symbol]));
      post({
        type: "symbols",
        query,
        symbols: [...symbols].map(([id, symbol]) => ({ id, name: symbol.name, location: describeSymbol(symbol) })),
      });
    },
    symbol: (id) => symbols.get(id),
  };
}
