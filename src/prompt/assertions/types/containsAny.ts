/** Asserts one of several parts of the answer. */

import type { AnswerAssertion } from "../assertionType.ts";
import { write } from "../finding.ts";
import { expectText, findEmptyTexts, readCsvTexts, texts, toTexts } from "../texts.ts";

export const containsAny: AnswerAssertion = {
  name: "contains-any",
  description: "The answer contains one of these texts.",
  type: texts,
  threshold: undefined,
  about: "answer",
  readCsv: readCsvTexts,
  findFault: findEmptyTexts,
  judge: ({ value, answer: { text } }) =>
    expectText(
      text,
      toTexts(value).some((one) => text.includes(one)),
      `a text that contains one of ${write(value)}`,
    ),
};
