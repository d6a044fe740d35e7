/** Builds the request of a task from the user's options, and reads the options back from such a request. */
import { type MediaOption, mediaOptionsOf } from "../../contract/fields.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import { makeRequest } from "../../generations/makeRequest.ts";
import type { Choices } from "../base/state.ts";
import { describeBadValue } from "./optionFields.ts";
import { readPhrases, writePhrases } from "./phrases.ts";
import type { RequestOptions } from "./requestOptions.ts";

/** v2 has no field for instructions, so they are put before the text. @throws ServiceError `invalidRequest`, as `makeRequest` does. */
export function buildTaskRequest(prompt: string, { kind, interface: version, model, choices, references }: RequestOptions): TaskRequest {
  const { instructions = "", stop_sequences = "", ...options } = choices;
  const common = { interface: version, kind, model, files: references };
  if (kind !== "text") return makeRequest({ ...common, prompt, options });
  const text = instructions === "" ? prompt : `${instructions}\n\n${prompt}`;
  return makeRequest({ ...common, prompt: text, stopSequences: readPhrases(stop_sequences) });
}

/** How many results a request has, each of which is billed. */
export function resultsOf(choices: Choices): number {
  return Math.max(Number(choices.n) || 1, 1);
}

/** The options of a request, by their v1 names, for "Run Again". Instructions are part of the text that they precede. */
export function choicesOf(request: TaskRequest): Choices {
  if (request.kind === "text") {
    const phrases = request.body.stop_sequences ?? [];
    return phrases.length === 0 ? {} : { stop_sequences: writePhrases(phrases) };
  }
  const fields: Record<string, unknown> = request.interface === "v1" ? request.body : request.body.ai;
  const nameOf = (option: MediaOption) => (request.interface === "v1" ? option.name : option.v2Name);
  const choices: Choices = {};
  for (const field of mediaOptionsOf(request.kind)) {
    const value = fields[nameOf(field)];
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") continue;
    if (describeBadValue(field, String(value)) === undefined) choices[field.name] = String(value);
  }
  return choices;
}
