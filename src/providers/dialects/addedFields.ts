/** How the added fields are written for each type of provider: a row for each field, a column for each type. */
import type { JSONObject, JSONValue, SharedV4ProviderOptions } from "@ai-sdk/provider";
import { type AddedField, addedNames, hasAddedField } from "../../contract/addedFields.ts";
import type { AddedValues, AudioRequest, ImageRequest, InputFile, VideoRequest } from "../../contract/generationRequest.ts";
import type { WrittenFields } from "../calls.ts";
import type { ProviderModel } from "../provider.ts";
import type { ParameterError } from "../request.ts";
import { refuse } from "./common.ts";

type Column =
  /** Its videos have no added fields. */
  | "openai"
  /** Engines with OpenAI's interface use the names of vLLM-Omni's image and video APIs. */
  | "compatible"
  | "compatibleVideo"
  /** Source: SGLang, `image_api.py` of its diffusion server. Its videos are "compatibleVideo". */
  | "sglang"
  /** Source: LocalAI, `OpenAIRequest` and `VideoRequest`. */
  | "localai"
  | "localaiVideo"
  | "openrouter"
  | "gemini"
  | "veo"
  /** Also its videos. Source: stable-diffusion.cpp, "sdcpp API". */
  | "stableDiffusion"
  /** Source: stable-diffusion-webui, "API". */
  | "automatic1111"
  /** The values of a workflow's placeholders. */
  | "comfyui"
  /** Any package of the AI SDK. */
  | "plain"
  /** Source: @ai-sdk/fal. It passes options of videos on as they are, and leaves out the seed 0. */
  | "fal"
  | "falVideo"
  /** Videos of @ai-sdk/replicate, which passes options on in the same way, leaves out the seed 0, and knows neither frames nor sound. */
  | "replicateVideo"
  /** OpenAI's speech. Source: OpenAI, "Create speech". */
  | "speech"
  /** Engines with that interface. Source: LocalAI, `TTSRequest`; vLLM-Omni, "Speech API". */
  | "compatibleSpeech"
  | "demo";

/** Whatever has no entry is refused by name. */
type Row<Value> = Readonly<Partial<Record<Column, (value: Value) => Partial<WrittenFields>>>>;

/** An option with this path of names. */
const as =
  (name: string, ...inner: readonly string[]) =>
  (value: string | number | boolean): Partial<WrittenFields> => ({
    options: { [name]: inner.reduceRight<JSONObject | string | number | boolean>((nested, key) => ({ [key]: nested }), value) },
  });
const asNumber = (name: string) => (value: string) => as(name)(Number(value));
const callN = (n: number) => ({ n });
const callLimitedN = (n: number) => ({ n, isLimitedPerCall: true as const });
const callSeed = (seed: number) => ({ seed });
const transparentMask = (mask: InputFile) => ({ mask });
const endWith = (lastFrame: InputFile) => ({ lastFrame });
const whiteMask = (mask: InputFile) => ({ mask, isWhiteMask: true as const });

const rows: { readonly [Name in AddedField]: Row<NonNullable<AddedValues[Name]>> } = {
  n: {
    openai: callN,
    compatible: callN,
    sglang: callN,
    localai: callN,
    openrouter: callN,
    stableDiffusion: callN,
    automatic1111: callN,
    plain: callLimitedN,
    fal: callN,
    demo: callN,
  },
  seed: {
    compatible: as("seed"),
    compatibleVideo: as("seed"),
    sglang: as("seed"),
    localai: as("seed"),
    localaiVideo: as("seed"),
    openrouter: as("seed"),
    gemini: callSeed,
    veo: callSeed,
    stableDiffusion: callSeed,
    automatic1111: callSeed,
    comfyui: callSeed,
    plain: callSeed,
    fal: callSeed,
    falVideo: as("seed"),
    replicateVideo: as("seed"),
    demo: callSeed,
  },
  negative_prompt: {
    compatible: as("negative_prompt"),
    compatibleVideo: as("negative_prompt"),
    sglang: as("negative_prompt"),
    localaiVideo: as("negative_prompt"),
    veo: as("negativePrompt"),
    stableDiffusion: as("negative_prompt"),
    automatic1111: as("negative_prompt"),
    comfyui: as("negative_prompt"),
    fal: as("negative_prompt"),
    falVideo: as("negativePrompt"),
    replicateVideo: as("negative_prompt"),
    demo: as("negativePrompt"),
  },
  strength: {
    compatible: as("strength"),
    stableDiffusion: as("strength"),
    automatic1111: as("denoising_strength"),
    comfyui: as("strength"),
    fal: as("strength"),
    demo: as("strength"),
  },
  steps: {
    compatible: as("num_inference_steps"),
    compatibleVideo: as("num_inference_steps"),
    sglang: as("num_inference_steps"),
    localai: as("step"),
    localaiVideo: as("step"),
    stableDiffusion: as("sample_params", "sample_steps"),
    automatic1111: as("steps"),
    comfyui: as("steps"),
    fal: as("numInferenceSteps"),
    falVideo: as("num_inference_steps"),
  },
  guidance: {
    compatible: as("guidance_scale"),
    compatibleVideo: as("guidance_scale"),
    sglang: as("guidance_scale"),
    localaiVideo: as("cfg_scale"),
    stableDiffusion: as("sample_params", "guidance", "txt_cfg"),
    automatic1111: as("cfg_scale"),
    comfyui: as("guidance"),
    fal: as("guidanceScale"),
    falVideo: as("guidance_scale"),
  },
  mask: {
    openai: transparentMask,
    compatible: transparentMask,
    sglang: transparentMask,
    stableDiffusion: whiteMask,
    automatic1111: whiteMask,
    comfyui: transparentMask,
    plain: transparentMask,
    fal: whiteMask,
    demo: transparentMask,
  },
  background: {
    openai: as("background"),
    compatible: as("background"),
    sglang: as("background"),
    openrouter: as("background"),
  },
  upscale: {
    automatic1111: asNumber("upscaling_resize"),
    comfyui: asNumber("upscale"),
  },
  output_format: {
    openai: as("outputFormat"),
    compatible: as("output_format"),
    sglang: as("output_format"),
    openrouter: as("output_format"),
    stableDiffusion: as("output_format"),
    fal: as("outputFormat"),
  },
  last_frame: {
    localaiVideo: endWith,
    openrouter: endWith,
    veo: endWith,
    stableDiffusion: endWith,
    plain: endWith,
    falVideo: endWith,
  },
  generate_audio: {
    openrouter: as("generate_audio"),
    plain: (generateAudio) => ({ generateAudio }),
    falVideo: as("generate_audio"),
    replicateVideo: as("generate_audio"),
  },
  fps: {
    compatibleVideo: as("fps"),
    localaiVideo: (fps) => ({ fps }),
    stableDiffusion: (fps) => ({ fps }),
    plain: (fps) => ({ fps }),
    falVideo: (fps) => ({ fps }),
    replicateVideo: (fps) => ({ fps }),
  },
  voice_instructions: {
    speech: (instructions) => ({ instructions }),
    compatibleSpeech: (instructions) => ({ instructions }),
    gemini: (instructions) => ({ instructions }),
    plain: (instructions) => ({ instructions }),
  },
  language: {
    compatibleSpeech: (language) => ({ language }),
    gemini: (language) => ({ language }),
    plain: (language) => ({ language }),
  },
};

/** Writes the added fields of a request for a type of provider, after `options`, or refuses the first that cannot be written. */
export function writeAddedFields(
  column: Column,
  model: ProviderModel,
  { kind, added = {} }: AudioRequest | ImageRequest | VideoRequest,
  options: JSONObject = {},
): WrittenFields | ParameterError {
  let written: WrittenFields = { options };
  for (const name of addedNames) {
    const part = hasAddedField(kind, name) || added[name] === undefined ? writeOne(column, name, added) : "refused";
    if (part === "refused") return refuse(model, name, `takes no ${name}.`);
    written = { ...written, ...part, options: mergeOptions(written.options, part.options ?? {}) };
  }
  return written;
}

/** A call with the added fields, what is `given`, and the options under the `name` of the provider; without a name, its package takes no options. */
export function writeMediaCall<Given extends object>(
  column: Column,
  model: ProviderModel,
  request: AudioRequest | ImageRequest | VideoRequest,
  name: string | undefined,
  given: Given,
  own?: JSONObject,
) {
  const written = writeAddedFields(column, model, request, own);
  if ("param" in written) return written;
  const { options, ...call } = written;
  const providerOptions: SharedV4ProviderOptions = name === undefined ? {} : { [name]: options };
  return { ...call, ...given, providerOptions };
}

function writeOne<Name extends AddedField>(column: Column, name: Name, added: AddedValues): Partial<WrittenFields> | "refused" {
  const value = added[name];
  if (value === undefined || value === null || (name === "n" && value === 1)) return {};
  const row: Row<NonNullable<AddedValues[Name]>> = rows[name];
  return row[column]?.(value) ?? "refused";
}

/** Adds options to others; objects with the same name are merged. */
function mergeOptions(options: JSONObject, added: JSONObject): JSONObject {
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
