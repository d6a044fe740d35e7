import { type AcceptedValues, acceptedValues, takesAny } from "../../contract/acceptedValues.ts";
import { hasAddedField, isAddedField } from "../../contract/addedFields.ts";
import { otherVersionName } from "../../contract/fields.ts";
import type { Facts } from "../facts.ts";
import { type PromptDocument, readText } from "../parse/promptDocument.ts";

/** The values that the service lists for a field of the document with its model; undefined if it lists none. */
export function findAcceptedValues(document: PromptDocument, field: string, facts: Facts): AcceptedValues | undefined {
  const id = readText(document.fields, "model");
  const model = facts.models?.find((known) => known.id === id);
  if (model === undefined || document.kind === "text") return undefined;
  const name = document.interface === "v1" ? field : otherVersionName(field, document.kind, "v2");
  if (name === undefined || (isAddedField(name) && !hasAddedField(document.kind, name))) return undefined;
  return acceptedValues(model.capabilities, name);
}

/** Whether the document's model may take a field: false if it is known to take no value, or not to announce an addition. */
export function mayTake(document: PromptDocument, field: string, facts: Facts): boolean {
  const accepted = findAcceptedValues(document, field, facts);
  return accepted === undefined || takesAny(accepted);
}
