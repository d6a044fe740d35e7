/** Asserts JSON within the answer. */
import { findJson } from "../findJson.ts";
import { findFaultOfSchema, jsonForm, judgeJson } from "../jsonAnswers.ts";
import { readCsvSwitch } from "../texts.ts";
import type { AnswerAssertion } from "./assertionType.ts";

export const containsJson: AnswerAssertion = {
  name: "contains-json",
  description: "`true`: the answer contains JSON, `false`: it does not; or a JSON Schema (draft-07) that a part of it satisfies.",
  type: jsonForm,
  threshold: undefined,
  about: "answer",
  readCsv: readCsvSwitch,
  findFault: findFaultOfSchema,
  judge: ({ value, answer: { text } }) => judgeJson(findJson(text), value, "text that contains JSON", text),
};
