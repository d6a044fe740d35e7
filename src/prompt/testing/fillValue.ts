/** Fills in the variables of an assertion's texts. */

import type { PlainValue } from "../assertions/assertion.ts";
import { isMap } from "../assertions/finding.ts";
import { fillVariables } from "../text/fillVariables.ts";
import { readVariable, type SuppliedValues, type VariableSet } from "../variables/variableSets.ts";

/** A placeholder without a value is kept. */
export function fillValue(value: PlainValue, vars: VariableSet, supplied: SuppliedValues = {}): PlainValue {
  return mapTexts(value, (text) => fillVariables(text, (reference) => readVariable(reference, supplied, vars)));
}

/** Every text in a value. */
export function textsIn(value: PlainValue): string[] {
  const found: string[] = [];
  mapTexts(value, (text) => {
    found.push(text);
    return text;
  });
  return found;
}

function mapTexts(value: PlainValue, change: (text: string) => string): PlainValue {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]));
}
