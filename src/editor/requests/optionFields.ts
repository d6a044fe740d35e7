/** The fields that the user can choose for each media kind, with the example values of the spec. */
import { otherGenerationName, requestFields } from "../../contract/fields.ts";
import type { InterfaceGeneration, MediaKind } from "../../contract/kind.ts";
import { reasoningEfforts } from "../../contract/reasoningEffort.ts";

export interface OptionField {
  /** The v1 name. Choices are stored under it for both interface generations. */
  name: string;
  /** The name inside `ai` of a v2 request. */
  v2Name: string;
  /** The interface generations that reject a request without it. */
  requiredIn: readonly InterfaceGeneration[];
  /** Examples only, as the values depend on the model. */
  suggestions: readonly string[];
  type: "string" | "number" | "integer";
}

/** Fields that contain the request itself. */
const notOptions = new Set(["model", "prompt", "input", "image"]);

/** Names of OpenAI's voices, which many services use, for services that list none. */
const usualVoices = ["alloy", "ash", "coral", "echo", "fable", "nova", "onyx", "sage", "shimmer"] as const;

/** Values that can be sent, for fields of which the spec only shows the form. */
const concreteSuggestions: Record<string, readonly string[]> = {
  "audio voice": usualVoices,
  "image size": ["512", "1k", "2k", "1024x1024", "1536x1024"],
};

/**
 * Source: spec, the request tables of `/images`, `/audios`, `/videos` and of v2, which requires none of them. The spec does not show the
 * names in v2's `ai` for audio: ours follow those of images and videos, and are sent only if the user chose a value.
 */
export function optionFields(kind: MediaKind): readonly OptionField[] {
  return requestFields(kind, "v1")
    .filter((field) => !notOptions.has(field.name))
    .map((field) => ({
      name: field.name,
      v2Name: otherGenerationName(field.name, kind, "v1") ?? `${kind}_${field.name}`,
      requiredIn: field.required ? ["v1"] : [],
      suggestions: concreteSuggestions[`${kind} ${field.name}`] ?? field.examples,
      type: field.type.type === "integer" || field.type.type === "number" ? field.type.type : "string",
    }));
}

/** The options for a text that is written into a document: v2 has no field for effort and web search, v1 none for stop phrases. */
export function textOptionFields(generation: InterfaceGeneration): readonly OptionField[] {
  const field = (name: string, suggestions: readonly string[] = []): OptionField => ({
    name,
    v2Name: name,
    requiredIn: [],
    suggestions,
    type: "string",
  });
  const instructions = field("instructions");
  if (generation === "v2") return [instructions, field("stop_sequences")];
  return [field("effort", reasoningEfforts), field("web_search", ["on"]), instructions];
}

/** Why a typed value cannot be sent, for the caller to put into words; undefined: it can. */
export function describeBadValue(field: OptionField, value: string): "integer" | "number" | undefined {
  if (field.type === "integer" && !/^\d+$/.test(value.trim())) return "integer";
  if (field.type === "number" && !(Number(value) > 0)) return "number";
  return undefined;
}

/** The field that the service named in `param`, in either generation (`ai.image_size`, `image_size`, `size`). */
export function fieldOfParameter(kind: MediaKind, parameter: string): OptionField | undefined {
  const name = parameter.split(".").at(-1);
  return optionFields(kind).find((field) => field.name === name || field.v2Name === name);
}
