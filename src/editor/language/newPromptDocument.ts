/** Opens an untitled prompt document with the template of a kind, or writes the template into a blank document. */
import * as vscode from "vscode";
import { type Kind, kinds, kindTable } from "../../contract/kind.ts";
import { onlyUpscales } from "../../contract/onlyUpscales.ts";
import { writeTemplate } from "../../prompt/write/writeTemplate.ts";
import { isKind } from "../base/isKind.ts";
import { pickRow } from "../base/pickRow.ts";
import { settings } from "../base/settings.ts";
import { promptLanguageId } from "../prompts/promptLanguage.ts";
import type { Studio } from "../service/studio.ts";
import { kindTexts } from "../showing/kindTexts.ts";

/** @param blank The document to write the template into. */
export async function newPromptDocument(
  studio: Pick<Studio, "models" | "state">,
  given: unknown,
  blank?: vscode.Uri,
): Promise<vscode.TextDocument | undefined> {
  const kind = isKind(given) ? given : await chooseKind();
  if (kind === undefined) return undefined;
  const content = writeTemplate(kind, modelFor(studio, kind), settings.interfaceFor(kind));
  const document = await (blank === undefined
    ? vscode.workspace.openTextDocument({ language: promptLanguageId, content })
    : vscode.workspace.openTextDocument(blank));
  const editor = await vscode.window.showTextDocument(document);
  if (blank !== undefined) await editor.edit((edit) => edit.replace(wholeOf(document), content));
  selectPrompt(editor);
  return document;
}

function wholeOf(document: vscode.TextDocument): vscode.Range {
  return new vscode.Range(new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end);
}

/** Selects the sample prompt, which is the template's last line, so that the user can replace it. */
function selectPrompt(editor: vscode.TextEditor): void {
  const { range } = editor.document.lineAt(editor.document.lineCount - 2);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range);
}

async function chooseKind(): Promise<Kind | undefined> {
  const items = kinds.map((kind) => ({ label: `$(${kindTable[kind].icon}) ${kindTexts(kind).label}`, makes: kind }));
  const picked = await pickRow(items, {
    title: vscode.l10n.t("New Prompt Document"),
    placeHolder: vscode.l10n.t("What should it generate?"),
  });
  return picked?.makes;
}

/** The user's default, the last used model, the demo's model if there is no other, or the first model known to be able. */
function modelFor(studio: Pick<Studio, "models" | "state">, kind: Kind): string {
  const chosen = settings.defaultModel(kind) || studio.state.lastChoices(kind)?.model;
  if (chosen) return chosen;
  if (settings.isFree()) return kindTable[kind].demoModel;
  return (
    studio.models.known?.find(({ id, capabilities }) => !onlyUpscales(capabilities) && studio.models.ability(id, kind).can === "yes")?.id ??
    ""
  );
}
