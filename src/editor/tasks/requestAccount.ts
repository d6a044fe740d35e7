/** Requests the account's balance, which only the status of a v2 task contains, once per service and window. */
import type * as vscode from "vscode";
import type { StatusSource } from "./statusBar.ts";

export interface AccountSource extends StatusSource {
  /** Whether any kind is generated over v2. */
  usesV2(): boolean;
  /** Does not reject if the service does not answer. */
  refreshAccount(baseUrl: string): Promise<void>;
}

/** Only if v2 is in use. Does not start the built-in service. */
export function requestAccount(source: AccountSource): vscode.Disposable {
  const requested = new Set<string>();
  const request = async (): Promise<void> => {
    const { baseUrl, isBuiltIn } = await source.connection();
    if (isBuiltIn || requested.has(baseUrl) || !source.usesV2()) return;
    requested.add(baseUrl);
    await source.refreshAccount(baseUrl);
  };
  void request();
  return source.onDidChangeConnection(() => void request());
}
