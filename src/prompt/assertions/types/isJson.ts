/** Asserts an answer that is JSON. */

import { t } from "../../../contract/translate.ts";
import { tryParseJson } from "../../../contract/tryParseJson.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { findFaultOfSchema, jsonForm, judgeJson } from "../jsonAnswers.ts";
import { readCsvSwitch } from "../texts.ts";

export const isJson: AnswerAssertion = {
  name: "is-json",
  description: "`true`: the answer is JSON, `false`: it is not; or a JSON Schema (draft-07) that it satisfies.",
  type: jsonForm,
  about: "answer",
  readCsv: readCsvSwitch,
  findFault: findFaultOfSchema,
  judge({ value, answer: { text } }) {
    const parsed = tryParseJson(text);
    return judgeJson(parsed === undefined ? [] : [parsed], value, "JSON", t("no JSON"), text);
  },
};
