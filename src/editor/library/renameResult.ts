/** Renames a result's file within its folder. */
import path from "node:path";
import * as vscode from "vscode";
import type { LibraryEntry } from "../../generations/library/library.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { findFile } from "../artifacts/findResults.ts";
import { artifactLocation } from "../base/artifactUri.ts";
import { uriExists } from "../base/existence.ts";
import { announce } from "../base/report.ts";

const { t } = vscode.l10n;

/** Asks for the name unless it is given. Returns whether the file was renamed. VS Code renames it, so that extensions can update links. */
export async function renameResult(tasks: Tasks, entry: LibraryEntry | undefined, given?: string): Promise<boolean> {
  if (entry === undefined) return false;
  const { uri, isThere } = await findFile(entry.artifact);
  if (!isThere) {
    void announce(t("The file is not at {0} any more.", describe(uri)));
    return false;
  }
  const name = given ?? (await askName(uri));
  const renamed = name === undefined ? uri : besides(uri, name);
  if (name === undefined || renamed.path === uri.path) return false;
  const reason = await findReason(uri, name);
  if (reason !== undefined) {
    void announce(reason);
    return false;
  }
  if (!(await rename(uri, renamed))) {
    void announce(t("{0} could not be renamed.", describe(uri)));
    return false;
  }
  await tasks.library.relocate(entry.number, artifactLocation(renamed));
  return true;
}

async function rename(uri: vscode.Uri, renamed: vscode.Uri): Promise<boolean> {
  // In an edit, VS Code takes both names for the same, and changes nothing. Links need no update.
  if (await isSameFile(uri, renamed)) {
    return vscode.workspace.fs.rename(uri, renamed).then(
      () => true,
      () => false,
    );
  }
  const edit = new vscode.WorkspaceEdit();
  edit.renameFile(uri, renamed, { overwrite: false });
  return vscode.workspace.applyEdit(edit);
}

const describe = (uri: vscode.Uri) => (uri.scheme === "file" ? uri.fsPath : uri.toString(true));

const besides = (uri: vscode.Uri, name: string) => uri.with({ path: path.posix.join(path.posix.dirname(uri.path), name) });

async function askName(uri: vscode.Uri): Promise<string | undefined> {
  const value = path.posix.basename(uri.path);
  const stem = value.length - path.posix.extname(value).length;
  const typed = await vscode.window.showInputBox({
    title: t("Rename"),
    prompt: t("The new name of the file"),
    value,
    valueSelection: [0, stem],
    // A preview that is still loading may take the focus.
    ignoreFocusOut: true,
    validateInput: (name) => findReason(uri, name.trim()),
  });
  return typed?.trim();
}

/** Why the file cannot have the name, for the user; undefined: it can. */
async function findReason(uri: vscode.Uri, name: string): Promise<string | undefined> {
  if (name === path.posix.basename(uri.path)) return undefined;
  if (name === "" || name === "." || name === ".." || /[/\\\0]/.test(name)) return t("This is not a valid file name.");
  const renamed = besides(uri, name);
  const isTaken = (await uriExists(renamed)) && !(await isSameFile(uri, renamed));
  return isTaken ? t("A file named {0} already exists.", name) : undefined;
}

/** Whether the names of the file differ only in their case, and the file system ignores it. */
async function isSameFile(uri: vscode.Uri, renamed: vscode.Uri): Promise<boolean> {
  if (uri.path.toLowerCase() !== renamed.path.toLowerCase() || !(await uriExists(renamed))) return false;
  // A folder lists names in their stored case.
  const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(uri, ".."));
  return !entries.some(([name]) => name === path.posix.basename(renamed.path));
}
