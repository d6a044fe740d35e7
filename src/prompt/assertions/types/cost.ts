/** Asserts what the answer cost. */
import { t } from "../../../contract/translate.ts";
import { findFaultOfCount, judgeAmount, limitsOf } from "../amounts.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { readCsvLimit } from "../texts.ts";

export const cost: AnswerAssertion = {
  name: "cost",
  description: "`{ max: 0.01 }`: the cost of the answer, which v2 reports, is at most this.",
  type: limitsOf("units of the balance", "max"),
  about: "answer",
  readCsv: readCsvLimit,
  isLimitedByThreshold: true,
  findFault: findFaultOfCount,
  judge: ({ value, answer }) => judgeAmount(t("cost"), answer.cost, value),
};
