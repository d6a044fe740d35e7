/** Reads the options of media, in both versions of the interface: the only list of what the service reads for each kind. */
import type { AddedField } from "../../contract/addedFields.ts";
import type { InputFile, MediaGenerationRequest } from "../../contract/generationRequest.ts";
import type { MediaKind } from "../../contract/kind.ts";
import type { mediaOptions } from "../../contract/media.ts";
import { invalidRequest } from "../apiError.ts";
import type { LoadFile } from "./fetchFile.ts";
import { readAddedValues } from "./readAddedValues.ts";
import { type OptionSource, readInteger, readNumber, readOption, requireInV1 } from "./readOption.ts";

/** How v2's strings write a duration and a speed. */
export const writtenSeconds = /^(?=.*[1-9])\d{1,6}$/;
export const writtenNumber = /^(?=.*[1-9])\d{1,4}(?:\.\d{1,4})?$/;
/** The largest seconds and speed in v1, too. Prices are multiplied by them. */
export const largest = { duration: 999_999, speed: 9_999.9999 };

interface Given {
  model: string;
  /** The prompt, or what is to be spoken. */
  text: string;
}

/** All options of the kind but the added fields. */
type Options<K extends MediaKind> = Record<Exclude<keyof (typeof mediaOptions)[K], AddedField>, string | number | undefined>;

const readers: { [K in MediaKind]: (given: Given, source: OptionSource) => MediaGenerationRequest<K> } = {
  image({ model, text }, source) {
    const { aspect_ratio: aspectRatio, ...options } = {
      size: readOption(source, "size"),
      quality: readOption(source, "quality"),
      aspect_ratio: readOption(source, "aspect_ratio"),
    } satisfies Options<"image">;
    return { kind: "image", model, prompt: text, ...options, aspectRatio, references: [] };
  },
  audio({ model, text }, source) {
    const options = {
      voice: requireInV1(source, "voice"),
      format: requireInV1(source, "format"),
      speed: requirePositive(source, "speed", readNumber(source, "speed", writtenNumber)),
    } satisfies Options<"audio">;
    return { kind: "audio", model, text, ...options };
  },
  video({ model, text }, source) {
    const options = {
      size: readOption(source, "size"),
      quality: readOption(source, "quality"),
      duration: requirePositive(source, "duration", readInteger(source, "duration", writtenSeconds)),
    } satisfies Options<"video">;
    return { kind: "video", model, prompt: text, ...options, references: [] };
  },
};

function requirePositive(source: OptionSource, option: keyof typeof largest, value: number | undefined): number | undefined {
  if (value === undefined || (value > 0 && value <= largest[option])) return value;
  const param = source.paramOf(option);
  throw invalidRequest(param, `${param} must be positive, and at most ${largest[option]}.`);
}

/** Throws an error whose `param` is the option. The model's own limits are not checked here. `loadReferences`: called once the options are read. */
export async function readMedia(
  kind: MediaKind,
  given: Given,
  source: OptionSource,
  loadReferences: () => Promise<InputFile[]>,
  loadFile: LoadFile,
): Promise<MediaGenerationRequest> {
  const request = readers[kind](given, source);
  const references = "references" in request ? await loadReferences() : [];
  const added = await readAddedValues(source, references, loadFile);
  return "references" in request ? { ...request, references, added } : { ...request, added };
}
