/**
 * What an assertion consists of. Each has a file in this folder and an entry in `assertions.ts`; the editor, the JSON Schema, CSV files,
 * the checks and the documentation are derived from it.
 */
import type { FieldType } from "../../contract/fieldType.ts";
import type { MediaKind } from "../../contract/kind.ts";
import type { PlainValue } from "./assertion.ts";
import type { Finding } from "./finding.ts";
import type { RubricJudgement } from "./rubric.ts";
import type { ExpectedFile, TestedAnswer, TestedFile } from "./testedAnswer.ts";
import type { HeardWords } from "./transcript.ts";

/** The option `threshold` of an assertion. */
interface Threshold {
  /** What it counts, with its default; a part of a sentence. */
  description: string;
  minimum: number;
  maximum: number;
}

/** A value with its variables filled in. */
export interface GivenValue {
  value: PlainValue;
  threshold: number | undefined;
}

interface Common {
  /** promptfoo's name, without `not-`. */
  name: string;
  /** What is asserted, for hovers and the documentation; Markdown. */
  description: string;
  type: FieldType;
  /** Absent: it has no such option. */
  threshold?: Threshold;
  /** Reads the text after its name in an `__expected` column, with the number in parentheses. Source: promptfoo. */
  readCsv(text: string, threshold: number | undefined): GivenValue;
  /** In a CSV file, a threshold is its maximum. */
  isLimitedByThreshold?: true;
  /**
   * Why no answer can be judged by this value, or every answer would be judged alike, in one sentence; undefined: answers can be judged.
   * The value may have any type.
   */
  findFault(value: PlainValue): string | undefined;
}

export interface GivenAnswer extends GivenValue {
  answer: TestedAnswer;
  /** Whether a regular expression from a document matches; undefined: it took too long. */
  matches(pattern: string, text: string): boolean | undefined;
  /** The answer of the `judge`; undefined: no model was asked. */
  judgement: RubricJudgement | undefined;
}

/** An assertion about the answer as a whole. */
export interface AnswerAssertion extends Common {
  about: "answer";
  /** The field with the model that judges. */
  asks?: "judge";
  /** The answer must not come from the cache. */
  needsNewAnswer?: boolean;
  judge(given: GivenAnswer): Finding;
}

interface GivenFile extends GivenValue {
  file: TestedFile;
  /** The file that the value names; undefined: it cannot be read. */
  expected: ExpectedFile | undefined;
  /** The answer of the `transcriber`; undefined: no model was asked. */
  transcript: HeardWords | undefined;
}

/** An assertion about each generated file. */
export interface FileAssertion extends Common {
  /** The kinds of files that it can judge. */
  about: readonly MediaKind[];
  /** The field with the model that listens. */
  asks?: "transcriber";
  /** The value is the path of a file, and files whose names match can be compared. */
  comparesWith?: RegExp;
  judge(given: GivenFile): Finding;
}

export type AssertionType = AnswerAssertion | FileAssertion;
