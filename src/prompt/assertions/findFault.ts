/** Finds what makes an assertion useless, before any answer is requested. */
import type { PlainValue } from "./assertion.ts";
import type { AssertionType } from "./assertionType.ts";
import { write } from "./finding.ts";

/** Why no answer can be judged, or every answer would be judged alike, in one sentence. The variables are filled in. */
export function findFault(type: AssertionType, value: PlainValue, threshold: PlainValue | undefined): string | undefined {
  return type.findFault(value) ?? findFaultOfThreshold(type, threshold);
}

function findFaultOfThreshold({ threshold: limits }: AssertionType, threshold: PlainValue | undefined): string | undefined {
  if (threshold === undefined) return undefined;
  if (typeof threshold !== "number") return `The threshold ${write(threshold)} is not a number.`;
  if (limits === undefined || (threshold >= limits.minimum && threshold <= limits.maximum)) return undefined;
  const most = limits.maximum === Number.POSITIVE_INFINITY ? "" : ` and at most ${limits.maximum}`;
  return `The threshold must be at least ${limits.minimum}${most}.`;
}
