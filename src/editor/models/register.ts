/** The studio in; the models feature's commands and views, registered, out. */
import * as vscode from "vscode";
import type { Studio } from "../studio.ts";

export function registerModels(_studio: Studio): vscode.Disposable {
  return vscode.Disposable.from();
}
