/** Lists the fields of a request other than its prompt, model, reference images and user options. */

import type { TaskRequest } from "../../contract/wireRequest.ts";
import { choicesOf } from "../requests/buildTaskRequest.ts";
import { optionFields } from "../requests/optionFields.ts";

/** Characters of a value that are shown. */
const shownCharacters = 300;

/** Each field with its path in the request. */
export function listOtherFields(request: TaskRequest): [string, string][] {
  const known = knownPaths(request);
  return flatten(request.body).filter(([path]) => !known.has(path) && !isContent(request, path));
}

function knownPaths(request: TaskRequest): Set<string> {
  const choices = choicesOf(request);
  if (request.kind === "text") return new Set(["type", "ai.model"]);
  const options = optionFields(request.kind).filter(({ name }) => choices[name] !== undefined);
  return request.interface === "v1"
    ? new Set(["model", "prompt", "input", ...options.map(({ name }) => name)])
    : new Set(["type", "ai.model", ...options.map(({ v2Name }) => `ai.${v2Name}`)]);
}

/** Whether the field is the prompt or a reference image. */
function isContent({ interface: version }: TaskRequest, path: string): boolean {
  return version === "v1" ? /^image\.\d+\.(?:type|image_url)$/.test(path) : /^content\.\d+\.(?:type|text|file_data)$/.test(path);
}

function flatten(value: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, one]: [string, unknown]) => flatten(one, [...path, name]));
  }
  return value === undefined ? [] : [[path.join("."), shorten(String(value))]];
}

function shorten(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
