/** A prompt document in; the user's choice of another model for one run, as the text to run, out. */
import * as vscode from "vscode";
import { insertField } from "../../prompt/editFields.ts";
import type { Facts } from "../../prompt/facts.ts";
import { findEntry } from "../../prompt/frontMatter.ts";
import type { PromptDocument } from "../../prompt/promptDocument.ts";
import { readText } from "../../prompt/promptDocument.ts";
import { applyEdits } from "../../prompt/textRange.ts";
import { writeScalar } from "../../prompt/writeScalar.ts";

interface ModelItem extends vscode.QuickPickItem {
  model: string;
}

/** undefined: cancelled. The document itself stays as it is. */
export async function chooseRun(parsed: PromptDocument, facts: Facts): Promise<string | undefined> {
  const current = readText(parsed.fields, "model");
  const ranks = { yes: 0, perhaps: 1, no: 3 };
  const rankOf = (able: "yes" | "no" | "perhaps" | undefined): number => (able === undefined ? 2 : ranks[able]);
  const models = [...(facts.models ?? [])].sort((a, b) => rankOf(a.abilities?.[parsed.kind]) - rankOf(b.abilities?.[parsed.kind]));
  const items: ModelItem[] = models.map((model) => ({
    label: model.id,
    description: [model.provider, model.id === current ? vscode.l10n.t("as written") : ""].filter(Boolean).join(" · "),
    detail: model.abilities?.[parsed.kind] === "no" ? vscode.l10n.t("does not make {0}", parsed.kind) : "",
    model: model.id,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Run with…"),
    placeHolder: vscode.l10n.t("Model for this run only"),
    matchOnDescription: true,
  });
  return picked && withModel(parsed, picked.model);
}

export function withModel(parsed: PromptDocument, model: string): string {
  const value = findEntry(parsed.fields, "model")?.value;
  const written = writeScalar(model);
  if (value?.type === "scalar" && value.range.end > value.range.start)
    return applyEdits(parsed.text, [{ range: value.range, newText: written }]);
  return applyEdits(parsed.text, [insertField(parsed, `model: ${written}`)]);
}
