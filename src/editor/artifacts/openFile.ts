/** Opens a file in the editor that fits it, or offers the system's player for what VS Code does not show or play. */
import path from "node:path";
import * as vscode from "vscode";
import { formatOfName } from "../../contract/fileFormats.ts";
import { isUnseenMedia } from "../../contract/viewedByEditor.ts";
import { announce } from "../base/report.ts";
import { findUnheardSound } from "./unheardSound.ts";

const { t } = vscode.l10n;

/** Of this session: it is said once of each file that its sound does not play. */
const reported = new Set<string>();

export async function openFile(uri: vscode.Uri, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
  const name = path.posix.basename(uri.path);
  if (isUnseenMedia(name) && !hasOtherViewer(name)) {
    // Not awaited: the message may stay for minutes.
    void offerPlayer(t("VS Code does not show {0} itself.", name), uri);
    return;
  }
  await vscode.commands.executeCommand("vscode.open", uri, options);
  if (formatOfName(name)?.kind === "video") await reportSilent(uri);
}

/** Another extension may have an editor for the ending. */
function hasOtherViewer(name: string): boolean {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return vscode.extensions.all.some(({ packageJSON }) => {
    const editors: unknown = packageJSON?.contributes?.customEditors;
    if (!Array.isArray(editors)) return false;
    const patterns = editors.flatMap(({ selector, priority }) => (priority === "option" || !Array.isArray(selector) ? [] : selector));
    return patterns.some(({ filenamePattern }) => endingsOf(String(filenamePattern)).includes(ending));
  });
}

/** Of a pattern such as `*.{flac,opus}` or `**\/*.flac`. */
function endingsOf(pattern: string): string[] {
  const [, several, one] = /\*\.(?:\{([^{}]*)\}|([\w]+))$/.exec(pattern) ?? [];
  return (several?.split(",") ?? [one ?? ""]).map((ending) => ending.trim().toLowerCase()).filter((ending) => ending !== "");
}

async function reportSilent(uri: vscode.Uri): Promise<void> {
  if (reported.has(uri.toString())) return;
  const codec = await findUnheardSound(uri);
  if (codec === undefined) return;
  reported.add(uri.toString());
  void offerPlayer(t("VS Code cannot play this sound ({0}).", codec), uri);
}

/** The player of this machine has no access to files of another one. */
const isForPlayer = ({ scheme }: vscode.Uri) =>
  scheme === "file" && vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;

async function offerPlayer(message: string, uri: vscode.Uri): Promise<void> {
  if (isForPlayer(uri)) await announce(message, t("Open in System Player"), () => vscode.env.openExternal(uri));
  else await announce(message, t("Show in Explorer"), () => vscode.commands.executeCommand("revealInExplorer", uri));
}

/** Where no player has access to it, the file is shown in the explorer, from which it can be downloaded. */
export async function openInSystemPlayer(uri: vscode.Uri): Promise<void> {
  if (isForPlayer(uri)) await vscode.env.openExternal(uri);
  else await vscode.commands.executeCommand("revealInExplorer", uri);
}
