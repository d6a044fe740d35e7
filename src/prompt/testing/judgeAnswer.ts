/** Judges an answer by one assertion, with the same meaning as in promptfoo. Never throws. */

import { t } from "../../contract/translate.ts";
import type { Assertion, FilledAssertion, PlainValue } from "../assertions/assertion.ts";
import { findAssertion } from "../assertions/assertions.ts";
import type { AssertionType, GivenAnswer } from "../assertions/assertionType.ts";
import { findFault } from "../assertions/findFault.ts";
import { type ComparedFiles, type Difference, type Finding, isMap, unknownFinding, write } from "../assertions/finding.ts";
import type { ExpectedFile, TestedAnswer, TestedFile } from "../assertions/testedAnswer.ts";
import { shorten } from "../assertions/texts.ts";
import type { HeardWords } from "../assertions/transcript.ts";
import { keepsTexts } from "../fields/testFields.ts";
import type { SuppliedValues, VariableSet } from "../variables/variableSets.ts";
import { fillValue } from "./fillValue.ts";

export interface Verdict {
  isPassed: boolean;
  /** The expected and the actual value; empty if it passed. */
  message: string;
  /** Both values in full, for a comparison; undefined: it passed, or cannot be judged. */
  difference: Difference | undefined;
  /** Files to compare side by side, if it did not pass. */
  compared?: ComparedFiles;
}

export interface JudgeOptions extends Pick<GivenAnswer, "matches"> {
  /** Values for the variables in the assertion's texts. */
  vars: VariableSet;
  /** Values for its built-in variables. */
  supplied?: SuppliedValues;
  judgement?: GivenAnswer["judgement"];
  expected?: ExpectedFile | undefined;
  /** A model's transcript of each file. */
  transcripts?: ReadonlyMap<TestedFile, HeardWords> | undefined;
}

export function judgeAnswer(assertion: Assertion, answer: TestedAnswer, options: JudgeOptions): Verdict {
  const { type, filled, fault } = fillAssertion(assertion, options.vars, options.supplied);
  if (type === undefined || fault !== undefined)
    return conclude(filled, unknownFinding(fault ?? t("There is no assertion {0}.", filled.name)));
  return judgeBy(type, filled, answer, options);
}

interface Filled {
  /** undefined: there is no assertion with this name. */
  type: AssertionType | undefined;
  filled: FilledAssertion;
  /** Why it cannot judge an answer, in one sentence. */
  fault: string | undefined;
}

/** Fills in the variables of an assertion. */
export function fillAssertion(assertion: Assertion, vars: VariableSet, supplied?: SuppliedValues): Filled {
  const type = findAssertion(assertion.name);
  const fill = (value: PlainValue) => fillValue(value, vars, supplied);
  const threshold = typeof assertion.threshold === "string" ? readNumbers(fill(assertion.threshold)) : assertion.threshold;
  const written = fill(assertion.value);
  const value = type === undefined || keepsTexts(type) ? written : readNumbers(written);
  return {
    type,
    filled: { ...assertion, value, threshold: typeof threshold === "number" ? threshold : undefined },
    fault: type && findFault(type, value, threshold),
  };
}

function judgeBy(type: AssertionType, filled: FilledAssertion, answer: TestedAnswer, options: JudgeOptions): Verdict {
  const { value, threshold } = filled;
  const { matches, judgement, expected, transcripts } = options;
  if (type.about === "answer") return conclude(filled, type.judge({ value, threshold, answer, matches, judgement }));
  // An assertion about files must hold for each of them.
  const verdicts = answer.files.map((file) => {
    return conclude(filled, type.judge({ value, threshold, file, expected, transcript: transcripts?.get(file) }));
  });
  return verdicts.find(({ isPassed }) => !isPassed) ?? verdicts[0] ?? conclude(filled, unknownFinding(t("The answer has no file.")));
}

function conclude({ name, value, isNegated }: FilledAssertion, { isPassed: holds, message, difference, compared }: Finding): Verdict {
  const isPassed = difference !== undefined && holds !== isNegated;
  if (isPassed) return { isPassed, message: "", difference: undefined };
  const files = compared === undefined ? {} : { compared };
  if (!isNegated || difference === undefined) return { isPassed, message, difference, ...files };
  const expected = t("the opposite of: {0} {1}", name, write(value));
  return {
    isPassed,
    message: t("Expected {0}. Got: {1}", expected, shorten(difference.actual)),
    difference: { ...difference, expected },
    ...files,
  };
}

/** Replaces each text that is a number, `true` or `false`, because the values of variables are texts. */
function readNumbers(value: PlainValue): PlainValue {
  if (Array.isArray(value)) return value.map(readNumbers);
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, readNumbers(one)]));
  if (value === "true" || value === "false") return value === "true";
  const isNumber = typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
  return isNumber ? Number(value) : value;
}
