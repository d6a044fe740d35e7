/** What VS Code or a caller gives a command in; the arguments and files that it means out. */
import * as vscode from "vscode";
import type { GenerateArguments } from "./wish.ts";

/** A menu gives the clicked file, or an object that is not ours; a caller gives arguments. */
export function readArguments(given: unknown): GenerateArguments {
  if (typeof given !== "object" || given === null || given instanceof vscode.Uri) return {};
  return given;
}

/** The Explorer gives the clicked file and, second, every selected one; the palette gives nothing and means the active tab. */
export function readFiles(file: unknown, others: unknown): vscode.Uri[] {
  if (Array.isArray(others) && others.length > 0) return others.filter((other) => other instanceof vscode.Uri);
  if (file instanceof vscode.Uri) return [file];
  const active = activeFile();
  return active === undefined ? [] : [active];
}

/** A picture is shown by a custom editor, which is no text editor. */
function activeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isFile = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return isFile ? input.uri : vscode.window.activeTextEditor?.document.uri;
}
