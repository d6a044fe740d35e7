/** Asserts a part of the answer, in any case. */
import { t } from "../../../contract/translate.ts";
import { assertText } from "../texts.ts";

export const icontains = assertText({
  name: "icontains",
  description: "The answer contains this text, in any case.",
  fits: (answer, text) => answer.toLowerCase().includes(text.toLowerCase()),
  expected: (text) => t("a text that contains {0} in any case", text),
});
