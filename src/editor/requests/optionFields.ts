/** The fields that the user can choose for each media kind, with the example values of the spec. */
import { addedFields, isAddedField } from "../../contract/addedFields.ts";
import { mediaOptionsOf } from "../../contract/fields.ts";
import type { FieldType } from "../../contract/fieldType.ts";
import type { InterfaceVersion, MediaKind } from "../../contract/kind.ts";
import { countCharacters, limits } from "../../contract/limits.ts";
import { reasoningEfforts } from "../../contract/reasoningEffort.ts";
import { readPhrases } from "./phrases.ts";

export interface OptionField {
  /** The v1 name. Choices are stored under it for both interface versions. */
  name: string;
  /** The name inside `ai` of a v2 request. */
  v2Name: string;
  /** The interface versions that reject a request without it. */
  requiredIn: readonly InterfaceVersion[];
  /** Examples only, as the values depend on the model. */
  suggestions: readonly string[];
  type: FieldType;
  /** Only models that announce it take it. */
  isAdded: boolean;
  /** Its value is a file: an address or a data URI. */
  isFile: boolean;
}

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
  return mediaOptionsOf(kind).map(({ name, v2Name, required, examples, type }) => ({
    name,
    v2Name,
    requiredIn: required ? ["v1"] : [],
    suggestions: concreteSuggestions[`${kind} ${name}`] ?? examples,
    type,
    isAdded: isAddedField(name),
    isFile: isAddedField(name) && addedFields[name].type === "file",
  }));
}

/** The options for a text that is written into a document: v2 has no field for effort and web search, v1 none for stop phrases. */
export function textOptionFields(version: InterfaceVersion): readonly OptionField[] {
  const field = (name: string, suggestions: readonly string[] = []): OptionField => ({
    name,
    v2Name: name,
    requiredIn: [],
    suggestions,
    type: { type: "string", values: [] },
    isAdded: false,
    isFile: false,
  });
  const instructions = field("instructions");
  if (version === "v2") return [instructions, field("stop_sequences")];
  return [field("effort", reasoningEfforts), field("web_search", ["on"]), instructions];
}

/** Why a typed value cannot be sent, for the caller to put into words; undefined: it can. */
export function describeBadValue({ name, type }: Pick<OptionField, "name" | "type">, value: string): BadValue | undefined {
  if (type.type === "integer" && !/^\d+$/.test(value.trim())) return "integer";
  const isNumber = isAddedField(name) ? Number(value) >= 0 : Number(value) > 0;
  if (type.type === "number" && (value.trim() === "" || !isNumber)) return "number";
  if (name === "stop_sequences" && readPhrases(value).length > limits.stopSequences) return "tooMany";
  if (name === "instructions" && countCharacters(value) > limits.instructionsMaximum) return "tooLong";
  return undefined;
}

export type BadValue = "integer" | "number" | "tooMany" | "tooLong";

/** The field that the service named in `param`, in either version (`ai.image_size`, `image_size`, `size`). */
export function fieldOfParameter(kind: MediaKind, parameter: string): OptionField | undefined {
  const name = parameter.split(".").at(-1);
  return optionFields(kind).find((field) => field.name === name || field.v2Name === name);
}
