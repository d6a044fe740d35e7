/** A prompt document and its `output` in; the folder and name pattern of what it makes out. */
import path from "node:path";
import * as vscode from "vscode";
import type { Kind } from "../../contract/kind.ts";
import { askTarget } from "../generate/chooseTarget.ts";
import { targetElsewhere } from "../generate/delivery.ts";
import type { ChosenTarget } from "../generate/wish.ts";
import { settings } from "../settings.ts";
import type { Studio } from "../studio.ts";
import { folderOf, isInside, isWritable } from "./promptPaths.ts";

/**
 * Without `output`, what the settings say. Where the document's file system takes no files, or no folder is open, the user is asked.
 * Throws when the place lies outside the workspace, and CancellationError.
 */
export async function chooseArtifactTarget(
  studio: Studio,
  prompt: vscode.Uri,
  kind: Kind,
  output: string | undefined,
): Promise<ChosenTarget> {
  const base = folderOf(prompt);
  if (!base || !isWritable(base)) {
    const asked = await askTarget(studio, kind, path.posix.basename(prompt.path).replace(/\.gen\.md$/, ""));
    if (!asked) throw new vscode.CancellationError();
    return asked;
  }
  const { folder, pattern } = output === undefined ? readSettings(prompt, base) : readOutput(prompt, base, output);
  if (folder.scheme === "file") return { folder: folder.fsPath, pattern };
  return targetElsewhere(studio.context.globalStorageUri.fsPath, folder, pattern);
}

interface Place {
  folder: vscode.Uri;
  pattern: string;
}

function readSettings(prompt: vscode.Uri, base: vscode.Uri): Place {
  const root = vscode.workspace.getWorkspaceFolder(prompt)?.uri ?? base;
  const relative = settings.outputFolder(root);
  const folder = root.scheme === "file" ? vscode.Uri.file(path.resolve(root.fsPath, relative)) : vscode.Uri.joinPath(root, relative);
  return { folder, pattern: settings.outputFileName(root) };
}

function readOutput(prompt: vscode.Uri, base: vscode.Uri, output: string): Place {
  const steps = /^(?:\.{1,2}[\\/])*/.exec(output)?.[0] ?? "";
  const folder = vscode.Uri.joinPath(base, steps.replaceAll("\\", "/"));
  const pattern = output.slice(steps.length).replace(/\.(?:png|jpe?g|webp|gif|mp3|wav|opus|ogg|flac|mp4|webm|md|txt)$/i, "");
  if (!isInside(prompt, vscode.Uri.joinPath(folder, "x"))) {
    throw new Error(vscode.l10n.t("The output “{0}” lies outside the workspace.", output));
  }
  return { folder, pattern };
}
