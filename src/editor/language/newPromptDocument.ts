/** A kind in, or the user's choice of one; an untitled prompt document from that kind's template out. */
import * as vscode from "vscode";
import { type Kind, kinds } from "../../contract/kind.ts";
import { writeTemplate } from "../../prompt/writeTemplate.ts";
import { isKind } from "../isKind.ts";
import { settings } from "../settings.ts";
import type { Studio } from "../studio.ts";
import { promptLanguageId } from "./promptLanguage.ts";

export async function newPromptDocument(studio: Studio, given: unknown): Promise<vscode.TextDocument | undefined> {
  const kind = isKind(given) ? given : await chooseKind();
  if (kind === undefined) return undefined;
  const document = await vscode.workspace.openTextDocument({
    language: promptLanguageId,
    content: writeTemplate(kind, modelFor(studio, kind)),
  });
  await vscode.window.showTextDocument(document);
  return document;
}

async function chooseKind(): Promise<Kind | undefined> {
  const icons: Record<Kind, string> = { text: "$(comment)", image: "$(file-media)", audio: "$(unmute)", video: "$(device-camera-video)" };
  const items = kinds.map((kind) => ({ label: `${icons[kind]} ${kind}`, makes: kind }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("New Prompt Document"),
    placeHolder: vscode.l10n.t("What shall it make?"),
  });
  return picked?.makes;
}

/** The user's default, the last one used, or the demo model of the built-in service. */
function modelFor(studio: Studio, kind: Kind): string {
  const demo: Record<Kind, string> = { text: "demo-text", image: "demo-image", audio: "demo-voice", video: "demo-video" };
  return settings.defaultModel(kind) || studio.state.lastChoices(kind)?.model || (settings.baseUrl() === "" ? demo[kind] : "");
}
