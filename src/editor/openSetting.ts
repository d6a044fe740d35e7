/** Opens the settings editor at a setting, or the account page that a setting names. */
import * as vscode from "vscode";
import { settings } from "./settings.ts";

/** `name`: without the extension's own. */
export function openSetting(name: "accountPage" | "baseUrl" | "providers"): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openSettings", `generationStudio.${name}`);
}

/** Where the account is paid for; where no page is set, the setting that names it. */
export function openAccountPage(): Thenable<unknown> {
  const page = settings.accountPage();
  return page === "" ? openSetting("accountPage") : vscode.env.openExternal(vscode.Uri.parse(page));
}
