import * as z from "zod/mini";

/** An amount of money: finite and not negative. */
export const amountSchema = z.number().check(z.nonnegative());

/** A larger one is a mistake, and would leave nothing of a balance that it is taken from. */
const largestAmount = 1e12;

/** As JSON writes numbers, also with zeros and a sign before them. `Number` also reads hexadecimal, octal and binary ones. */
const decimal = /^\s*\+?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/**
 * Reads an amount that a provider or a service reports, as a number or as text. undefined: not known. OpenRouter, for example, lists a price
 * of -1 for models that choose another model.
 */
export function readAmount(value: unknown): number | undefined {
  const isText = typeof value === "string" && decimal.test(value);
  const amount = isText ? Number(value) : value;
  // Not with the schema, whose errors use much memory if each event of a long answer has none.
  return typeof amount === "number" && amount >= 0 && amount <= largestAmount ? amount : undefined;
}
