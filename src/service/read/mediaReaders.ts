/** Reads the options of media, in both generations of the interface: the only list of what the service reads for each kind. */
import type { InputFile, MediaGenerationRequest } from "../../contract/generationRequest.ts";
import type { MediaKind } from "../../contract/kind.ts";
import type { LoadFile } from "./fetchFile.ts";
import { readAddedFields } from "./readAddedFields.ts";
import { type OptionSource, readInteger, readNumber, readOption, requireInV1 } from "./readOption.ts";

/** How v2's strings write a duration and a speed. */
export const writtenSeconds = /^\d{1,6}$/;
export const writtenNumber = /^\d{1,4}(?:\.\d{1,4})?$/;

interface Given {
  model: string;
  /** The prompt, or what is to be spoken. */
  text: string;
}

const readers: { [K in MediaKind]: (given: Given, source: OptionSource) => MediaGenerationRequest<K> } = {
  image: ({ model, text }, source) => ({
    kind: "image",
    model,
    prompt: text,
    size: readOption(source, "size"),
    quality: readOption(source, "quality"),
    aspectRatio: readOption(source, "aspect_ratio"),
    references: [],
  }),
  audio: ({ model, text }, source) => ({
    kind: "audio",
    model,
    text,
    voice: requireInV1(source, "voice"),
    format: requireInV1(source, "format"),
    speed: readNumber(source, "speed", writtenNumber),
  }),
  video: ({ model, text }, source) => ({
    kind: "video",
    model,
    prompt: text,
    size: readOption(source, "size"),
    quality: readOption(source, "quality"),
    duration: readInteger(source, "duration", writtenSeconds),
    references: [],
  }),
};

/** Throws an error whose `param` is the option. The model's own limits are not checked here. `loadReferences`: called once the options are read. */
export async function readMedia(
  kind: MediaKind,
  given: Given,
  source: OptionSource,
  loadReferences: () => Promise<InputFile[]>,
  loadFile: LoadFile,
): Promise<MediaGenerationRequest> {
  const request = readers[kind](given, source);
  if (!("references" in request)) return request;
  const references = await loadReferences();
  return { ...request, references, added: await readAddedFields(source, references, loadFile) };
}
