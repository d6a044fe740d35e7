/** Finds what makes an assertion useless, before any answer is requested. */
import { t } from "../../contract/translate.ts";
import type { PlainValue } from "./assertion.ts";
import type { AssertionType } from "./assertionType.ts";
import { write } from "./finding.ts";

/** Why no answer can be judged, or every answer would be judged alike, in one sentence. The variables are filled in. */
export function findFault(type: AssertionType, value: PlainValue, threshold: PlainValue | undefined): string | undefined {
  return type.findFault(value) ?? findFaultOfThreshold(type, threshold);
}

function findFaultOfThreshold({ threshold: limits }: AssertionType, threshold: PlainValue | undefined): string | undefined {
  if (threshold === undefined) return undefined;
  if (typeof threshold !== "number") return t("The threshold {0} is not a number.", write(threshold));
  if (limits === undefined || (threshold >= limits.minimum && threshold <= limits.maximum)) return undefined;
  const { minimum, maximum } = limits;
  return maximum === Number.POSITIVE_INFINITY
    ? t("The threshold must be at least {0}.", minimum)
    : t("The threshold must be at least {0} and at most {1}.", minimum, maximum);
}
