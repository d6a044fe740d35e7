/** Asserts the beginning of the answer. */

import { t } from "../../../contract/translate.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { write } from "../finding.ts";
import { expectText, findEmptyText, readCsvText, textType, valueText } from "../texts.ts";

export const startsWith: AnswerAssertion = {
  name: "starts-with",
  description: "The answer begins with this text.",
  type: textType,
  threshold: undefined,
  about: "answer",
  readCsv: readCsvText,
  findFault: findEmptyText,
  judge: ({ value, answer }) =>
    expectText(answer.text, answer.text.startsWith(valueText(value)), t("a text that begins with {0}", write(value))),
};
