/** Makes the journal's row of a new task, and reads its facts from its request. */
import { mainTextField } from "../contract/fields.ts";
import type { WireRequest } from "../contract/wireRequest.ts";
import type { NewTask } from "./journal/taskTable.ts";
import type { SubmitOptions } from "./submitOptions.ts";
import { makeTaskKey } from "./taskKey.ts";

/** `now`: Unix milliseconds. */
export function createNewTask({ baseUrl, request, target, origin = null }: SubmitOptions, now: number): NewTask {
  const facts = { model: modelOf(request), prompt: promptOf(request), createdAt: now };
  return { key: makeTaskKey(now), baseUrl, request, ...facts, target: typeof target === "function" ? undefined : target, origin };
}

export function modelOf(request: WireRequest): string {
  return request.interface === "v1" ? request.body.model : request.body.ai.model;
}

/** The main text: what is to be drawn, spoken or answered. */
export function promptOf(request: WireRequest | { interface: "v1"; kind: "text"; body: { input: unknown } }): string {
  if (request.interface === "v1" && request.kind === "text") return textsOf(request.body.input).join("\n\n");
  if (request.interface === "v2") return request.body.content.flatMap((part) => (part.type === "input_text" ? [part.text] : [])).join("\n");
  return String(request.body[mainTextField(request.kind, "v1")]);
}

/** The texts of an input, of its parts or its messages, without its files. */
function textsOf(input: unknown): string[] {
  if (typeof input === "string") return [input];
  if (Array.isArray(input)) return input.flatMap(textsOf);
  if (typeof input !== "object" || input === null) return [];
  return textsOf("content" in input ? input.content : "text" in input ? input.text : undefined);
}
