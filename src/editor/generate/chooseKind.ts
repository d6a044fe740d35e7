import * as vscode from "vscode";
import { kindTable, type MediaKind } from "../../contract/kind.ts";
import { pickRow } from "../base/pickRow.ts";
import { kindTexts } from "../showing/kindTexts.ts";

const { t } = vscode.l10n;

/** Asks what to generate. undefined: cancelled. */
export async function chooseKind(kinds: readonly MediaKind[]): Promise<MediaKind | undefined> {
  const items = kinds.map((kind) => ({ label: `$(${kindTable[kind].icon}) ${kindTexts(kind).label}`, value: kind }));
  return (await pickRow(items, { title: t("Generate"), placeHolder: t("What should be generated?") }))?.value;
}
