/** Applies changed options to a request and keeps all its other fields. */
import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject } from "../../contract/jsonObject.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import { referencesOf } from "../../generations/library/requestReferences.ts";
import { readRequest } from "../../generations/makeRequest.ts";
import { modelOf, promptOf } from "../../generations/newTask.ts";
import { buildTaskRequest, choicesOf } from "./buildTaskRequest.ts";
import type { RequestOptions } from "./requestOptions.ts";

/** `before` with another prompt or other options. All other fields, including unknown ones, stay identical. */
export function changeRequest(before: TaskRequest, prompt: string, options: RequestOptions): TaskRequest {
  const changed = buildTaskRequest(prompt, options);
  if (changed.interface !== before.interface || changed.kind !== before.kind) return changed;
  const unchanged = buildTaskRequest(promptOf(before), optionsOf(before));
  if (isDeepStrictEqual(unchanged, changed)) return before;
  return readRequest(before.interface, before.kind, mergeChanges(before.body, unchanged.body, changed.body));
}

/** The options that a request was made with. */
function optionsOf(request: TaskRequest): RequestOptions {
  const { kind, interface: version } = request;
  return { kind, interface: version, model: modelOf(request), choices: choicesOf(request), references: referencesOf(request) };
}

/** Applies the differences between `from` and `to` to `fields`. */
function mergeChanges(fields: JsonObject, from: JsonObject, to: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...fields };
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [value, before, after] = [fields[name], from[name], to[name]];
    if (isDeepStrictEqual(before, after)) continue;
    if (after === undefined) delete merged[name];
    else merged[name] = isJsonObject(value) && isJsonObject(before) && isJsonObject(after) ? mergeChanges(value, before, after) : after;
  }
  return merged;
}
