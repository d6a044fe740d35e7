/** Searches for files and symbols to attach, while the user types in the panel. */
import * as vscode from "vscode";
import type { ChatReply } from "../../../chat/messages/chatProtocol.ts";
import { searchFiles } from "./searchFiles.ts";
import { describeSymbol, searchSymbols } from "./symbols.ts";

/** The result of a search is left out if the next search has begun. */
export interface ContextSearches {
  findFiles(query: string): Promise<ChatReply<"searchFiles">>;
  findSymbols(query: string): Promise<ChatReply<"searchSymbols">>;
  /** A symbol from the last result. */
  symbol(id: string): vscode.SymbolInformation | undefined;
}

export function createContextSearches(): ContextSearches {
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
      search.dispose();
      return search === fileSearch ? { files } : {};
    },
    async findSymbols(query) {
      symbolSearches += 1;
      const search = symbolSearches;
      const found = await searchSymbols(query);
      if (search !== symbolSearches) return {};
      symbols = new Map(found.map((symbol, index) => [`${search} ${index}`, symbol]));
      return { symbols: [...symbols].map(([id, symbol]) => ({ id, name: symbol.name, location: describeSymbol(symbol) })) };
    },
    symbol: (id) => symbols.get(id),
  };
}
