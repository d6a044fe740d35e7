/** What is asserted of an answer. */
import type { TextRange } from "../textRange.ts";

/** A value as JSON has it. */
export type PlainValue = string | number | boolean | null | readonly PlainValue[] | { readonly [key: string]: PlainValue };

export interface Assertion {
  /** Without `not-`. */
  name: string;
  isNegated: boolean;
  value: PlainValue;
  threshold: number | undefined;
  nameRange: TextRange;
  /** Its name and its value; of a CSV file's assertion where the document names the file. */
  range: TextRange;
}
