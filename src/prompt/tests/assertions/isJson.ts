/** Asserts an answer that is JSON. */
import { findFaultOfSchema, jsonForm, judgeJson, parseJson } from "../jsonAnswers.ts";
import { readCsvSwitch } from "../texts.ts";
import type { AnswerAssertion } from "./assertionType.ts";

export const isJson: AnswerAssertion = {
  name: "is-json",
  description: "`true`: the answer is JSON, `false`: it is not; or a JSON Schema (draft-07) that it satisfies.",
  type: jsonForm,
  threshold: undefined,
  about: "answer",
  readCsv: readCsvSwitch,
  findFault: findFaultOfSchema,
  judge({ value, answer: { text } }) {
    const parsed = parseJson(text);
    return judgeJson(parsed === undefined ? [] : [parsed], value, "JSON", text);
  },
};
