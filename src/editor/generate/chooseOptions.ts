/** A kind of output and what it was made with before in; the model and options that a person picks, step by step, out. */
import * as vscode from "vscode";
import type { InterfaceGeneration, Kind, MediaKind } from "../../contract/kind.ts";
import type { Choices, LastChoices } from "../state.ts";
import type { Studio } from "../studio.ts";
import { sortModels } from "./chooseModel.ts";
import { countField, countSuggestions, describeBadValue, type OptionField, optionFields } from "./optionFields.ts";
import { type Answer, askSteps, type Step } from "./steps.ts";

export interface ChosenOptions extends LastChoices {
  /** A prompt document with these options is wanted, and nothing is run. */
  isDocumentWanted: boolean;
}

/** The answer of the last step that no number can be. */
const documentAnswer = "document";

/** undefined: put away. */
export async function chooseOptions(
  studio: Studio,
  kind: Kind,
  generation: InterfaceGeneration,
  before: Partial<LastChoices>,
): Promise<ChosenOptions | undefined> {
  const { l10n } = vscode;
  const fields = kind === "text" ? [] : optionFields(kind);
  const steps: Step[] = [
    modelStep(studio, kind, before.model),
    ...fields.map((field) => fieldStep(studio, field, field.requiredIn.includes(generation), before.choices?.[field.name])),
    ...(kind === "text" ? [] : [countStep(before.choices?.[countField])]),
  ];
  const answers = await askSteps(l10n.t("Generate"), steps);
  if (answers === undefined) return undefined;
  const [chosenModel = "", ...values] = answers;
  const choices: Choices = {};
  const isDocumentWanted = kind !== "text" && values.at(-1) === documentAnswer;
  if (isDocumentWanted) values.pop();
  [...fields.map((field) => field.name), countField].forEach((name, position) => {
    const value = values[position];
    if (value !== undefined && value !== "") choices[name] = value;
  });
  return { model: chosenModel, choices, isDocumentWanted };
}

/** One step only: another model with everything else as it was. */
export async function chooseModelOnly(studio: Studio, kind: Kind, before?: string): Promise<string | undefined> {
  const answers = await askSteps(vscode.l10n.t("Generate"), [modelStep(studio, kind, before)]);
  return answers?.[0];
}

function modelStep(studio: Studio, kind: Kind, active: string | undefined): Step {
  const { l10n } = vscode;
  let all = false;
  const answers = async (): Promise<Answer[]> => {
    const models = await studio.models.list();
    const sorted = sortModels(studio, models, kind, all);
    const favourites = studio.state.favourites();
    const recent = studio.state.recentModels(kind);
    const items = sorted.map((model): Answer => {
      const ability = studio.models.ability(model.id, kind);
      const icon = favourites.includes(model.id) ? "$(star-full) " : recent.includes(model.id) ? "$(history) " : "";
      const can = { yes: "", perhaps: l10n.t("perhaps able"), no: l10n.t("probably not able") }[ability.can];
      const description = [model.owned_by ?? "", can === "" ? "" : `${can}: ${ability.because}`].filter((text) => text !== "");
      return { label: `${icon}${model.id}`, description: description.join(" · "), value: model.id };
    });
    if (!all && sorted.length < models.length) {
      const rest = l10n.t("{0} more of which nothing says that they can", models.length - sorted.length);
      items.push({
        label: l10n.t("$(list-unordered) Show All Models"),
        description: rest,
        alwaysShow: true,
        again: () => {
          all = true;
        },
      });
    }
    return items;
  };
  return {
    title: l10n.t("Model"),
    placeholder: l10n.t("Search for a model, or type its name"),
    answers,
    ...(active === undefined ? {} : { active }),
    free: (text) => ({ answer: { label: text, description: l10n.t("as typed"), value: text, alwaysShow: true } }),
  };
}

/** The names of the fields as a person reads them. */
function fieldTitle(name: string): string {
  const { l10n } = vscode;
  const titles: Record<string, string> = {
    size: l10n.t("Size"),
    quality: l10n.t("Quality"),
    aspect_ratio: l10n.t("Aspect Ratio"),
    duration: l10n.t("Duration in Seconds"),
    voice: l10n.t("Voice"),
    format: l10n.t("Format"),
    speed: l10n.t("Speed"),
  };
  return titles[name] ?? name;
}

function fieldStep(studio: Studio, field: OptionField, isRequired: boolean, last: string | undefined, model?: string): Step {
  const { l10n } = vscode;
  const answers = ([chosenModel = ""]: readonly string[]): Answer[] => {
    const refused = studio.state.refusedValues(model ?? chosenModel, field.name);
    const values = [...new Set([...(last === undefined ? [] : [last]), ...field.suggestions, ...refused])];
    const items = values.map((value): Answer => {
      if (refused.includes(value)) return { label: `$(warning) ${value}`, description: l10n.t("refused by the service before"), value };
      return { label: value, description: value === last ? l10n.t("used last") : "", value };
    });
    return isRequired ? items : [{ label: l10n.t("Default"), description: l10n.t("the model's own choice"), value: "" }, ...items];
  };
  return {
    title: fieldTitle(field.name),
    placeholder: l10n.t("Pick a value or type any other: what is possible depends on the model"),
    answers,
    active: last ?? "",
    free: (text) => {
      const bad = describeBadValue(field, text);
      if (bad === "integer") return { problem: l10n.t("a whole number is needed") };
      if (bad === "number") return { problem: l10n.t("a number is needed") };
      return { answer: { label: text, description: l10n.t("as typed"), value: text, alwaysShow: true } };
    },
  };
}

function countStep(last: string | undefined): Step {
  const { l10n } = vscode;
  return {
    title: l10n.t("How Many"),
    placeholder: l10n.t("Each one is a task of its own, and is billed"),
    answers: () => [
      ...countSuggestions.map((value): Answer => ({ label: value, value })),
      { label: "", kind: vscode.QuickPickItemKind.Separator },
      {
        label: l10n.t("$(file-code) Save as Prompt Document"),
        description: l10n.t("instead of generating now"),
        value: documentAnswer,
        alwaysShow: true,
      },
    ],
    active: last ?? "1",
    free: (text) =>
      /^[1-9]\d?$/.test(text)
        ? { answer: { label: text, description: l10n.t("as typed"), value: text, alwaysShow: true } }
        : { problem: l10n.t("a whole number up to 99 is needed") },
  };
}

/** A required value that nothing is known of yet, asked for alone. */
export async function chooseValue(studio: Studio, kind: MediaKind, name: string, model: string): Promise<string | undefined> {
  const field = optionFields(kind).find((one) => one.name === name);
  if (field === undefined) return undefined;
  const answers = await askSteps(vscode.l10n.t("Generate"), [fieldStep(studio, field, true, undefined, model)]);
  return answers?.[0];
}
