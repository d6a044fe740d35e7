/** Asserts the length of the answer. */
import { t } from "../../../contract/translate.ts";
import { findFaultOfCount, judgeAmount, limitsOf } from "../amounts.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { readCsvValue } from "../texts.ts";

export const tokens: AnswerAssertion = {
  name: "tokens",
  description: "`{ min: 1, max: 400 }`: the tokens of the answer.",
  type: limitsOf("tokens", "min", "max"),
  about: "answer",
  readCsv: readCsvValue,
  findFault: findFaultOfCount,
  judge: ({ value, answer }) => judgeAmount(t("number of tokens"), answer.tokens, value),
};
