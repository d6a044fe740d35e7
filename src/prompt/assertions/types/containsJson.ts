/** Asserts JSON within the answer. */
import { t } from "../../../contract/translate.ts";
import type { PlainValue } from "../assertion.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { isMap } from "../finding.ts";
import { findJson } from "../findJson.ts";
import { findFaultOfSchema, jsonForm, judgeJson } from "../jsonAnswers.ts";
import { readCsvSwitch } from "../texts.ts";

export const containsJson: AnswerAssertion = {
  name: "contains-json",
  description: "`true`: the answer contains JSON, `false`: it does not; or a JSON Schema (draft-07) that a part of it satisfies.",
  type: jsonForm,
  about: "answer",
  readCsv: readCsvSwitch,
  findFault: findFaultOfSchema,
  // A schema that does not ask for a list is satisfied by most of them, such as the `[1]` of a reference.
  judge: ({ value, answer: { text } }) =>
    judgeJson(
      [...findJson(text), ...(asksForList(value) ? findJson(text, "[") : [])],
      value,
      t("text that contains JSON"),
      t("no text that contains JSON"),
      text,
    ),
};

function asksForList(schema: PlainValue): boolean {
  return isMap(schema) && [schema.type].flat().includes("array");
}
