/** The studio in; the language feature's commands and views, registered, out. */
import * as vscode from "vscode";
import type { Studio } from "../studio.ts";

export function registerLanguage(_studio: Studio): vscode.Disposable {
  return vscode.Disposable.from();
}
