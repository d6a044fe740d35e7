/** Judges JSON in an answer by a JSON Schema (draft-07). */

import { Validator } from "@cfworker/json-schema";
import { errorText } from "../../contract/errorText.ts";
import type { FieldType } from "../../contract/fieldType.ts";
import { t } from "../../contract/translate.ts";
import type { PlainValue } from "./assertion.ts";
import { checkJsonSchema } from "./checkJsonSchema.ts";
import { type Finding, isMap, unknownFinding, write } from "./finding.ts";
import { expectText } from "./texts.ts";

export const jsonForm: FieldType = { type: "choice", options: [{ type: "boolean" }, { type: "map", fields: [] }] };

/** `true`, `false` or a schema. */
export function findFaultOfSchema(value: PlainValue): string | undefined {
  if (isMap(value)) {
    const mistake = checkJsonSchema(value);
    return mistake && t("The JSON Schema cannot be used: {0}", mistake);
  }
  const isSwitch = [true, false, "true", "false"].includes(typeof value === "boolean" || typeof value === "string" ? value : "");
  return isSwitch ? undefined : t("{0} is neither `true`, `false` nor a JSON Schema.", write(value));
}

/** `candidates`: the JSON of the answer. With `false`, the answer must have none. `some` and `none` say in words what is expected. */
export function judgeJson(candidates: readonly unknown[], schema: PlainValue, some: string, none: string, text: string): Finding {
  if (schema === false || schema === "false") return expectText(text, candidates.length === 0, none);
  if (candidates.length === 0 || !isMap(schema)) return expectText(text, candidates.length > 0, some);
  try {
    const validator = new Validator(JSON.parse(JSON.stringify(schema)), "7");
    const results = candidates.map((candidate) => validator.validate(candidate));
    const [first] = results.flatMap(({ errors }) => errors).filter(({ instanceLocation }) => instanceLocation !== "#");
    const reason = first === undefined ? "" : `: ${first.instanceLocation.replace(/^#\/?/, "") || t("the value")}: ${first.error}`;
    return expectText(
      text,
      results.some(({ valid }) => valid),
      t("JSON that satisfies the schema") + reason,
    );
  } catch (error) {
    return unknownFinding(t("The JSON Schema cannot be used: {0}", errorText(error)));
  }
}
