/** A kind of output and what the command was given in; the model, options and interface generation to run with out. */
import * as vscode from "vscode";
import type { InterfaceGeneration, Kind } from "../../contract/kind.ts";
import { settings } from "../settings.ts";
import type { Choices, LastChoices } from "../state.ts";
import type { Studio } from "../studio.ts";
import { findModel } from "./chooseModel.ts";
import { chooseModelOnly, chooseOptions, chooseValue } from "./chooseOptions.ts";
import { countField, optionFields } from "./optionFields.ts";
import { pictureAddress } from "./pictureAddress.ts";
import type { GenerateArguments, Wish } from "./wish.ts";

/** The voice and format of the built-in service, which never has to ask. */
const builtInChoices: Choices = { voice: "alto", format: "mp3" };
/** What nearly every service takes. */
const usualFormat = "mp3";

export interface WishOptions {
  given: GenerateArguments;
  /** Asks for everything, step by step. */
  withOptions?: boolean;
  /** Instead of what was used last: "Make Another". */
  before?: LastChoices;
}

export interface ChosenWish extends Wish {
  /** Prompt documents are wanted instead of tasks. */
  isDocumentWanted: boolean;
}

/** undefined: put away. Throws ServiceError. */
export async function chooseWish(studio: Studio, kind: Kind, { given, withOptions, before }: WishOptions): Promise<ChosenWish | undefined> {
  const last = before ?? studio.state.lastChoices(kind);
  const generation = given.interface ?? settings.interfaceFor(kind);
  const references = await Promise.all((given.references ?? []).map(pictureAddress));
  const base = { kind, interface: generation, references, isDocumentWanted: false };
  if (withOptions === true) {
    const model = given.model ?? before?.model ?? (await findModel(studio, kind));
    const prefilled = { ...(model === undefined ? {} : { model }), choices: last?.choices ?? {} };
    const chosen = await chooseOptions(studio, kind, generation, prefilled);
    return chosen === undefined ? undefined : { ...base, ...chosen };
  }
  const model = given.model ?? before?.model ?? (await findModel(studio, kind)) ?? (await chooseModelOnly(studio, kind));
  if (model === undefined) return undefined;
  const wished = given.options === undefined ? withoutRefused(studio, model, last?.choices ?? {}) : textsOf(given.options);
  const choices = await completeChoices(studio, base, model, wished);
  return choices === undefined ? undefined : { ...base, model, choices };
}

/** Only another model; everything else stays. */
export async function chooseOtherModel(studio: Studio, wish: Wish): Promise<Wish | undefined> {
  const model = await chooseModelOnly(studio, wish.kind, wish.model);
  return model === undefined ? undefined : { ...wish, model };
}

function textsOf(options: Record<string, string | number>): Choices {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));
}

/** What was used last, without the values that this model has refused; one task for each prompt. */
function withoutRefused(studio: Studio, model: string, choices: Choices): Choices {
  const kept = Object.entries(choices).filter(
    ([name, value]) => name !== countField && !studio.state.refusedValues(model, name).includes(value),
  );
  return Object.fromEntries(kept);
}

/** Fills in what the interface demands; asks where nothing is known. */
async function completeChoices(
  studio: Studio,
  { kind, interface: generation }: { kind: Kind; interface: InterfaceGeneration },
  model: string,
  choices: Choices,
): Promise<Choices | undefined> {
  if (kind === "text") return choices;
  const { isBuiltIn } = await studio.connection();
  const complete = { ...choices };
  for (const field of optionFields(kind)) {
    if (!field.requiredIn.includes(generation) || (complete[field.name] ?? "") !== "") continue;
    const known = isBuiltIn ? builtInChoices[field.name] : field.name === "format" ? usualFormat : undefined;
    const value = known ?? (await chooseValue(studio, kind, field.name, model));
    if (value === undefined) return undefined;
    complete[field.name] = value;
  }
  return complete;
}

/** Whether a batch may run: asked about when it is large, or of a kind that the user listed. */
export async function mayRun(kind: Kind, count: number, confirmed: boolean): Promise<boolean> {
  if (confirmed || (count <= settings.confirmAbove() && !settings.confirmKinds().includes(kind))) return true;
  const { l10n } = vscode;
  const { confirm } = await import("../report.ts");
  const names: Record<Kind, string> = { text: l10n.t("text"), image: l10n.t("image"), audio: l10n.t("audio"), video: l10n.t("video") };
  const question = count === 1 ? l10n.t("Generate this {0}?", names[kind]) : l10n.t("Run {0} tasks of kind {1}?", count, names[kind]);
  return confirm(question, l10n.t("Generate"), l10n.t("Each task is billed by the service."));
}
