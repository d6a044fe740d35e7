/** Asserts whether the model refused. */

import { t } from "../../../contract/translate.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { expectText, findNoSwitch, readCsvSwitch } from "../texts.ts";

export const refusal: AnswerAssertion = {
  name: "refusal",
  description: "`true`: the service says that the model refused; `false`: that it did not.",
  type: { type: "boolean" },
  about: "answer",
  readCsv: readCsvSwitch,
  findFault: findNoSwitch,
  judge: ({ value, answer }) =>
    value === false
      ? expectText(answer.text, !answer.isRefused, t("no refusal"))
      : expectText(answer.text, answer.isRefused, t("a refusal")),
};
