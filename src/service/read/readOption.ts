/** Reads single options, whose place and form depend on the version of the interface. */

import type { JsonObject } from "../../contract/jsonObject.ts";
import { invalidRequest } from "../apiError.ts";
import { optionalNumber, optionalText, requiredText } from "./fields.ts";

/** Where a body contains its options. Names are those of v1. */
export interface OptionSource {
  object: JsonObject;
  /** An option's key in the object. */
  keyOf(option: string): string;
  /** An option's row in the interface's tables. */
  paramOf(option: string): string;
  /** No option is required, and numbers may be written as strings. */
  isV2: boolean;
}

export function readOption({ object, keyOf, paramOf }: OptionSource, option: string): string | undefined {
  return optionalText(object, keyOf(option), paramOf(option));
}

export function requireInV1(source: OptionSource, option: string): string | undefined {
  return source.isV2 ? readOption(source, option) : requiredText(source.object, source.keyOf(option), source.paramOf(option));
}

/** `written`: how v2's strings write it. */
export function readNumber({ object, keyOf, paramOf, isV2 }: OptionSource, option: string, written: RegExp): number | undefined {
  const value = object[keyOf(option)];
  const isWritten = isV2 && typeof value === "string" && written.test(value);
  return isWritten ? Number(value) : optionalNumber(object, keyOf(option), paramOf(option));
}

/** v2's strings write it as `true` or `false`. */
export function readFlag({ object, keyOf, paramOf, isV2 }: OptionSource, option: string): boolean | undefined {
  const value = object[keyOf(option)] ?? undefined;
  if (value === undefined || typeof value === "boolean") return value;
  if (isV2 && (value === "true" || value === "false")) return value === "true";
  throw invalidRequest(paramOf(option), `${paramOf(option)} must be true or false.`);
}

/** As for numbers. */
export function readInteger(source: OptionSource, option: string, written: RegExp): number | undefined {
  const value = readNumber(source, option, written);
  if (value === undefined || Number.isSafeInteger(value)) return value;
  throw invalidRequest(source.paramOf(option), `${source.paramOf(option)} must be an integer.`);
}
