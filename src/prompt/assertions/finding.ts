/** The result of one assertion, before it is negated. */
import type { PlainValue } from "./assertion.ts";

export interface Difference {
  expected: string;
  actual: string;
}

export interface Finding {
  isPassed: boolean;
  message: string;
  /** undefined: it cannot be judged, so the negated assertion does not pass either. */
  difference: Difference | undefined;
  compared?: ComparedFiles;
}

/** Files to compare side by side. */
export interface ComparedFiles {
  /** The path in the document. */
  expected: string;
  /** The path of the generated file; undefined: it no longer exists. */
  actual: string | undefined;
}

export function unknownFinding(message: string): Finding {
  return { isPassed: false, message, difference: undefined };
}

export function isMap(value: PlainValue): value is { readonly [key: string]: PlainValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function write(value: PlainValue): string {
  return JSON.stringify(value);
}
