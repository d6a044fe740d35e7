/** Attaches VS Code's diagnostics of one file or of the workspace. */
import path from "node:path";
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachBytes } from "../../../conversations/recognizeAttachment.ts";
import { freeContent } from "../../../disclosure/judge.ts";
import { judgeFile } from "../../base/disclosure.ts";
import { joinTexts } from "./joinTexts.ts";

const { t } = vscode.l10n;

const severities = ["error", "warning", "information", "hint"] as const;

function describeCode({ source, code }: vscode.Diagnostic): string {
  const value = typeof code === "object" ? code.value : code;
  const names = [source, value === undefined ? undefined : String(value)].filter((name) => name !== undefined && name !== "");
  return names.length === 0 ? "" : ` [${names.join(" ")}]`;
}

function describeDiagnostic(diagnostic: vscode.Diagnostic): string {
  const { line, character } = diagnostic.range.start;
  const message = diagnostic.message.replaceAll("\n", "\n    ");
  return `  ${line + 1}:${character + 1} ${severities[diagnostic.severity]}: ${message}${describeCode(diagnostic)}`;
}

/** The most severe first. In English, because it is for the model. */
function describeFile(uri: vscode.Uri, diagnostics: readonly vscode.Diagnostic[]): string {
  const sorted = diagnostics.toSorted((one, other) => one.severity - other.severity || one.range.start.compareTo(other.range.start));
  return [vscode.workspace.asRelativePath(uri), ...sorted.map(describeDiagnostic)].join("\n");
}

/** @throws Error with a message for the user. */
export function attachFileDiagnostics(uri: vscode.Uri): LoadedAttachment {
  const name = path.posix.basename(uri.path);
  const diagnostics = vscode.languages.getDiagnostics(uri);
  if (diagnostics.length === 0) throw new Error(t("{0} has no problems.", name));
  return attachBytes(t("Problems of {0}", name), Buffer.from(describeFile(uri, diagnostics)));
}

/**
 * Diagnostics of files in the workspace's folders, those with errors first. Those of files that may be private are left out, and those that
 * quote a secret. @throws Error with a message for the user.
 */
export async function attachWorkspaceDiagnostics(): Promise<LoadedAttachment> {
  const worst = (diagnostics: readonly vscode.Diagnostic[]) => Math.min(...diagnostics.map(({ severity }) => severity));
  const files = vscode.languages
    .getDiagnostics()
    .filter(([uri, diagnostics]) => diagnostics.length > 0 && vscode.workspace.getWorkspaceFolder(uri) !== undefined)
    .toSorted(([uri, diagnostics], [otherUri, others]) => worst(diagnostics) - worst(others) || uri.path.localeCompare(otherUri.path));
  const described = files.map(([uri, diagnostics]) => ({ uri, text: describeFile(uri, diagnostics) }));
  const judged = await Promise.all(described.map(({ uri, text }) => judgeFile(uri, text, text)));
  const texts = judged.map(freeContent).filter((text) => text !== undefined);
  if (texts.length === 0) throw new Error(t("The workspace has no problems."));
  return attachBytes(
    t("Problems of the workspace"),
    Buffer.from(joinTexts(texts, "\n\n", (count) => `(${count} more files with problems)`)),
  );
}
