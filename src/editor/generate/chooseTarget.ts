/** The place of a prompt in; the folder and name pattern for what is made of it out. */
import path from "node:path";
import * as vscode from "vscode";
import type { Kind } from "../../contract/kind.ts";
import type { ArtifactTarget } from "../../tasks/task.ts";
import { settings } from "../settings.ts";
import { describePrompt } from "./linkSyntax.ts";
import type { FoundPrompt } from "./wish.ts";

/** The ending that the save dialog proposes; the real one follows from the file's first bytes. */
const usualEnding: Record<Kind, string> = { text: "md", image: "png", audio: "mp3", video: "mp4" };

/** undefined: the user cancelled the save dialog. `folder` goes before everything. */
export async function chooseTarget(kind: Kind, prompt: FoundPrompt, folder?: string): Promise<ArtifactTarget | undefined> {
  const document = prompt.place === undefined ? undefined : vscode.Uri.parse(prompt.place.uri, true);
  const pattern = settings.outputFileName(document);
  if (folder !== undefined) return { folder, pattern };
  const workspaceFolder = writableFolder(document);
  if (workspaceFolder === undefined) return askTarget(kind, prompt.text);
  const relative = settings.outputFolder(workspaceFolder.uri);
  return { folder: path.resolve(workspaceFolder.uri.fsPath, relative), pattern };
}

/** The folder of the document, or the first one; only folders of this machine can be written to. */
function writableFolder(document: vscode.Uri | undefined): vscode.WorkspaceFolder | undefined {
  const own = document === undefined ? undefined : vscode.workspace.getWorkspaceFolder(document);
  const folders = [...(own === undefined ? [] : [own]), ...(vscode.workspace.workspaceFolders ?? [])];
  return folders.find((folder) => folder.uri.scheme === "file" && vscode.workspace.fs.isWritableFileSystem("file") !== false);
}

/** The save dialog. undefined: cancelled. */
export async function askTarget(kind: Kind, prompt: string): Promise<ArtifactTarget | undefined> {
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
  if (chosen.scheme !== "file") throw new Error(vscode.l10n.t("Generated files can only be saved on this machine."));
  return { folder: path.dirname(chosen.fsPath), pattern: path.basename(chosen.fsPath, path.extname(chosen.fsPath)) };
}
