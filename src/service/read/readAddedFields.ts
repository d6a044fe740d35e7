/** Reads the fields that are additions to the interface. Source: docs/built-in-service.md, "Added fields". */
import type { AddedField } from "../../contract/addedFields.ts";
import type { AddedValues, InputFile } from "../../contract/generationRequest.ts";
import { invalidRequest } from "../apiError.ts";
import type { LoadFile } from "./fetchFile.ts";
import { type JsonObject, optionalNumber, optionalText } from "./fields.ts";
import { InputFiles } from "./readInputFile.ts";

export interface AddedSource {
  /** The object that contains the fields. */
  object: JsonObject;
  /** A field's key in the object. */
  keyOf(field: AddedField): string;
  /** A field's row in the interface's tables. */
  paramOf(field: AddedField): string;
  /** Whether numbers may be written as strings. */
  takesTexts: boolean;
}

/** Longest text of a field, in UTF-16 code units. */
export const longestText = 10_000;
/** How v2's strings write numbers. */
export const addedInteger = /^-?\d{1,15}$/;
export const addedNumber = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** `references`: files of the request that were loaded before; they count towards its limit of bytes. Throws an error that names the field. */
export async function readAddedFields(source: AddedSource, references: readonly InputFile[], loadFile: LoadFile): Promise<AddedValues> {
  const values: { [Name in AddedField]: AddedValues[Name] } = {
    n: readInteger(source, "n"),
    seed: readInteger(source, "seed"),
    negative_prompt: readText(source, "negative_prompt"),
    strength: readNumber(source, "strength"),
    steps: readInteger(source, "steps"),
    guidance: readNumber(source, "guidance"),
    background: readText(source, "background"),
    upscale: readText(source, "upscale"),
    output_format: readText(source, "output_format"),
    mask: await readImage(source, "mask", references, loadFile),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function readNumber({ object, keyOf, paramOf, takesTexts }: AddedSource, field: AddedField, written = addedNumber): number | undefined {
  const value = object[keyOf(field)];
  const isWritten = takesTexts && typeof value === "string" && written.test(value);
  return isWritten ? Number(value) : optionalNumber(object, keyOf(field), paramOf(field));
}

function readInteger(source: AddedSource, field: AddedField): number | undefined {
  const value = readNumber(source, field, addedInteger);
  if (value === undefined || Number.isSafeInteger(value)) return value;
  throw invalidRequest(source.paramOf(field), `${source.paramOf(field)} must be an integer.`);
}

/** An empty text is the same as none. */
function readText({ object, keyOf, paramOf }: AddedSource, field: AddedField): string | undefined {
  const value = optionalText(object, keyOf(field), paramOf(field));
  if (value !== undefined && value.length > longestText) {
    throw invalidRequest(paramOf(field), `${paramOf(field)} has at most ${longestText} characters.`);
  }
  return value?.trim() === "" ? undefined : value;
}

async function readImage(
  source: AddedSource,
  field: AddedField,
  references: readonly InputFile[],
  loadFile: LoadFile,
): Promise<InputFile | undefined> {
  const { object, keyOf, paramOf } = source;
  const address = optionalText(object, keyOf(field), paramOf(field)) || undefined;
  if (address === undefined) return undefined;
  const files = new InputFiles(paramOf(field), references);
  files.add({ source: address, part: "image" });
  return (await files.load(loadFile))[0];
}
