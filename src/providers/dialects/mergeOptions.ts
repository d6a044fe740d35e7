import type { JSONObject, JSONValue } from "@ai-sdk/provider";

/** Adds options to others; objects with the same name are merged. */
export function mergeOptions(options: JSONObject, added: JSONObject): JSONObject {
  const merged: JSONObject = { ...options };
  for (const [name, value] of Object.entries(added)) {
    const before = merged[name];
    merged[name] = isObject(before) && isObject(value) ? mergeOptions(before, value) : value;
  }
  return merged;
}

function isObject(value: JSONValue | undefined): value is JSONObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
