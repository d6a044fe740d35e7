/** Asks for other models and other values of variables for one run of a prompt document. */
import * as vscode from "vscode";
import type { Facts } from "../../prompt/facts.ts";
import type { PromptDocument } from "../../prompt/parse/promptDocument.ts";
import { readText } from "../../prompt/parse/promptDocument.ts";
import { variableEntries } from "../../prompt/variables/definedVariables.ts";
import { writeVariant } from "../../prompt/write/writeVariant.ts";
import { askSteps, type Step } from "../base/askSteps.ts";
import { shownRow } from "../base/pickRow.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import { describeRow } from "../showing/summarizeModel.ts";

const { t } = vscode.l10n;

/** A variant of a document for one run. */
export interface RunVariant {
  /** The text to run; the document itself is not changed. */
  text: string;
  /** Distinguishes the variant from the others. */
  model: string;
}

interface ModelItem extends vscode.QuickPickItem {
  model: string;
}

/** One variant per chosen model. undefined: cancelled. */
export async function chooseRun(parsed: PromptDocument, facts: Facts): Promise<RunVariant[] | undefined> {
  const models = await chooseModels(parsed, facts);
  if (!models) return undefined;
  const values = await chooseValues(parsed);
  return values && models.map((model) => ({ model, text: writeVariant(parsed, model, values) }));
}

async function chooseModels(parsed: PromptDocument, facts: Facts): Promise<string[] | undefined> {
  const current = readText(parsed.fields, "model");
  const suitable = listModels(parsed, facts, current, false);
  const all = listModels(parsed, facts, current, true);
  const showAll = { iconPath: new vscode.ThemeIcon("list-unordered"), tooltip: t("Show All Models") };
  const pick = vscode.window.createQuickPick<ModelItem>();
  pick.title = t("Run with…");
  pick.placeholder = t("Model for this run; select several to compare their answers");
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.items = suitable;
  pick.activeItems = suitable.filter((item) => item.model === current);
  if (suitable.length < all.length) pick.buttons = [showAll];
  try {
    return await new Promise((resolve) => {
      pick.onDidAccept(() => {
        // If no row is checked, use the focused one.
        const chosen = pick.selectedItems.length > 0 ? pick.selectedItems : pick.activeItems;
        if (chosen.length > 0) resolve(chosen.map((item) => item.model));
      });
      pick.onDidTriggerButton(() => {
        const { selectedItems } = pick;
        pick.buttons = [];
        pick.items = all;
        pick.selectedItems = all.filter(({ model }) => selectedItems.some((item) => item.model === model));
      });
      pick.onDidHide(() => resolve(undefined));
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

/** The document's own model first, then those known to make its kind. Those that do not, and hidden ones, are listed only if `isAll`. */
function listModels(parsed: PromptDocument, facts: Facts, current: string | undefined, isAll: boolean): ModelItem[] {
  const ranks = { yes: 1, perhaps: 2, no: 4 };
  const rankOf = (id: string, able: "yes" | "no" | "perhaps" | undefined): number => {
    if (id === current) return 0;
    return able === undefined ? 3 : ranks[able];
  };
  return (facts.models ?? [])
    .filter((model) => isAll || model.id === current || (model.abilities?.[parsed.kind] !== "no" && model.isHidden !== true))
    .toSorted((a, b) => rankOf(a.id, a.abilities?.[parsed.kind]) - rankOf(b.id, b.abilities?.[parsed.kind]))
    .map((model) =>
      shownRow({
        label: model.id,
        description: [...describeRow({ ...model, owned_by: model.provider }), ...(model.id === current ? [t("in the document")] : [])].join(
          " · ",
        ),
        detail: model.abilities?.[parsed.kind] === "no" ? t("does not make {0}", kindTexts(parsed.kind).plural) : "",
        model: model.id,
      }),
    );
}

/** Asks for each value of `vars`; Enter keeps the current value. undefined: cancelled. */
async function chooseValues(parsed: PromptDocument): Promise<Record<string, string> | undefined> {
  const entries = variableEntries(parsed).flatMap(({ key, value }) => (value.type === "scalar" ? [{ key, value }] : []));
  const steps = entries.map(({ key, value }): Step => {
    const written = { label: value.source || '""', value: value.source, description: t("in the document") };
    return {
      title: key,
      placeholder: t("Value of {0} for this run", key),
      answers: () => [written],
      free: (text) => ({ answer: { label: text, value: text } }),
    };
  });
  const chosen = await askSteps(t("Run with…"), steps);
  return chosen && Object.fromEntries(entries.map(({ key, value }, index) => [key, chosen[index] ?? value.source]));
}
