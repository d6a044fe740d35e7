/** Asserts a part of the answer, in any case. */

import { t } from "../../../contract/translate.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { write } from "../finding.ts";
import { expectText, findEmptyText, readCsvText, textType, valueText } from "../texts.ts";

export const icontains: AnswerAssertion = {
  name: "icontains",
  description: "The answer contains this text, in any case.",
  type: textType,
  threshold: undefined,
  about: "answer",
  readCsv: readCsvText,
  findFault: findEmptyText,
  judge: ({ value, answer }) =>
    expectText(
      answer.text,
      answer.text.toLowerCase().includes(valueText(value).toLowerCase()),
      t("a text that contains {0} in any case", write(value)),
    ),
};
