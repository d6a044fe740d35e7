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
  findFault: (value) => findEmptyText(value) ?? findInvalid(value),
  judge({ value, answer, matches }) {
    const isMatch = matches(toText(value), answer.text);
    if (isMatch === undefined) return unknownFinding(`The regular expression ${write(value)} takes too long.`);
    return expectText(answer.text, isMatch, `a text that matches ${write(value)}`);
  },
};

function findInvalid(value: PlainValue): string | undefined {
  try {
    new RegExp(toText(value));
    return undefined;
  } catch (error) {
    const reason = errorText(error).replace(/^Invalid regular expression: /, "");
    return `It is not a regular expression of JavaScript: ${reason}.`;
  }
}
