/** Asserts a part of the answer. */
import { t } from "../../../contract/translate.ts";
import { assertText } from "../texts.ts";

export const contains = assertText({
  name: "contains",
  description: "The answer contains this text.",
  fits: (answer, text) => answer.includes(text),
  expected: (text) => t("a text that contains {0}", text),
});
