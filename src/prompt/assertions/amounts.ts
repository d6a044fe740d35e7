/** Numbers between `min` and `max`: their type, their reading and their findings. */

import type { Field, FieldType } from "../../contract/fieldType.ts";
import { t } from "../../contract/translate.ts";
import type { PlainValue } from "./assertion.ts";
import { type Finding, isMap, unknownFinding, write } from "./finding.ts";

export interface Limits {
  min?: number;
  max?: number;
}

export function limitFields(unit: string, type: FieldType, ...names: ("min" | "max")[]): Field[] {
  return names.map((name) => mapField(name, `${name === "min" ? "At least" : "At most"} this many ${unit}.`, type));
}

export function mapField(name: string, description: string, type: FieldType, required = false): Field {
  return { name, path: [name], required, description, examples: [], default: undefined, type };
}

export function limitsOf(unit: string, ...names: ("min" | "max")[]): FieldType {
  return { type: "map", fields: limitFields(unit, { type: "number" }, ...names) };
}

/** undefined: it is not a map, or a limit in it is not a number. */
export function readLimits(value: PlainValue): Limits | undefined {
  if (!isMap(value)) return undefined;
  const { min, max } = value;
  const areNumbers = [min, max].every((one) => one === undefined || typeof one === "number");
  return areNumbers ? { ...(typeof min === "number" ? { min } : {}), ...(typeof max === "number" ? { max } : {}) } : undefined;
}

/** A number, or a map with `min`, `max` or both. */
export function findFaultOfLimits(value: PlainValue): string | undefined {
  if (typeof value === "number") return undefined;
  const { min, max } = readLimits(value) ?? {};
  if (min === undefined && max === undefined) return t("{0} is neither a number nor `min` and `max`.", write(value));
  return findContradiction({ ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) });
}

/** The same for an amount that is never negative: limits within which each one is, or none, are a fault too. */
export function findFaultOfCount(value: PlainValue): string | undefined {
  const fault = findFaultOfLimits(value);
  return fault ?? findUselessLimits(typeof value === "number" ? { max: value } : (readLimits(value) ?? {}));
}

export function findUselessLimits({ min, max }: Limits): string | undefined {
  if (max !== undefined && max < 0) return t("No answer has {0} or less.", max);
  return min !== undefined && min <= 0 && max === undefined ? t("Every answer has {0} or more.", min) : undefined;
}

export function findContradiction({ min, max }: Limits): string | undefined {
  return min !== undefined && max !== undefined && min > max ? t("`min` is larger than `max`: {0} and {1}.", min, max) : undefined;
}

/** A single number is the maximum. */
export function judgeAmount(name: string, amount: number | undefined, value: PlainValue): Finding {
  const limits = typeof value === "number" ? { max: value } : (readLimits(value) ?? {});
  if (amount === undefined) return unknownFinding(t("The {0} of the answer is not known.", name));
  const wanted = describeLimits(limits);
  return expectFound(isWithin(amount, limits), t("a {0} of {1}", name, wanted), String(amount), wanted);
}

/** A single number is the exact value. */
export function judgeSize(what: string, found: number | undefined, value: PlainValue, tolerance: number): Finding {
  if (found === undefined) return unknownFinding(t("The {0} is not known.", what));
  const limits = readLimits(value) ?? {};
  const isExpected = typeof value === "number" ? Math.abs(found - value) <= tolerance : isWithin(found, limits);
  const wanted = typeof value === "number" ? String(value) : describeLimits(limits);
  return expectFound(isExpected, t("a {0} of {1}", what, wanted), String(found), wanted);
}

/** `wanted` and `actual` in words; `expected`: what is compared with `actual`. */
export function expectFound(isPassed: boolean, wanted: string, actual: string, expected = wanted): Finding {
  return { isPassed, message: t("Expected {0}. Got: {1}", wanted, actual), difference: { expected, actual } };
}

function isWithin(amount: number, { min, max }: Limits): boolean {
  return (min === undefined || amount >= min) && (max === undefined || amount <= max);
}

function describeLimits({ min, max }: Limits): string {
  if (min === undefined) return t("at most {0}", max ?? "");
  return max === undefined ? t("at least {0}", min) : t("at least {0} and at most {1}", min, max);
}
