/** Asserts how the answer begins. */
import { t } from "../../../contract/translate.ts";
import { assertText } from "../texts.ts";

export const startsWith = assertText({
  name: "starts-with",
  description: "The answer begins with this text.",
  fits: (answer, text) => answer.startsWith(text),
  expected: (text) => t("a text that begins with {0}", text),
});
