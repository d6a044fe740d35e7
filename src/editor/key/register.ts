/** The studio in; the key feature's commands and views, registered, out. */
import * as vscode from "vscode";
import type { Studio } from "../studio.ts";

export function registerKey(_studio: Studio): vscode.Disposable {
  return vscode.Disposable.from();
}
