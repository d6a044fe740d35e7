/** An assertion about an answer. */
import type { FrontMatterNode } from "../text/frontMatter.ts";
import type { TextRange } from "../text/textRange.ts";

/** A JSON value. */
export type PlainValue = string | number | boolean | null | readonly PlainValue[] | { readonly [key: string]: PlainValue };

export interface Assertion {
  /** Without the prefix `not-`. */
  name: string;
  isNegated: boolean;
  value: PlainValue;
  /** A text contains variables. */
  threshold: number | string | undefined;
  /** undefined: the assertion is in a CSV file. */
  valueNode: FrontMatterNode | undefined;
  nameRange: TextRange;
  /** The range of its name and value; for an assertion in a CSV file, the range of that file's path in the document. */
  range: TextRange;
}

/** An assertion with the values of its variables. */
export interface FilledAssertion extends Assertion {
  threshold: number | undefined;
}
