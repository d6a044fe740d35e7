/** The place of a prompt in; the folder and name pattern for what is made of it out. */
import path from "node:path";
import * as vscode from "vscode";
import type { Kind } from "../../contract/kind.ts";
import { settings } from "../settings.ts";
import type { Studio } from "../studio.ts";
import { targetElsewhere } from "./delivery.ts";
import { describePrompt } from "./linkSyntax.ts";
import type { ChosenTarget, FoundPrompt } from "./wish.ts";

/** The ending that the save dialog proposes; the real one follows from the file's first bytes. */
const usualEnding: Record<Kind, string> = { text: "md", image: "png", audio: "mp3", video: "mp4" };

/** A scheme, as opposed to a drive's letter. */
const uriPattern = /^[a-z][a-z0-9+.-]+:/i;

/** undefined: the user cancelled the save dialog. `folder`, a path or a URI, goes before everything. */
export async function chooseTarget(studio: Studio, kind: Kind, prompt: FoundPrompt, folder?: string): Promise<ChosenTarget | undefined> {
  const document = prompt.place === undefined ? undefined : vscode.Uri.parse(prompt.place.uri, true);
  const pattern = settings.outputFileName(document);
  const storage = studio.context.globalStorageUri.fsPath;
  if (folder !== undefined) {
    return uriPattern.test(folder) ? targetElsewhere(storage, vscode.Uri.parse(folder, true), pattern) : { folder, pattern };
  }
  const workspaceFolder = writableFolder(document);
  if (workspaceFolder === undefined) return askTarget(studio, kind, prompt.text);
  const relative = settings.outputFolder(workspaceFolder.uri);
  if (workspaceFolder.uri.scheme !== "file") {
    return targetElsewhere(storage, vscode.Uri.joinPath(workspaceFolder.uri, relative), pattern);
  }
  return { folder: path.resolve(workspaceFolder.uri.fsPath, relative), pattern };
}

/** The folder of the document, or the first one; a file system that says that it is read-only is passed over. */
function writableFolder(document: vscode.Uri | undefined): vscode.WorkspaceFolder | undefined {
  const own = document === undefined ? undefined : vscode.workspace.getWorkspaceFolder(document);
  const folders = [...(own === undefined ? [] : [own]), ...(vscode.workspace.workspaceFolders ?? [])];
  return folders.find((folder) => vscode.workspace.fs.isWritableFileSystem(folder.uri.scheme) !== false);
}

/** The save dialog. undefined: cancelled. */
export async function askTarget(studio: Studio, kind: Kind, prompt: string): Promise<ChosenTarget | undefined> {
  const { homedir } = await import("node:os");
  const name =
    describePrompt(prompt, 40)
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-+|-+$/g, "") || kind;
  const chosen = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Save the Generated File"),
    defaultUri: vscode.Uri.file(path.join(homedir(), `${name}.${usualEnding[kind]}`)),
  });
  if (chosen === undefined) return undefined;
  const pattern = path.posix.basename(chosen.path, path.posix.extname(chosen.path));
  if (chosen.scheme === "file") return { folder: path.dirname(chosen.fsPath), pattern };
  return targetElsewhere(studio.context.globalStorageUri.fsPath, vscode.Uri.joinPath(chosen, ".."), pattern);
}
