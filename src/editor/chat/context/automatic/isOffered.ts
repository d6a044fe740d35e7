/** Decides which files may be attached without being asked for. */
import * as vscode from "vscode";
import { leadsInside } from "../../../leadsInside.ts";
import { fileOfDocument } from "../../../notebooks.ts";
import { settings } from "../../../settings.ts";
import { isSecretFile } from "./isSecretFile.ts";

/**
 * Only files of a trusted workspace, also after links are resolved, that VS Code's settings do not exclude and that do not look like
 * files of secrets.
 */
export async function isOffered(document: vscode.TextDocument): Promise<boolean> {
  const file = fileOfDocument(document.uri);
  const folder = vscode.workspace.getWorkspaceFolder(file);
  if (!vscode.workspace.isTrusted || folder === undefined || isExcluded(document, folder)) return false;
  return !isSecretFile(vscode.workspace.asRelativePath(file, false)) && leadsInside(folder.uri, file);
}

/** The patterns of settings also match folders, whose files are then excluded too. */
function isExcluded(document: vscode.TextDocument, folder: vscode.WorkspaceFolder): boolean {
  return settings
    .excludedPatterns()
    .flatMap((pattern) => [pattern, `${pattern.replace(/\/$/, "")}/**`])
    .some((pattern) => vscode.languages.match({ pattern: new vscode.RelativePattern(folder, pattern) }, document) > 0);
}
