/** All assertions, in the order of the documentation. */
import type { AssertionType } from "./assertionType.ts";
import { blank } from "./types/blank.ts";
import { bytes } from "./types/bytes.ts";
import { citations } from "./types/citations.ts";
import { contains } from "./types/contains.ts";
import { containsAll } from "./types/containsAll.ts";
import { containsAny } from "./types/containsAny.ts";
import { containsJson } from "./types/containsJson.ts";
import { cost } from "./types/cost.ts";
import { duration } from "./types/duration.ts";
import { equals } from "./types/equals.ts";
import { format } from "./types/format.ts";
import { height } from "./types/height.ts";
import { icontains } from "./types/icontains.ts";
import { isJson } from "./types/isJson.ts";
import { latency } from "./types/latency.ts";
import { levenshtein } from "./types/levenshtein.ts";
import { llmRubric } from "./types/llmRubric.ts";
import { loudness } from "./types/loudness.ts";
import { refusal } from "./types/refusal.ts";
import { regex } from "./types/regex.ts";
import { similarTo } from "./types/similarTo.ts";
import { startsWith } from "./types/startsWith.ts";
import { tokens } from "./types/tokens.ts";
import { transcript } from "./types/transcript.ts";
import { width } from "./types/width.ts";

export const assertions: readonly AssertionType[] = [
  equals,
  contains,
  icontains,
  containsAll,
  containsAny,
  startsWith,
  regex,
  isJson,
  containsJson,
  levenshtein,
  llmRubric,
  cost,
  latency,
  tokens,
  citations,
  refusal,
  width,
  height,
  duration,
  format,
  bytes,
  loudness,
  similarTo,
  transcript,
  blank,
];

const byName = new Map(assertions.map((one) => [one.name, one]));

/** By its name without `not-`. */
export function findAssertion(name: string): AssertionType | undefined {
  return byName.get(name);
}

/** Splits a name such as `not-contains`; undefined: there is no such assertion. */
export function readAssertionName(written: string): { type: AssertionType; isNegated: boolean } | undefined {
  const isNegated = written.startsWith("not-");
  const type = findAssertion(isNegated ? written.slice("not-".length) : written);
  return type && { type, isNegated };
}
