/** Asserts a part of the answer. */

import { t } from "../../../contract/translate.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { write } from "../finding.ts";
import { expectText, findEmptyText, readCsvText, textType, valueText } from "../texts.ts";

export const contains: AnswerAssertion = {
  name: "contains",
  description: "The answer contains this text.",
  type: textType,
  threshold: undefined,
  about: "answer",
  readCsv: readCsvText,
  findFault: findEmptyText,
  judge: ({ value, answer }) =>
    expectText(answer.text, answer.text.includes(valueText(value)), t("a text that contains {0}", write(value))),
};
