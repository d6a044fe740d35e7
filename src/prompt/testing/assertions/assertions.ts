/** All assertions, in the order of the documentation. */
import type { AssertionType } from "./assertionType.ts";
import { blank } from "./blank.ts";
import { bytes } from "./bytes.ts";
import { citations } from "./citations.ts";
import { contains } from "./contains.ts";
import { containsAll } from "./containsAll.ts";
import { containsAny } from "./containsAny.ts";
import { containsJson } from "./containsJson.ts";
import { cost } from "./cost.ts";
import { duration } from "./duration.ts";
import { equals } from "./equals.ts";
import { format } from "./format.ts";
import { height } from "./height.ts";
import { icontains } from "./icontains.ts";
import { isJson } from "./isJson.ts";
import { latency } from "./latency.ts";
import { levenshtein } from "./levenshtein.ts";
import { llmRubric } from "./llmRubric.ts";
import { loudness } from "./loudness.ts";
import { refusal } from "./refusal.ts";
import { regex } from "./regex.ts";
import { similarTo } from "./similarTo.ts";
import { startsWith } from "./startsWith.ts";
import { tokens } from "./tokens.ts";
import { transcript } from "./transcript.ts";
import { width } from "./width.ts";

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
