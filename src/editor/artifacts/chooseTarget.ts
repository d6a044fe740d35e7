/** Chooses the folder and name pattern for what is generated from a prompt. */
import path from "node:path";
import * as vscode from "vscode";
import { type Kind, kindTable } from "../../contract/kind.ts";
import { fileNameOf } from "../../generations/saving/artifactName.ts";
import type { ArtifactTarget } from "../../generations/task.ts";
import { targetIn } from "../base/artifactUri.ts";
import { isBelow, leadsInside } from "../base/leadsInside.ts";
import { settings } from "../base/settings.ts";
import { describePrompt } from "./linkSyntax.ts";
import type { PromptWithLocation } from "./promptWithLocation.ts";

/** A URI scheme, unlike a drive letter. */
const uriPattern = /^[a-z][a-z0-9+.-]+:/i;

/** undefined: the user cancelled the save dialog. `folder`, a path or a URI, replaces the output folder of the settings. */
export async function chooseTarget(kind: Kind, prompt: PromptWithLocation, folder?: string): Promise<ArtifactTarget | undefined> {
  const document = prompt.location === undefined ? undefined : vscode.Uri.parse(prompt.location.uri, true);
  const pattern = settings.outputFileName(document);
  if (folder !== undefined) return uriPattern.test(folder) ? targetIn(vscode.Uri.parse(folder, true), pattern) : { folder, pattern };
  const workspaceFolder = writableFolder(document);
  if (workspaceFolder === undefined) return askTarget(kind, prompt.text);
  return targetIn(await outputFolderIn(workspaceFolder.uri), pattern);
}

/**
 * The output folder of the settings. A workspace may come from someone else, so neither its settings nor its links may lead outside it.
 * @throws Error if they do.
 */
export async function outputFolderIn(root: vscode.Uri): Promise<vscode.Uri> {
  const named = settings.outputFolder(root);
  const folder = root.scheme === "file" ? vscode.Uri.file(path.resolve(root.fsPath, named)) : vscode.Uri.joinPath(root, named);
  const isElsewhere = !isBelow(root, vscode.Uri.joinPath(folder, "file")) && settings.isUsersOutputFolder(root);
  const isAllowed = isElsewhere || (await leadsInside(root, vscode.Uri.joinPath(folder, "file")));
  if (!isAllowed) throw new Error(vscode.l10n.t("The folder for generated files, “{0}”, leads out of the workspace.", named));
  return folder;
}

/** The folder of the document, or else the first one; folders on read-only file systems are skipped. */
function writableFolder(document: vscode.Uri | undefined): vscode.WorkspaceFolder | undefined {
  const own = document === undefined ? undefined : vscode.workspace.getWorkspaceFolder(document);
  const folders = [...(own === undefined ? [] : [own]), ...(vscode.workspace.workspaceFolders ?? [])];
  return folders.find((folder) => vscode.workspace.fs.isWritableFileSystem(folder.uri.scheme) !== false);
}

/** Shows the save dialog. undefined: cancelled. */
export async function askTarget(kind: Kind, prompt: string): Promise<ArtifactTarget | undefined> {
  const { homedir } = await import("node:os");
  const name = fileNameOf(describePrompt(prompt, 40)) || kind;
  const chosen = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Save the Generated File"),
    // The actual ending depends on the file's first bytes.
    defaultUri: vscode.Uri.file(path.join(homedir(), `${name}.${kindTable[kind].usualFormat}`)),
  });
  if (chosen === undefined) return undefined;
  const pattern = path.posix.basename(chosen.path, path.posix.extname(chosen.path));
  return targetIn(vscode.Uri.joinPath(chosen, ".."), pattern);
}
