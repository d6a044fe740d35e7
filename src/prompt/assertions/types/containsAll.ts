/** Asserts several parts of the answer. */

import { t } from "../../../contract/translate.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { write } from "../finding.ts";
import { expectText, findEmptyTexts, readCsvTexts, texts, toTexts } from "../texts.ts";

export const containsAll: AnswerAssertion = {
  name: "contains-all",
  description: "The answer contains all of these texts.",
  type: texts,
  about: "answer",
  readCsv: readCsvTexts,
  findFault: findEmptyTexts,
  judge({ value, answer: { text } }) {
    const missing = toTexts(value).filter((one) => !text.includes(one));
    return expectText(text, missing.length === 0, t("a text that contains {0}", missing.map(write).join(", ")));
  },
};
