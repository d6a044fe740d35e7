/** Lets the user choose a model or one value of a field. */
import * as vscode from "vscode";
import type { Kind, MediaKind } from "../../contract/kind.ts";
import { askSteps, type Step, type StepAnswer } from "../base/askSteps.ts";
import { sortModels } from "../service/sortModels.ts";
import { fieldTitle } from "../showing/fieldTitle.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import { describeRow } from "../showing/summarizeModel.ts";
import type { ModelSource } from "./chooseModel.ts";
import { describeBad } from "./describeField.ts";
import { describeMissingKind } from "./missingKind.ts";
import { findKnownValues, isUnseenFormat, offeredValues } from "./offeredValues.ts";
import { describeBadValue, optionFields } from "./optionFields.ts";

const { t } = vscode.l10n;

/** Asks only for another model; everything else stays the same. */
export async function chooseModelOnly(
  source: ModelSource,
  kind: Kind,
  before?: string,
  purpose = t("Generate"),
): Promise<string | undefined> {
  const answers = await askSteps(purpose, [modelStep(source, kind, before)]);
  return answers?.[0];
}

/** The models that can or may make the kind; all models if `all`. `more`: how many are left out. */
export async function listModelAnswers(source: ModelSource, kind: Kind, all = false): Promise<{ items: StepAnswer[]; more: number }> {
  const { noun } = kindTexts(kind);
  const models = await source.models.list();
  const sorted = sortModels(source, models, kind, all);
  const favourites = source.state.favourites();
  const recent = source.state.recentModels(kind);
  const items = sorted.map((model): StepAnswer => {
    const ability = source.models.ability(model.id, kind);
    const icon = favourites.includes(model.id) ? "$(star-full) " : recent.includes(model.id) ? "$(history) " : "";
    const doubt = {
      yes: "",
      perhaps: t("may not support {0} ({1})", noun, ability.because),
      no: t("does not support {0} ({1})", noun, ability.because),
    }[ability.can];
    const facts = describeRow(model);
    return { label: `${icon}${model.id}`, description: [...facts, doubt].filter((text) => text !== "").join(" · "), value: model.id };
  });
  return { items, more: models.length - sorted.length };
}

function modelStep(source: ModelSource, kind: Kind, active: string | undefined): Step {
  let all = false;
  const answers = async (): Promise<StepAnswer[]> => {
    const listed = await listModelAnswers(source, kind, all);
    const { more } = listed;
    const missing = all ? [] : missingKind(source, kind, listed.items);
    const items = [...missing, ...listed.items, ...(missing.length === 0 ? [addProviderRow()] : [])];
    if (more === 0) return items;
    const rest: StepAnswer = {
      label: `$(list-unordered) ${t("Show All Models")}`,
      description: t("{0} more that may not support it", more),
      alwaysShow: true,
      again: () => {
        all = true;
      },
    };
    return [...items, rest];
  };
  return {
    title: t("Model"),
    placeholder: t("Search for a model, or type its name"),
    answers,
    ...(active === undefined ? {} : { active }),
    free: (text) => ({ answer: { label: text, description: t("as typed"), value: text, alwaysShow: true } }),
  };
}

function addProviderRow(description?: string): StepAnswer {
  return {
    label: `$(add) ${t("Add Provider…")}`,
    ...(description === undefined ? {} : { description }),
    alwaysShow: true,
    again: async () => void (await vscode.commands.executeCommand("generationStudio.addProvider")),
  };
}

/** Rows that offer to add a provider if none makes the kind. */
function missingKind(source: ModelSource, kind: Kind, items: readonly StepAnswer[]): StepAnswer[] {
  const offered = items.flatMap(({ value }) => value ?? []);
  const description = describeMissingKind(source, kind, offered);
  if (description === undefined) return [];
  return [
    addProviderRow(description),
    ...(offered.some((id) => source.isDemo(id)) ? [{ label: t("Demo"), kind: vscode.QuickPickItemKind.Separator }] : []),
  ];
}

/** Of a format that VS Code does not show, this is said. */
function valueAnswer(field: string, value: string): StepAnswer {
  return {
    label: value,
    value,
    ...(isUnseenFormat(field, value) ? { description: t("VS Code does not show it itself") } : {}),
  };
}

/** Asks for a required value about which nothing is known yet. */
export async function chooseValue(
  source: ModelSource,
  kind: MediaKind,
  name: string,
  model: string,
  purpose = t("Generate"),
): Promise<string | undefined> {
  const field = optionFields(kind).find((one) => one.name === name);
  if (field === undefined) return undefined;
  const step: Step = {
    title: fieldTitle(field.name),
    placeholder: t("Pick a value or type another one: the allowed values depend on the model"),
    answers: () => offeredValues(field, findKnownValues(source, model, name)).map((value) => valueAnswer(field.name, value)),
    free: (text) => {
      const bad = describeBadValue(field, text);
      if (bad !== undefined) return { error: describeBad(bad) };
      return { answer: { label: text, description: t("as typed"), value: text, alwaysShow: true } };
    },
  };
  return (await askSteps(purpose, [step]))?.[0];
}
