/** The controls of a form for the fields of a request. */
import * as vscode from "vscode";
import { describeAccepted } from "../../../contract/acceptedValues.ts";
import type { InterfaceVersion, Kind } from "../../../contract/kind.ts";
import type { FormField } from "../../../requestForm/requestForm.ts";
import type { Choices } from "../../base/state.ts";
import { fieldTitle } from "../../showing/fieldTitle.ts";
import type { ModelSource } from "../chooseModel.ts";
import { describeBad } from "../describeField.ts";
import { findKnownValues, isOffered, type KnownValues, offeredValues } from "../offeredValues.ts";
import { describeBadValue, type OptionField, optionFields, textOptionFields } from "../optionFields.ts";

const { t } = vscode.l10n;

/** The fields that a model may take, also files. */
export function possibleFields(source: ModelSource, { kind, version, model }: Chosen): readonly OptionField[] {
  const fields = kind === "text" ? textOptionFields(version) : optionFields(kind);
  return fields.filter((field) => isOffered(findKnownValues(source, model, field.name)));
}

export interface Chosen {
  kind: Kind;
  version: InterfaceVersion;
  model: string;
}

/** `canPaint`: there is an image of which a mask can be painted. */
export function listFormFields(source: ModelSource, chosen: Chosen, choices: Choices, canPaint: boolean): FormField[] {
  const { version, model } = chosen;
  return possibleFields(source, chosen).map((field) => {
    const { name, type } = field;
    const known = findKnownValues(source, model, name);
    return {
      name,
      title: fieldTitle(name),
      hint: field.isFile || (type.type === "string" && known.accepted?.values.length === 0) ? "" : (known.accepted?.others ?? ""),
      isRequired: field.requiredIn.includes(version),
      control: field.isFile ? { type: "file", canPaint: canPaint && name === "mask" } : controlOf(field, known, choices[name]),
    };
  });
}

function controlOf(field: OptionField, known: KnownValues, chosen: string | undefined): FormField["control"] {
  const { type } = field;
  const { accepted } = known;
  const isOpen = accepted === undefined || accepted.others !== "";
  if (offeredValues(field, known).length > 0) return { type: "choice", values: offeredValues(field, known, chosen), isOpen };
  // The service has refused every value that the model accepts.
  if (!isOpen) return { type: "choice", values: [], isOpen };
  if (type.type === "integer") return { ...type, type: "number", isInteger: true };
  return type.type === "number" ? { type: "number", isInteger: false } : { type: "text" };
}

/** Why a value cannot be sent; undefined: it can. */
export function checkChoice(
  source: ModelSource,
  model: string,
  field: OptionField,
  isRequired: boolean,
  value: string,
): string | undefined {
  if (value.trim() === "") return isRequired ? t("a value is required") : undefined;
  const bad = describeBadValue(field, value);
  if (bad !== undefined) return describeBad(bad);
  const { accepted } = findKnownValues(source, model, field.name);
  if (accepted?.accepts(value) !== false) return undefined;
  const values = describeAccepted(accepted);
  return values === "" ? t("{0} has no such option", model) : t("{0} accepts: {1}", model, values);
}
