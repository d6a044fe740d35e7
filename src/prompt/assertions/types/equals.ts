/** Asserts the whole answer. */

import { t } from "../../../contract/translate.ts";
import { tryParseJson } from "../../../contract/tryParseJson.ts";
import { includedText } from "../../text/textEncoding.ts";
import type { PlainValue } from "../assertion.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { isMap, write } from "../finding.ts";
import { expectText, readCsvText } from "../texts.ts";

export const equals: AnswerAssertion = {
  name: "equals",
  description: "The answer is this text, or JSON of this map or list. One final newline of either text does not count.",
  type: { type: "any" },
  about: "answer",
  readCsv: readCsvText,
  findFault: () => undefined,
  judge: ({ value, answer: { text } }) =>
    typeof value === "object" && value !== null
      ? expectText(text, isSame(tryParseJson(text), value), t("JSON equal to {0}", write(value)), JSON.stringify(value, undefined, 2))
      : expectText(text, includedText(text) === includedText(String(value)), t("exactly {0}", write(value)), String(value)),
};

/** Compares values regardless of the order of keys. */
function isSame(found: unknown, expected: PlainValue): boolean {
  if (Array.isArray(expected)) {
    return Array.isArray(found) && found.length === expected.length && expected.every((one, index) => isSame(found[index], one));
  }
  if (!isMap(expected)) return found === expected;
  if (typeof found !== "object" || found === null || Array.isArray(found)) return false;
  const entries = new Map(Object.entries(found));
  return entries.size === Object.keys(expected).length && Object.entries(expected).every(([key, one]) => isSame(entries.get(key), one));
}
