/**
 * Fields of other interfaces for texts that would change the answer, and that no provider gets from here: they are refused by name. Sources:
 * OpenAI's reference of chat completions; the Open Responses specification; vLLM and llama.cpp, additional sampling parameters.
 */
import { isJsonObject, type JsonObject } from "../../contract/jsonObject.ts";
import { invalidRequest } from "../apiError.ts";

/** `isHarmless`: whether a value asks for what is done anyway. */
export type UnsupportedField = readonly [name: string, isHarmless: (value: unknown) => boolean];

const isZero = (value: unknown) => value === 0;

const samplingFields: readonly UnsupportedField[] = [
  ["stop", (value) => value === "" || (Array.isArray(value) && value.length === 0)],
  ["logit_bias", (value) => isJsonObject(value) && Object.keys(value).length === 0],
  ["presence_penalty", isZero],
  ["frequency_penalty", isZero],
  ["top_logprobs", isZero],
  ["top_k", (value) => value === 0 || value === -1],
  ["min_p", isZero],
  ["repetition_penalty", (value) => value === 1],
];

/** `others`: those of one interface. Throws `invalid_request` for the first field that asks for something. */
export function refuseUnsupported(body: JsonObject, others: readonly UnsupportedField[] = []): void {
  for (const [name, isHarmless] of [...others, ...samplingFields]) {
    const value = body[name] ?? undefined;
    if (value !== undefined && !isHarmless(value)) throw invalidRequest(name, `${name} is not part of this interface.`);
  }
}
