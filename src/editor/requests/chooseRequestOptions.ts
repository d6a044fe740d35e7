/** Chooses the model, options and interface generation of requests, and asks before many are sent. */

import * as vscode from "vscode";
import type { InterfaceGeneration, Kind } from "../../contract/kind.ts";
import { kindTexts } from "../kindTexts.ts";
import { settings } from "../settings.ts";
import type { Choices, LastChoices } from "../state.ts";
import { findModel, type ModelSource } from "./chooseModel.ts";
import { chooseModelOnly, chooseOptions, chooseValue } from "./chooseOptions.ts";
import { readImageAddresses } from "./imageAddress.ts";
import { findKnownValues, isKnownRefused, valueToSend } from "./offeredValues.ts";
import { optionFields } from "./optionFields.ts";
import type { GenerateArguments, RequestOptions } from "./requestOptions.ts";

export interface RequestChoice {
  given: GenerateArguments;
  /** Asks for everything, step by step. */
  withOptions?: boolean;
  /** Overrides the last choices, for "Run Again". */
  before?: LastChoices;
}

export interface ChosenRequest {
  options: RequestOptions;
  /** Number of tasks for each prompt; "document": opens a prompt document for each instead. */
  output: number | "document";
}

/** undefined: cancelled. Throws ServiceError. */
export async function chooseRequestOptions(
  source: ModelSource,
  kind: Kind,
  { given, withOptions, before }: RequestChoice,
): Promise<ChosenRequest | undefined> {
  const last = before ?? source.state.lastChoices(kind);
  const generation = given.interface ?? settings.interfaceFor(kind);
  const references = given.references ?? [];
  if (withOptions === true) {
    const model = given.model ?? before?.model ?? (await findModel(source, kind));
    const chosen = await chooseOptions(source, kind, generation, { ...last, references, ...(model === undefined ? {} : { model }) });
    if (chosen === undefined) return undefined;
    const { output, ...options } = chosen;
    return { options: { kind, interface: generation, ...options }, output };
  }
  const model = given.model ?? before?.model ?? (await findModel(source, kind)) ?? (await chooseModelOnly(source, kind));
  if (model === undefined) return undefined;
  // Running a request again keeps its options, unless the model is another one.
  const known = before?.model === model ? before.choices : withoutRefused(source, model, last?.choices ?? {});
  const preferred = given.options === undefined ? known : toTexts(given.options);
  const base = { kind, interface: generation, references: await readImageAddresses(references) };
  const choices = await completeChoices(source, base, model, preferred);
  return choices === undefined ? undefined : { options: { ...base, model, choices }, output: given.count ?? 1 };
}

/** Asks only for another model; everything else stays the same. */
export async function chooseOtherModel(source: ModelSource, options: RequestOptions): Promise<RequestOptions | undefined> {
  const model = await chooseModelOnly(source, options.kind, options.model);
  return model === undefined ? undefined : { ...options, model };
}

function toTexts(options: Record<string, string | number>): Choices {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));
}

/** The last choices, without values that this model has rejected or does not list. */
function withoutRefused(source: ModelSource, model: string, choices: Choices): Choices {
  const isTaken = ([name, value]: [string, string]) => !isKnownRefused(value, findKnownValues(source, model, name));
  return Object.fromEntries(Object.entries(choices).filter(isTaken));
}

/** Adds the values that the interface requires; asks for those about which nothing is known. */
async function completeChoices(
  source: ModelSource,
  { kind, interface: generation }: { kind: Kind; interface: InterfaceGeneration },
  model: string,
  choices: Choices,
): Promise<Choices | undefined> {
  if (kind === "text") return choices;
  const complete = { ...choices };
  for (const field of optionFields(kind)) {
    if (!field.requiredIn.includes(generation) || (complete[field.name] ?? "") !== "") continue;
    const known = findKnownValues(source, model, field.name);
    const value = valueToSend(field, known) ?? (await chooseValue(source, kind, field.name, model));
    if (value === undefined) return undefined;
    complete[field.name] = value;
  }
  return complete;
}

/** Asks for confirmation if the batch is large, or of a kind that the user has listed for that. Returns whether it may run. */
export async function mayRun(kind: Kind, count: number, confirmed: boolean): Promise<boolean> {
  if (confirmed || (count <= settings.confirmAbove() && !settings.confirmKinds().includes(kind))) return true;
  const { l10n } = vscode;
  const { confirm } = await import("../report.ts");
  const { noun } = kindTexts(kind);
  const question = count === 1 ? l10n.t("Generate this {0}?", noun) : l10n.t("Run {0} tasks of kind {1}?", count, noun);
  return confirm(question, l10n.t("Generate"), l10n.t("Each task is billed by the service."));
}
