/** Asserts how long the answer took. */
import { t } from "../../../contract/translate.ts";
import { findFaultOfCount, judgeAmount, limitsOf } from "../amounts.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { readCsvLimit } from "../texts.ts";

export const latency: AnswerAssertion = {
  name: "latency",
  description: "`{ max: 2000 }`: the whole answer took at most this many milliseconds. It is never read from the cache.",
  type: limitsOf("milliseconds", "max"),
  about: "answer",
  needsNewAnswer: true,
  readCsv: readCsvLimit,
  isLimitedByThreshold: true,
  findFault: findFaultOfCount,
  judge: ({ value, answer }) => judgeAmount(t("latency"), answer.latency, value),
};
