/** Asks which field of a request to vary, and which values to use. */
import * as vscode from "vscode";
import type { Kind } from "../../contract/kind.ts";
import { pickRow, pickRows } from "../base/pickRow.ts";
import type { Choices } from "../base/state.ts";
import { fieldTitle } from "../showing/fieldTitle.ts";
import type { ModelSource } from "./chooseModel.ts";
import { listModelAnswers } from "./chooseOptions.ts";
import { describeBad } from "./describeField.ts";
import { expandAlternatives } from "./expandAlternatives.ts";
import { findKnownValues, isOffered, offeredValues } from "./offeredValues.ts";
import { type BadValue, describeBadValue, type OptionField, optionFields } from "./optionFields.ts";
import type { GenerateArguments } from "./requestOptions.ts";

const { t } = vscode.l10n;

/** Arguments that replace the questions. */
export interface VariationArguments extends GenerateArguments {
  /** "result", "model", "wording" or the v1 name of an option. */
  vary?: string;
  values?: string[];
}

/** The request to vary. */
export interface Varied {
  kind: Kind;
  model: string;
  choices: Choices;
  prompt: string;
}

export type Variation =
  /** Only the result: the same request several times. */
  | { vary: "result" }
  | { vary: "model"; values: string[] }
  | { vary: "wording"; values: string[] }
  | { vary: "option"; name: string; values: string[] };

/** How often the same request runs, for other results. */
export const otherResults = 4;

/** Maximum number of tasks that run at once. */
const mostValues = 99;

/** undefined: cancelled, or nothing was chosen. Throws ServiceError. */
export async function chooseVariation(source: ModelSource, before: Varied, given: VariationArguments): Promise<Variation | undefined> {
  const fields = before.kind === "text" ? [] : optionFields(before.kind).filter((field) => isVaried(source, before, field));
  const name = given.vary ?? (await chooseField(before, fields));
  const field = fields.find((one) => one.name === name);
  if (field !== undefined) {
    const values = given.values ?? (await chooseValues(source, before, field));
    return values && { vary: "option", name: field.name, values };
  }
  if (name === "result") return { vary: "result" };
  if (name !== "model" && name !== "wording") return undefined;
  const ask = name === "model" ? () => chooseModels(source, before) : () => askWording(before.prompt);
  const values = given.values ?? (await ask());
  return values && { vary: name, values };
}

/** A mask belongs to its image, and each value is a task of its own. */
function isVaried(source: ModelSource, { model }: Varied, field: OptionField): boolean {
  return !field.isFile && field.name !== "n" && isOffered(findKnownValues(source, model, field.name));
}

async function chooseField({ model, choices }: Varied, fields: readonly OptionField[]): Promise<string | undefined> {
  const items = [
    { label: t("Only the Result"), description: t("{0} others of the same request", otherResults), name: "result" },
    { label: t("Model"), description: model, name: "model" },
    ...fields.map(({ name }) => ({ label: fieldTitle(name), description: choices[name] ?? t("Default"), name })),
    { label: t("Wording"), description: t("other words in the prompt"), name: "wording" },
  ];
  const placeHolder = t("What is different in each of the new requests");
  return (await pickRow(items, { title: t("More Like This"), placeHolder, ignoreFocusOut: true }))?.name;
}

async function chooseModels(source: ModelSource, { kind, model }: Varied): Promise<string[] | undefined> {
  const { items } = await listModelAnswers(source, kind);
  const others = items.flatMap(({ label, description = "", value }) =>
    value === undefined || value === model ? [] : [{ label, description, value }],
  );
  return chooseSeveral(t("Model"), others, () => undefined);
}

async function chooseValues(source: ModelSource, { model, choices }: Varied, field: OptionField): Promise<string[] | undefined> {
  const active = choices[field.name];
  const values = offeredValues(field, findKnownValues(source, model, field.name)).filter((value) => value !== active);
  const byDefault = { label: t("Default"), description: t("the model's own choice"), value: "" };
  const items = [
    ...(active === undefined || field.requiredIn.length > 0 ? [] : [byDefault]),
    ...values.map((value) => ({ label: value, value })),
  ];
  return chooseSeveral(fieldTitle(field.name), items, (value) => describeBadValue(field, value));
}

interface ValueItem extends vscode.QuickPickItem {
  /** undefined: the item for typing other values. */
  value?: string;
}

/** `refuse`: returns why a typed value cannot be sent. */
async function chooseSeveral(
  title: string,
  items: readonly ValueItem[],
  refuse: (value: string) => BadValue | undefined,
): Promise<string[] | undefined> {
  const typed: ValueItem = { label: `$(edit) ${t("Type Other Values…")}`, alwaysShow: true };
  const options = { title: t("More Like This: {0}", title), placeHolder: t("Each value is a request of its own"), ignoreFocusOut: true };
  const picked = await pickRows([...items, typed], options);
  if (picked === undefined) return undefined;
  const values = picked.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (values.length === picked.length) return some(values);
  const others = await vscode.window.showInputBox({
    title: options.title,
    prompt: t("Separate several values with commas"),
    ignoreFocusOut: true,
    validateInput(text) {
      const bad = split(text)
        .map(refuse)
        .find((one) => one !== undefined);
      return bad && describeBad(bad);
    },
  });
  return others === undefined ? undefined : some([...values, ...split(others)]);
}

const split = (text: string) =>
  text
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");

const some = (values: readonly string[]) => (values.length === 0 ? undefined : [...new Set(values)].slice(0, mostValues));

/** Stands for a line break, because an input box has only one line. */
const lineSign = "⏎";

async function askWording(prompt: string): Promise<string[] | undefined> {
  const wordingsOf = (text: string) => expandAlternatives(text.replaceAll(lineSign, "\n"), mostValues + 1).filter((one) => one !== prompt);
  const text = await vscode.window.showInputBox({
    title: t("More Like This: {0}", t("Wording")),
    value: prompt.replaceAll("\n", lineSign),
    prompt: t("Change the prompt, or write alternatives in braces, such as {0}", "{dawn|dusk|night}"),
    ignoreFocusOut: true,
    validateInput(typed) {
      const count = typed.trim() === "" ? 0 : wordingsOf(typed).length;
      if (count === 0) return t("This is the prompt as it was.");
      return count > mostValues ? t("These are more than {0} requests.", mostValues) : undefined;
    },
  });
  return text === undefined ? undefined : some(wordingsOf(text));
}
