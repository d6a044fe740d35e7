/** Asserts what the answer cost. */
import { findFaultOfCount, judgeAmount, limitsOf } from "../amounts.ts";
import type { AnswerAssertion } from "./assertionType.ts";

/** promptfoo's default in a CSV file. */
const usualInCsv = 0.75;

export const cost: AnswerAssertion = {
  name: "cost",
  description: "`{ max: 0.01 }`: the cost of the answer, which v2 reports, is at most this.",
  type: limitsOf("units of the balance", "max"),
  threshold: undefined,
  about: "answer",
  readCsv: (_, threshold = usualInCsv) => ({ value: { max: threshold }, threshold: undefined }),
  findFault: findFaultOfCount,
  judge: ({ value, answer }) => judgeAmount("cost", answer.cost, value),
};
