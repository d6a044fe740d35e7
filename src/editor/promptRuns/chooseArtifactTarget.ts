/** Chooses the folder and name pattern for the files that a prompt document generates. */

import path from "node:path";
import * as vscode from "vscode";
import { withoutEnding } from "../../contract/fileFormats.ts";
import type { Kind } from "../../contract/kind.ts";
import type { ArtifactTarget } from "../../generations/task.ts";
import { askTarget, outputFolderIn } from "../artifacts/chooseTarget.ts";
import { targetIn } from "../base/artifactUri.ts";
import { settings } from "../base/settings.ts";
import { documentFolder, isInside, isWritableFile } from "../prompts/promptPaths.ts";

/**
 * Without `output`, uses the settings. If the document's file system is read-only, or no folder is open, asks the user.
 * Throws an Error if the folder is outside the workspace, and a CancellationError if the user cancels.
 */
export async function chooseArtifactTarget(prompt: vscode.Uri, kind: Kind, output: string | undefined): Promise<ArtifactTarget> {
  const base = documentFolder(prompt);
  if (!base || !isWritableFile(base)) {
    const asked = await askTarget(kind, path.posix.basename(prompt.path).replace(/\.gen\.md$/, ""));
    if (!asked) throw new vscode.CancellationError();
    return asked;
  }
  const { folder, pattern } = output === undefined ? await readSettings(prompt, base) : await readOutput(prompt, base, output);
  return targetIn(folder, pattern);
}

interface FolderAndPattern {
  folder: vscode.Uri;
  pattern: string;
}

async function readSettings(prompt: vscode.Uri, base: vscode.Uri): Promise<FolderAndPattern> {
  const root = vscode.workspace.getWorkspaceFolder(prompt)?.uri ?? base;
  return { folder: await outputFolderIn(root), pattern: settings.outputFileName(root) };
}

async function readOutput(prompt: vscode.Uri, base: vscode.Uri, output: string): Promise<FolderAndPattern> {
  const steps = /^(?:\.{1,2}[\\/])*/.exec(output)?.[0] ?? "";
  const folder = vscode.Uri.joinPath(base, steps.replaceAll("\\", "/"));
  const pattern = withoutEnding(output.slice(steps.length));
  if (!(await isInside(prompt, vscode.Uri.joinPath(folder, "x")))) {
    throw new Error(vscode.l10n.t("The output “{0}” is outside the workspace.", output));
  }
  return { folder, pattern };
}
