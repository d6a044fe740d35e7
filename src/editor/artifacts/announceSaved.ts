import path from "node:path";
import * as vscode from "vscode";
import { askAmong } from "../base/report.ts";
import type { LinkOffer } from "./insertLink.ts";
import { openArtifacts } from "./showArtifacts.ts";

const { t } = vscode.l10n;

/** Says in one notification that the files of a batch are saved, unless the only one is in sight. It offers links only if no lens does. */
export async function announceSaved(uris: readonly vscode.Uri[], offers: readonly LinkOffer[]): Promise<void> {
  const [first] = uris;
  if (first === undefined) return;
  const show = t("Show");
  const unseen = offers.flatMap(({ accept }) => accept ?? []);
  if (uris.length === 1 && unseen.length === 0 && isInSight(first)) return;
  const link = unseen.length > 1 ? t("Insert Links") : t("Insert Link");
  const message = uris.length === 1 ? t("{0} is saved.", path.posix.basename(first.path)) : t("{0} files are saved.", uris.length);
  const answer = await askAmong(message, show, ...(unseen.length > 0 ? [link] : []));
  if (answer === show) await openArtifacts(uris);
  else if (answer === link) for (const accept of unseen) accept();
}

function isInSight(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all.some(({ activeTab }) => {
    const input = activeTab?.input;
    return (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText) && input.uri.toString() === uri.toString();
  });
}
