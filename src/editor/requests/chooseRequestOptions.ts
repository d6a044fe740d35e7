/** Chooses the model, options and interface version of requests, and asks before many are sent. */

import * as vscode from "vscode";
import type { InterfaceVersion, Kind } from "../../contract/kind.ts";
import { settings } from "../base/settings.ts";
import type { Choices, LastChoices } from "../base/state.ts";
import { describeBilling } from "../showing/billing.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import { findModel, type ModelSource } from "./chooseModel.ts";
import { chooseModelOnly, chooseValue } from "./chooseOptions.ts";
import { readImageAddresses } from "./imageAddress.ts";
import { describeMissingKind } from "./missingKind.ts";
import { findKnownValues, isKnownRefused, valueToSend } from "./offeredValues.ts";
import { optionFields } from "./optionFields.ts";
import type { GenerateArguments, RequestOptions } from "./requestOptions.ts";

const { t } = vscode.l10n;

export interface RequestChoice {
  given: GenerateArguments;
  /** Overrides the last choices, for "Run Again". */
  before?: LastChoices | undefined;
}

/** Asks only for what is required and not known. undefined: cancelled. Throws ServiceError. */
export async function chooseRequestOptions(
  source: ModelSource,
  kind: Kind,
  { given, before }: RequestChoice,
): Promise<RequestOptions | undefined> {
  const version = given.interface ?? settings.interfaceFor(kind);
  const references = given.references ?? [];
  const model = given.model ?? before?.model ?? (await findUsual(source, kind)) ?? (await chooseModelOnly(source, kind));
  if (model === undefined) return undefined;
  const preferred = firstChoices(source, kind, model, { given, before });
  const base = { kind, interface: version, references: await readImageAddresses(references) };
  const choices = await completeChoices(source, base, model, preferred);
  return choices === undefined ? undefined : { ...base, model, choices };
}

/** If none of the user's providers makes the kind, the demo is used only once the user has chosen it. */
async function findUsual(source: ModelSource, kind: Kind): Promise<string | undefined> {
  const found = await findModel(source, kind);
  if (found === undefined || settings.defaultModel(kind) === found || source.state.lastChoices(kind)?.model === found) return found;
  return describeMissingKind(source, kind, [found]) === undefined ? found : undefined;
}

/** The options to begin with: given ones, those of the request to run again, or those used last, for this model if possible. */
export function firstChoices(source: ModelSource, kind: Kind, model: string, { given, before }: RequestChoice): Choices {
  if (given.options !== undefined) return toTexts(given.options);
  // Running a request again keeps its options, unless the model is another one.
  if (before?.model === model) return before.choices;
  const last = before ?? source.state.lastChoices(kind, model) ?? source.state.lastChoices(kind);
  return withoutRefused(source, model, last?.choices ?? {});
}

/** Asks only for another model; everything else stays the same. */
export async function chooseOtherModel(source: ModelSource, options: RequestOptions): Promise<RequestOptions | undefined> {
  const model = await chooseModelOnly(source, options.kind, options.model);
  return model === undefined ? undefined : { ...options, model };
}

function toTexts(options: Record<string, string | number | boolean>): Choices {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));
}

/** The last choices, without values that this model has rejected or does not list. */
export function withoutRefused(source: ModelSource, model: string, choices: Choices): Choices {
  const isTaken = ([name, value]: [string, string]) => !isKnownRefused(value, findKnownValues(source, model, name));
  return Object.fromEntries(Object.entries(choices).filter(isTaken));
}

/** Adds the values that the interface requires; asks for those about which nothing is known. */
async function completeChoices(
  source: ModelSource,
  { kind, interface: version }: { kind: Kind; interface: InterfaceVersion },
  model: string,
  choices: Choices,
): Promise<Choices | undefined> {
  if (kind === "text") return choices;
  const complete = { ...choices };
  for (const field of optionFields(kind)) {
    if (!field.requiredIn.includes(version) || (complete[field.name] ?? "") !== "") continue;
    const known = findKnownValues(source, model, field.name);
    const value = valueToSend(field, known) ?? (await chooseValue(source, kind, field.name, model));
    if (value === undefined) return undefined;
    complete[field.name] = value;
  }
  return complete;
}

/** Asks for confirmation if the batch is large, or of a kind that the user has listed for that. Returns whether it may run. */
export async function mayRun(kind: Kind, models: readonly string[], count: number, confirmed: boolean): Promise<boolean> {
  if (confirmed || (count <= settings.confirmAbove() && !settings.confirmKinds().includes(kind))) return true;
  const { confirm } = await import("../base/report.ts");
  const { noun } = kindTexts(kind);
  const question = count === 1 ? t("Generate this {0}?", noun) : t("Run {0} tasks?", count);
  return confirm(question, t("Generate"), describeBilling(models, count));
}
