import { type AddedField, addedNames } from "../../contract/addedFields.ts";
import { fieldOf, type Origin } from "./origin.ts";

/** The names under which generators write fields that a request can repeat, in lower case. The first that is there counts. */
const namesInFiles: Readonly<Partial<Record<AddedField, readonly string[]>>> = {
  seed: ["seed", "noise_seed"],
  steps: ["steps", "num_inference_steps"],
  guidance: ["cfg scale", "cfg_scale", "cfgscale", "guidance scale", "guidance_scale", "cfg", "scale", "guidance"],
  // Programs write these with a video or a speech only in forms of their own.
  generate_audio: ["generate_audio", "generate audio"],
  fps: ["fps", "frame_rate"],
  voice_instructions: ["voice_instructions"],
  language: ["language"],
};

export interface ReadField {
  field: AddedField;
  value: string;
  /** The names that state it; empty: the origin has a property of its own for it. */
  names: readonly string[];
}

/** The added fields of a request that makes such a file again, as its metadata states them. */
export function readAddedFields(origin: Pick<Origin, "fields" | "negativePrompt">): ReadField[] {
  return addedNames.flatMap((field): ReadField[] => {
    const names = namesInFiles[field] ?? [];
    const value = field === "negative_prompt" ? origin.negativePrompt : names.flatMap((name) => fieldOf(origin, name) ?? []).at(0);
    return value === undefined ? [] : [{ field, value, names }];
  });
}
