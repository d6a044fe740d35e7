/** Reads fields of an untrusted JSON object with the types of the spec, or refuses them by name. */
import { isJsonObject, type JsonObject } from "../../contract/jsonObject.ts";
import { invalidRequest } from "../apiError.ts";

/**
 * Requires a text with at least one character that is not white space. `param`: the field's row in the spec's table, which may differ from
 * `name`. `location`: the field's place in the body, for the message.
 */
export function requiredText(object: JsonObject, name: string, param = name, location = param): string {
  const value = object[name];
  if (value === undefined || value === null) throw invalidRequest(param, `The required parameter ${location} is missing.`);
  if (typeof value !== "string") throw invalidRequest(param, `${location} must be a string.`);
  if (value.trim() === "") throw invalidRequest(param, `${location} must not be empty.`);
  return value;
}

/** undefined if the field is missing or null. `param` and `location` as for `requiredText`. */
export function optionalText(object: JsonObject, name: string, param = name, location = param): string | undefined {
  const value = object[name] ?? undefined;
  if (value === undefined || typeof value === "string") return value;
  throw invalidRequest(param, `${location} must be a string.`);
}

/** `param` and `location` as for `requiredText`. */
export function optionalBoolean(object: JsonObject, name: string, param = name, location = param): boolean | undefined {
  const value = object[name] ?? undefined;
  if (value === undefined || typeof value === "boolean") return value;
  throw invalidRequest(param, `${location} must be true or false.`);
}

export function optionalNumber(object: JsonObject, name: string, param = name): number | undefined {
  const value = object[name] ?? undefined;
  if (value === undefined || typeof value === "number") return value;
  throw invalidRequest(param, `${param} must be a number.`);
}

export function optionalInteger(object: JsonObject, name: string): number | undefined {
  const value = optionalNumber(object, name);
  if (value === undefined || Number.isSafeInteger(value)) return value;
  throw invalidRequest(name, `${name} must be an integer.`);
}

/** `param` and `location` as for `requiredText`. */
export function optionalObject(object: JsonObject, name: string, param = name, location = param): JsonObject | undefined {
  const value = object[name] ?? undefined;
  if (value === undefined || isJsonObject(value)) return value;
  throw invalidRequest(param, `${location} must be an object.`);
}

export function optionalArray(object: JsonObject, name: string): readonly unknown[] | undefined {
  const value = object[name] ?? undefined;
  if (value === undefined || Array.isArray(value)) return value;
  throw invalidRequest(name, `${name} must be an array.`);
}

/** An element of the array `param`, which must be an object. */
export function elementObject(value: unknown, param: string, index: number): JsonObject {
  if (isJsonObject(value)) return value;
  throw invalidRequest(param, `${param}[${index}] must be an object.`);
}
