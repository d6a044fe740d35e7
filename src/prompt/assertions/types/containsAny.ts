/** Asserts one of several parts of the answer. */

import { t } from "../../../contract/translate.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { write } from "../finding.ts";
import { expectText, findEmptyTexts, readCsvTexts, texts, toTexts } from "../texts.ts";

export const containsAny: AnswerAssertion = {
  name: "contains-any",
  description: "The answer contains one of these texts.",
  type: texts,
  about: "answer",
  readCsv: readCsvTexts,
  findFault: findEmptyTexts,
  judge: ({ value, answer: { text } }) =>
    expectText(
      text,
      toTexts(value).some((one) => text.includes(one)),
      t("a text that contains one of {0}", write(value)),
    ),
};
