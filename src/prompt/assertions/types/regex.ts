/** Asserts a part that matches a regular expression. */

import { errorText } from "../../../contract/errorText.ts";
import { t } from "../../../contract/translate.ts";
import type { PlainValue } from "../assertion.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { unknownFinding, write } from "../finding.ts";
import { expectText, findEmptyText, readCsvText, textType, valueText } from "../texts.ts";

export const regex: AnswerAssertion = {
  name: "regex",
  description: "A part of the answer matches this regular expression, within a second.",
  type: textType,
  about: "answer",
  readCsv: readCsvText,
  findFault: (value) => findEmptyText(value) ?? findInvalid(value) ?? findMisread(value) ?? findUnselective(value),
  judge({ value, answer, matches }) {
    const isMatch = matches(valueText(value), answer.text);
    if (isMatch === undefined) return unknownFinding(t("The regular expression {0} takes too long.", write(value)));
    return expectText(answer.text, isMatch, t("a text that matches {0}", write(value)));
  },
};

/** Reports characters that are read otherwise than they were meant, so that no answer would match. */
function findMisread(value: PlainValue): string | undefined {
  const pattern = valueText(value);
  if (pattern.includes("\b"))
    return t("It contains a backspace, which is YAML's `\\b` in double quotes: write `\\\\b`, or use single quotes.");
  const isLiteral = /^\/.+\/[dgimsuvy]+$/s.test(pattern);
  return isLiteral ? t("Slashes and flags are read as characters: write only what is between the slashes.") : undefined;
}

/** Escaped characters, classes of characters, the beginnings of assertions about what surrounds a place, and other characters. */
const regexToken = /\\.|\[(?:\\.|[^\]\\]){0,1000}\]|\(\?<?[=!]|./gs;
const assertsBefore: ReadonlySet<string> = new Set(["^", "\\b", "\\B", "(?<=", "(?<!"]);
const assertsAfter: ReadonlySet<string> = new Set(["$", "\\b", "\\B", "(?=", "(?!"]);
const wholeText = /^\^(?:\[(?:\\s\\S|\\S\\s|\\d\\D|\\w\\W|\^)\]|\((?:\?:)?\.\|\\n\))\*\$$/;

/**
 * Reports an expression that matches a part of every text. If it matches the empty text, and asserts nothing about what precedes a place,
 * it matches at the end of each text; if it asserts nothing about what follows, at the beginning.
 */
function findUnselective(value: PlainValue): string | undefined {
  const pattern = valueText(value);
  const tokens = pattern.match(regexToken) ?? [];
  const isBound = [assertsBefore, assertsAfter].every((asserts) => tokens.some((token) => asserts.has(token)));
  const isAnywhere = wholeText.test(pattern) || (!isBound && new RegExp(pattern).test(""));
  return isAnywhere ? t("It matches every text.") : undefined;
}

function findInvalid(value: PlainValue): string | undefined {
  try {
    new RegExp(valueText(value));
    return undefined;
  } catch (error) {
    const reason = errorText(error).replace(/^Invalid regular expression: /, "");
    return t("It is not a regular expression of JavaScript: {0}.", reason);
  }
}
