/** Reads the fields that are additions to the interface. Source: docs/built-in-service.md, "Added fields". */
import type { AddedField } from "../../contract/addedFields.ts";
import type { AddedValues, InputFile } from "../../contract/generationRequest.ts";
import { invalidRequest } from "../apiError.ts";
import type { LoadFile } from "./fetchFile.ts";
import { InputFiles } from "./readInputFile.ts";
import { type OptionSource, readFlag, readInteger, readNumber, readOption } from "./readOption.ts";

/** Longest text of a field, in UTF-16 code units. */
export const longestFieldText = 10_000;
/** How v2's strings write numbers. */
export const addedInteger = /^-?\d{1,15}$/;
export const addedNumber = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** `references`: files of the request that were loaded before; they count towards its limit of bytes. Throws an error that names the field. */
export async function readAddedValues(source: OptionSource, references: readonly InputFile[], loadFile: LoadFile): Promise<AddedValues> {
  const values: { [Name in AddedField]: AddedValues[Name] } = {
    n: readInteger(source, "n", addedInteger),
    seed: readInteger(source, "seed", addedInteger),
    negative_prompt: readText(source, "negative_prompt"),
    strength: readNumber(source, "strength", addedNumber),
    steps: readInteger(source, "steps", addedInteger),
    guidance: readNumber(source, "guidance", addedNumber),
    background: readText(source, "background"),
    upscale: readText(source, "upscale"),
    output_format: readText(source, "output_format"),
    mask: await readImage(source, "mask", references, loadFile),
    last_frame: await readImage(source, "last_frame", references, loadFile),
    generate_audio: readFlag(source, "generate_audio"),
    fps: readInteger(source, "fps", addedInteger),
    voice_instructions: readText(source, "voice_instructions"),
    language: readText(source, "language"),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** An empty text is the same as none. */
function readText(source: OptionSource, field: AddedField): string | undefined {
  const value = readOption(source, field);
  if (value !== undefined && value.length > longestFieldText) {
    throw invalidRequest(source.paramOf(field), `${source.paramOf(field)} has at most ${longestFieldText} characters.`);
  }
  return value?.trim() === "" ? undefined : value;
}

async function readImage(
  source: OptionSource,
  field: AddedField,
  references: readonly InputFile[],
  loadFile: LoadFile,
): Promise<InputFile | undefined> {
  const address = readOption(source, field) || undefined;
  if (address === undefined) return undefined;
  const files = new InputFiles(source.paramOf(field), references);
  files.add({ source: address, part: "image" });
  return (await files.load(loadFile))[0];
}
