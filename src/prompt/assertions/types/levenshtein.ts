/** Asserts the edit distance from a text. */

import { t } from "../../../contract/translate.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { countEdits } from "../countEdits.ts";
import { write } from "../finding.ts";
import { expectText, readCsvText, textType, valueText } from "../texts.ts";

/** promptfoo's default in a CSV file. */
const usualInCsv = 0.75;

export const levenshtein: AnswerAssertion = {
  name: "levenshtein",
  description: "At most `threshold` characters (Unicode code points) must be added, removed or changed to make the answer this text.",
  type: textType,
  threshold: { description: "characters, by default 5", minimum: 0, maximum: Number.POSITIVE_INFINITY },
  about: "answer",
  readCsv: (cell, threshold = usualInCsv) => readCsvText(cell, threshold),
  findFault: () => undefined,
  judge({ value, threshold: most = 5, answer }) {
    const distance = countEdits([...answer.text], [...valueText(value)]);
    const wanted = t("a text at most {0} characters from {1}, which is {2} away", most, write(value), distance);
    return expectText(answer.text, distance <= most, wanted, valueText(value));
  },
};
