/** Decides which values a person is offered for one field of a request: none that the model is known to refuse. */
import { type AcceptedValues, acceptedValues } from "../../contract/acceptedValues.ts";
import type { State } from "../state.ts";
import type { ModelCatalogue } from "../studio.ts";
import type { OptionField } from "./optionFields.ts";

/** Where the values of a model's fields are remembered and listed. */
export interface ValueSource {
  state: Pick<State, "refusedValues" | "workedValues">;
  models: Pick<ModelCatalogue, "find">;
}

/** What is known about the values that one model takes for one field. */
export interface KnownValues {
  /** What the service lists; undefined: it does not say. */
  accepted: AcceptedValues | undefined;
  /** What the service refused. */
  refused: readonly string[];
  /** What the model was seen to take, the newest first. */
  worked: readonly string[];
}

/** `field`: the name of an OptionField. */
export function findKnownValues({ state, models }: ValueSource, model: string, field: string): KnownValues {
  const capabilities = models.find(model)?.capabilities;
  // A choice of ours, not a field of the interface: it becomes an entry of `tools`.
  const cannotSearch = field === "web_search" && capabilities?.tools?.includes("web_search") === false;
  // A request must have both: a model whose list is empty takes values that the service does not list.
  const isUnlisted = (field === "voice" || field === "format") && capabilities?.[field]?.length === 0;
  const accepted = isUnlisted ? undefined : acceptedValues(capabilities, field);
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

/** The values to offer, the likeliest first. `last`: what was used last, perhaps with another model. */
export function offeredValues(field: OptionField, known: KnownValues, last?: string): string[] {
  const { accepted, worked } = known;
  const usual = accepted === undefined || accepted.values.length === 0 ? field.suggestions : accepted.values;
  const isTypedBefore = last !== undefined && last !== "" && !usual.includes(last);
  const values = [...(isTypedBefore ? [last] : []), ...(accepted === undefined ? worked : []), ...usual];
  return [...new Set(values)].filter((value) => !isKnownRefused(value, known));
}

/** What nearly every service takes. */
const usualFormat = "mp3";

/** The value of a required field that can be sent without asking: the service's default, or the usual format. undefined: a person has to choose. */
export function valueToSend(field: OptionField, known: KnownValues): string | undefined {
  const likely = known.accepted?.values ?? (field.name === "format" ? [usualFormat] : []);
  return likely.find((value) => !isKnownRefused(value, known));
}
