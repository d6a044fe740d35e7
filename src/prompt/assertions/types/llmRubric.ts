/** Asserts the judgement of a model. */

import { t } from "../../../contract/translate.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { unknownFinding } from "../finding.ts";
import { describeVerdict } from "../rubric.ts";
import { findMissingText, readCsvText, shorten, textType, valueText } from "../texts.ts";

export const llmRubric: AnswerAssertion = {
  name: "llm-rubric",
  description:
    "The `judge` finds that the answer satisfies this: its text, its images and frames of its videos (with an installed FFmpeg).",
  type: textType,
  threshold: { description: "the lowest score, from 0 to 1, by default none", minimum: 0, maximum: 1 },
  about: "answer",
  asks: "judge",
  readCsv: readCsvText,
  findFault: findMissingText,
  judge({ value, threshold, answer, judgement }) {
    if (judgement === undefined) return unknownFinding(t("The answer has no text, image or video that a model could judge."));
    const { model, verdict, fault } = judgement;
    if (fault !== undefined) return unknownFinding(t("The answer could not be judged: {0}", fault));
    if (verdict === undefined) return unknownFinding(t("{0} gave no verdict: {1}", model, shorten(judgement.text)));
    const { isPassed, reason, score = isPassed ? 1 : 0 } = verdict;
    const wanted = threshold === undefined ? valueText(value) : t("{0} (score at least {1})", valueText(value), threshold);
    return {
      isPassed: isPassed && (threshold === undefined || score >= threshold),
      message: t("Expected an answer that satisfies: {0}. {1}. Got: {2}", wanted, describeVerdict(judgement), shorten(answer.text)),
      difference: { expected: wanted, actual: `${answer.text}\n\n${model}: ${reason}` },
    };
  },
};
