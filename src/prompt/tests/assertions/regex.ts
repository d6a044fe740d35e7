/** Asserts a part that matches a regular expression. */
import { errorText } from "../../../contract/errorText.ts";
import type { PlainValue } from "../assertion.ts";
import { unknownFinding, write } from "../finding.ts";
import { expectText, findEmptyText, readCsvText, text, toText } from "../texts.ts";
import type { AnswerAssertion } from "./assertionType.ts";

export const regex: AnswerAssertion = {
  name: "regex",
  description: "A part of the answer matches this regular expression, within a second.",
  type: text,
  threshold: undefined,
  about: "answer",
  readCsv: readCsvText,
  findFault: (value) => findEmptyText(value) ?? findInvalid(value) ?? findUnselective(value),
  judge({ value, answer, matches }) {
    const isMatch = matches(toText(value), answer.text);
    if (isMatch === undefined) return unknownFinding(`The regular expression ${write(value)} takes too long.`);
    return expectText(answer.text, isMatch, `a text that matches ${write(value)}`);
  },
};

/**
 * Reports an expression that matches a part of every text: it matches no characters, and needs nothing around them. Only one assertion of a
 * place is looked through, at the beginning or at the end, since no characters can match there.
 */
function findUnselective(value: PlainValue): string | undefined {
  const pattern = toText(value);
  const isAnywhere = [pattern, pattern.replace(/^\^/, ""), pattern.replace(/(?<!\\)\$$/, "")].some(matchesNothing);
  return isAnywhere ? "It matches every text." : undefined;
}

/** Whether it matches no characters, at any place. Anything that may be an assertion of a place counts as one. */
function matchesNothing(pattern: string): boolean {
  return !/[$^]|\\[bB]|\(\?[=!<]/.test(pattern) && new RegExp(pattern).test("");
}

function findInvalid(value: PlainValue): string | undefined {
  try {
    new RegExp(toText(value));
    return undefined;
  } catch (error) {
    const reason = errorText(error).replace(/^Invalid regular expression: /, "");
    return `It is not a regular expression of JavaScript: ${reason}.`;
  }
}
