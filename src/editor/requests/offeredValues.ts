/** Decides which values the user is offered for a field of a request. Values that the model is known to reject are left out. */

import { type AcceptedValues, acceptedValues, takesAny } from "../../contract/acceptedValues.ts";
import { kindTable } from "../../contract/kind.ts";
import { isUnseenMedia } from "../../contract/viewedByEditor.ts";
import type { State } from "../base/state.ts";
import type { ModelCatalogue } from "../service/studio.ts";
import type { OptionField } from "./optionFields.ts";

/** The remembered and listed values of a model's fields. */
export interface ValueSource {
  state: Pick<State, "refusedValues" | "workedValues">;
  models: Pick<ModelCatalogue, "find">;
}

/** The values that a model is known to accept or reject for a field. */
export interface KnownValues {
  /** The values that the service lists; undefined: it lists none. */
  accepted: AcceptedValues | undefined;
  /** Values that the service rejected. */
  refused: readonly string[];
  /** Values that have worked for the model, the newest first. */
  worked: readonly string[];
}

/** `field`: the name of an OptionField. */
export function findKnownValues({ state, models }: ValueSource, model: string, field: string): KnownValues {
  const capabilities = models.find(model)?.capabilities;
  // Our own choice and not a field of the interface: it becomes an entry of `tools`.
  const cannotSearch = field === "web_search" && capabilities?.tools?.includes("web_search") === false;
  const accepted = acceptedValues(capabilities, field);
  return {
    accepted: cannotSearch ? takesNothing : accepted,
    refused: state.refusedValues(model, field),
    worked: state.workedValues(model, field),
  };
}

const takesNothing: AcceptedValues = { values: [], others: "", accepts: () => false };

export function isKnownRefused(value: string, { accepted, refused }: KnownValues): boolean {
  return refused.includes(value) || accepted?.accepts(value) === false;
}

/** Whether the user is asked for the field: not if the model is known to take no value, or not to announce an added one. */
export function isOffered({ accepted }: KnownValues): boolean {
  return accepted === undefined || takesAny(accepted);
}

/** The values to offer, the likeliest first. `last`: the last used value, possibly of another model. */
export function offeredValues(field: OptionField, known: KnownValues, last?: string): string[] {
  const { accepted, worked } = known;
  const usual = accepted === undefined || accepted.values.length === 0 ? field.suggestions : accepted.values;
  const isTypedBefore = last !== undefined && last !== "" && !usual.includes(last);
  const values = [...(isTypedBefore ? [last] : []), ...(accepted === undefined ? worked : []), ...usual];
  const offered = [...new Set(values)].filter((value) => !isKnownRefused(value, known));
  // Files that VS Code shows come first.
  const rank = (value: string) => Number(isUnseenFormat(field.name, value));
  return offered.toSorted((one, other) => rank(one) - rank(other));
}

const formatFields: ReadonlySet<string> = new Set(["format", "output_format"]);

/** Whether a value of a field stands for files that VS Code does not show. */
export function isUnseenFormat(field: string, value: string): boolean {
  return formatFields.has(field) && isUnseenMedia(`file.${value}`);
}

/** The format that nearly every service supports. */
const usualFormat = kindTable.audio.usualFormat;

/** A required field's value to send without asking: the service's default, or the usual format. undefined: the user must choose. */
export function valueToSend(field: OptionField, known: KnownValues): string | undefined {
  const likely = known.accepted?.values ?? (field.name === "format" ? [usualFormat] : []);
  return likely.find((value) => !isKnownRefused(value, known));
}
