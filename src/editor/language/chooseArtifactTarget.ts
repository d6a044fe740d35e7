/** A prompt document and its `output` in; the folder and name pattern of what it makes out. */
import path from "node:path";
import * as vscode from "vscode";
import type { Kind } from "../../contract/kind.ts";
import type { ArtifactTarget } from "../../tasks/task.ts";
import { settings } from "../settings.ts";
import { folderOf, isInside } from "./promptPaths.ts";

/** Without `output`, what the settings say. Throws when the place lies outside the workspace or is not on this machine's disk. */
export async function chooseArtifactTarget(prompt: vscode.Uri, kind: Kind, output: string | undefined): Promise<ArtifactTarget> {
  const base = folderOf(prompt);
  if (base?.scheme !== "file") return askTarget(kind);
  if (output === undefined) {
    const root = vscode.workspace.getWorkspaceFolder(prompt)?.uri ?? base;
    return { folder: path.resolve(root.fsPath, settings.outputFolder(root)), pattern: settings.outputFileName(root) };
  }
  const steps = /^(?:\.{1,2}[\\/])*/.exec(output)?.[0] ?? "";
  const folder = vscode.Uri.joinPath(base, steps.replaceAll("\\", "/"));
  const pattern = output.slice(steps.length).replace(/\.(?:png|jpe?g|webp|gif|mp3|wav|opus|ogg|flac|mp4|webm|md|txt)$/i, "");
  if (!isInside(prompt, vscode.Uri.joinPath(folder, "x"))) {
    throw new Error(vscode.l10n.t("The output “{0}” lies outside the workspace.", output));
  }
  return { folder: folder.fsPath, pattern };
}

async function askTarget(kind: Kind): Promise<ArtifactTarget> {
  const chosen = await vscode.window.showSaveDialog({ title: vscode.l10n.t("Save the Generated File") });
  if (!chosen) throw new vscode.CancellationError();
  if (chosen.scheme !== "file") throw new Error(vscode.l10n.t("Generated files can only be saved on this machine."));
  return { folder: path.dirname(chosen.fsPath), pattern: path.basename(chosen.fsPath, path.extname(chosen.fsPath)) || kind };
}
