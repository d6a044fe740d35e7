import { type AcceptedValues, acceptedValues } from "../../contract/acceptedValues.ts";
import { otherGenerationName } from "../../contract/fields.ts";
import type { Facts } from "../facts.ts";
import { type PromptDocument, readText } from "../parse/promptDocument.ts";

/** The values that the service lists for a field of the document with its model; undefined if it lists none. */
export function findAcceptedValues(document: PromptDocument, field: string, facts: Facts): AcceptedValues | undefined {
  const id = readText(document.fields, "model");
  const model = facts.models?.find((known) => known.id === id);
  if (model === undefined || document.kind === "text") return undefined;
  const name = document.interface === "v1" ? field : otherGenerationName(field, document.kind, "v2");
  return name === undefined ? undefined : acceptedValues(model.capabilities, name);
}
