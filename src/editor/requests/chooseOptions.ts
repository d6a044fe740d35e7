/** Lets the user choose a model and options, step by step. */
import * as vscode from "vscode";
import { isAddedField } from "../../contract/addedFields.ts";
import type { InterfaceGeneration, Kind, MediaKind } from "../../contract/kind.ts";
import { limits } from "../../contract/limits.ts";
import type { OptionName } from "../../contract/media.ts";
import { type Answer, askSteps, type Step } from "../askSteps.ts";
import { settings } from "../settings.ts";
import { sortModels } from "../sortModels.ts";
import type { Choices, LastChoices } from "../state.ts";
import type { ModelSource } from "./chooseModel.ts";
import { ReferenceChoice } from "./chooseReferences.ts";
import { readImageAddresses } from "./imageAddress.ts";
import { findKnownValues, isKnownRefused, offeredValues } from "./offeredValues.ts";
import { type BadValue, describeBadValue, type OptionField, optionFields, textOptionFields } from "./optionFields.ts";

export interface ChosenOptions {
  model: string;
  choices: Choices;
  /** As in RequestOptions. */
  references: readonly string[];
  /** Number of tasks for each prompt; "document": opens a prompt document instead. */
  output: number | "document";
}

const countSuggestions = ["1", "2", "3", "4"] as const;

/** An answer of the last step that cannot be a number. */
const documentAnswer = "document";

/** The initial values of the steps. */
export interface OptionsBefore extends Partial<LastChoices> {
  /** Absolute paths, URIs or addresses. */
  references?: readonly string[];
}

/** undefined: cancelled. */
export async function chooseOptions(
  source: ModelSource,
  kind: Kind,
  generation: InterfaceGeneration,
  before: OptionsBefore,
): Promise<ChosenOptions | undefined> {
  const { l10n } = vscode;
  const fields = kind === "text" ? textOptionFields(generation) : optionFields(kind).filter(({ isAdded }) => !isAdded);
  const references = new ReferenceChoice(before.references ?? [], generation);
  const steps: Step[] = [
    modelStep(source, kind, before.model),
    ...fields.map((field) => fieldStep(source, field, field.requiredIn.includes(generation), before.choices?.[field.name])),
    ...(kind === "image" || kind === "video" ? [references.step(source)] : []),
    ...(kind === "text" ? [] : [countStep(String(before.count ?? 1))]),
  ];
  const answers = await askSteps(l10n.t("Generate"), steps);
  if (answers === undefined) return undefined;
  const [model = "", ...values] = answers;
  const choices = addedChoices(source, model, before.choices ?? {});
  for (const [position, { name }] of fields.entries()) {
    const value = values[position];
    if (value !== undefined && value !== "") choices[name] = value;
  }
  const last = kind === "text" ? "1" : (values.at(-1) ?? "1");
  const read = await readImageAddresses(references.chosen);
  return { model, choices, references: read, output: last === documentAnswer ? "document" : Number(last) };
}

/** The added fields of a request that is run again, which have no steps, as far as the model takes them. */
function addedChoices(source: ModelSource, model: string, choices: Choices): Choices {
  const taken = ([name, value]: [string, string]) => isAddedField(name) && !isKnownRefused(value, findKnownValues(source, model, name));
  return Object.fromEntries(Object.entries(choices).filter(taken));
}

/** Asks only for another model; everything else stays the same. */
export async function chooseModelOnly(
  source: ModelSource,
  kind: Kind,
  before?: string,
  purpose = vscode.l10n.t("Generate"),
): Promise<string | undefined> {
  const answers = await askSteps(purpose, [modelStep(source, kind, before)]);
  return answers?.[0];
}

/** The models that can or may make the kind; all models if `all`. `more`: how many are left out. */
export async function listModels(source: ModelSource, kind: Kind, all = false): Promise<{ items: Answer[]; more: number }> {
  const { l10n } = vscode;
  const models = await source.models.list();
  const sorted = sortModels(source, models, kind, all);
  const favourites = source.state.favourites();
  const recent = source.state.recentModels(kind);
  const items = sorted.map((model): Answer => {
    const ability = source.models.ability(model.id, kind);
    const icon = favourites.includes(model.id) ? "$(star-full) " : recent.includes(model.id) ? "$(history) " : "";
    const doubt = {
      yes: "",
      perhaps: l10n.t("may not support {0} ({1})", kind, ability.because),
      no: l10n.t("does not support {0} ({1})", kind, ability.because),
    }[ability.can];
    const description = [model.owned_by ?? "", doubt].filter((text) => text !== "");
    return { label: `${icon}${model.id}`, description: description.join(" · "), value: model.id };
  });
  return { items, more: models.length - sorted.length };
}

function modelStep(source: ModelSource, kind: Kind, active: string | undefined): Step {
  const { l10n } = vscode;
  let all = false;
  const answers = async (): Promise<Answer[]> => {
    const listed = await listModels(source, kind, all);
    const { more } = listed;
    const items = all ? listed.items : [...missingKind(source, kind, listed.items), ...listed.items];
    if (more === 0) return items;
    const rest: Answer = {
      label: l10n.t("$(list-unordered) Show All Models"),
      description: l10n.t("{0} more that may not support it", more),
      alwaysShow: true,
      again: () => {
        all = true;
      },
    };
    return [...items, rest];
  };
  return {
    title: l10n.t("Model"),
    placeholder: l10n.t("Search for a model, or type its name"),
    answers,
    ...(active === undefined ? {} : { active }),
    free: (text) => ({ answer: { label: text, description: l10n.t("as typed"), value: text, alwaysShow: true } }),
  };
}

/** Says that no provider makes the kind, if only the demo does or nothing is known to. */
function missingKind({ isDemo, models }: ModelSource, kind: Kind, items: readonly Answer[]): Answer[] {
  const { t } = vscode.l10n;
  const offered = items.flatMap(({ value }) => value ?? []);
  if (settings.baseUrl() !== "" || settings.hasOnlyDemo()) return [];
  if (offered.some((id) => !isDemo(id) && models.ability(id, kind).can === "yes")) return [];
  const texts: Record<Kind, string> = {
    text: t("None of your providers has a model for text"),
    image: t("None of your providers has a model for images"),
    audio: t("None of your providers has a model for audio"),
    video: t("None of your providers has a model for videos"),
  };
  return [
    {
      label: t("$(add) Add Provider…"),
      description: texts[kind],
      alwaysShow: true,
      again: async () => void (await vscode.commands.executeCommand("generationStudio.addProvider")),
    },
    ...(offered.some((id) => isDemo(id)) ? [{ label: t("Demo"), kind: vscode.QuickPickItemKind.Separator }] : []),
  ];
}

/** A field's name for the user. */
export function fieldTitle(name: string): string {
  const { l10n } = vscode;
  const titles: Record<OptionName | "effort" | "web_search" | "instructions" | "stop_sequences", string> = {
    size: l10n.t("Size"),
    quality: l10n.t("Quality"),
    aspect_ratio: l10n.t("Aspect Ratio"),
    duration: l10n.t("Duration in Seconds"),
    voice: l10n.t("Voice"),
    format: l10n.t("Format"),
    speed: l10n.t("Speed"),
    n: l10n.t("Number of Images in One Task"),
    seed: l10n.t("Seed"),
    negative_prompt: l10n.t("Negative Prompt"),
    strength: l10n.t("Strength of the Change"),
    steps: l10n.t("Steps"),
    guidance: l10n.t("Guidance"),
    mask: l10n.t("Mask"),
    background: l10n.t("Background"),
    output_format: l10n.t("File Format"),
    effort: l10n.t("Reasoning Effort"),
    web_search: l10n.t("Web Search"),
    instructions: l10n.t("Instructions"),
    stop_sequences: l10n.t("Stop Phrases, Separated by Commas"),
  };
  return new Map(Object.entries(titles)).get(name) ?? name;
}

function fieldStep(source: ModelSource, field: OptionField, isRequired: boolean, last: string | undefined, model?: string): Step {
  const { l10n } = vscode;
  const answers = ([chosenModel = ""]: readonly string[]): Answer[] => {
    const values = offeredValues(field, findKnownValues(source, model ?? chosenModel, field.name), last);
    const items = values.map((value): Answer => ({ label: value, description: value === last ? l10n.t("used last") : "", value }));
    return isRequired ? items : [{ label: l10n.t("Default"), description: l10n.t("the model's own choice"), value: "" }, ...items];
  };
  return {
    title: fieldTitle(field.name),
    placeholder: l10n.t("Pick a value or type another one: the allowed values depend on the model"),
    answers,
    active: last ?? "",
    free: (text) => {
      const bad = describeBadValue(field, text);
      if (bad !== undefined) return { error: describeBad(bad) };
      return { answer: { label: text, description: l10n.t("as typed"), value: text, alwaysShow: true } };
    },
  };
}

/** Why a typed value cannot be sent. */
export function describeBad(bad: BadValue): string {
  const { l10n } = vscode;
  switch (bad) {
    case "integer":
      return l10n.t("an integer is required");
    case "number":
      return l10n.t("a number is required");
    case "tooMany":
      return l10n.t("at most {0} phrases are sent", limits.stopSequences);
    case "tooLong":
      return l10n.t("at most {0} characters are sent", limits.instructionsMaximum);
  }
}

function countStep(last: string): Step {
  const { l10n } = vscode;
  return {
    title: l10n.t("How Many"),
    placeholder: l10n.t("Each one is a separate task and is billed"),
    answers: () => [
      ...countSuggestions.map((value): Answer => ({ label: value, value })),
      { label: "", kind: vscode.QuickPickItemKind.Separator },
      {
        label: l10n.t("$(file-code) Save as Prompt Document"),
        description: l10n.t("instead of generating it now"),
        value: documentAnswer,
        alwaysShow: true,
      },
    ],
    active: last,
    free: (text) =>
      /^[1-9]\d?$/.test(text)
        ? { answer: { label: text, description: l10n.t("as typed"), value: text, alwaysShow: true } }
        : { error: l10n.t("an integer up to 99 is required") },
  };
}

/** Asks for a required value about which nothing is known yet. */
export async function chooseValue(
  source: ModelSource,
  kind: MediaKind,
  name: string,
  model: string,
  purpose = vscode.l10n.t("Generate"),
): Promise<string | undefined> {
  const field = optionFields(kind).find((one) => one.name === name);
  if (field === undefined) return undefined;
  const answers = await askSteps(purpose, [fieldStep(source, field, true, undefined, model)]);
  return answers?.[0];
}
