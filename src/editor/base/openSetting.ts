/** Opens the settings editor at a setting, or the account page from the settings. */
import * as vscode from "vscode";
import { settings } from "./settings.ts";

/** `name`: without the extension's prefix. */
export function openSetting(name: "accountPage" | "baseUrl" | "output.signing" | "providers"): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openSettings", `generationStudio.${name}`);
}

/** Opens the page where the account is paid for. If none is set, opens the setting for it. */
export function openAccountPage(): Thenable<unknown> {
  const page = settings.accountPage();
  return page === "" ? openSetting("accountPage") : vscode.env.openExternal(vscode.Uri.parse(page));
}
