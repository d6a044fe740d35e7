/** What one assertion finds, before it is negated. */
import type { PlainValue } from "./assertion.ts";

export interface Difference {
  expected: string;
  actual: string;
}

export interface Finding {
  isPassed: boolean;
  message: string;
  /** undefined: it can be judged neither way, and the negated assertion does not pass either. */
  difference: Difference | undefined;
  compared?: ComparedFiles;
}

/** Files to look at beside each other. */
export interface ComparedFiles {
  /** As the document names it. */
  expected: string;
  /** Where the generated one is; undefined: it is gone. */
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
