/** Asserts how long the answer took. */
import { findFaultOfCount, judgeAmount, limitsOf } from "../amounts.ts";
import type { AnswerAssertion } from "./assertionType.ts";

/** promptfoo's default in a CSV file. */
const usualInCsv = 0.75;

export const latency: AnswerAssertion = {
  name: "latency",
  description: "`{ max: 2000 }`: the whole answer took at most this many milliseconds. It is never read from the cache.",
  type: limitsOf("milliseconds", "max"),
  threshold: undefined,
  about: "answer",
  needsNewAnswer: true,
  readCsv: (_, threshold = usualInCsv) => ({ value: { max: threshold }, threshold: undefined }),
  findFault: findFaultOfCount,
  judge: ({ value, answer }) => judgeAmount("latency", answer.latency, value),
};
