/** Reads the fields that are additions to the interface. Source: docs/built-in-service.md, "Added fields". */
import { type AddedField, addedFields, addedNames } from "../../contract/addedFields.ts";
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
  const values = new Map<AddedField, AddedValue>();
  for (const name of addedNames) {
    const value = await readValue(source, name, (field) => readImage(source, field, references, loadFile));
    if (value !== undefined) values.set(name, value);
  }
  return Object.fromEntries(values);
}

type AddedValue = NonNullable<AddedValues[AddedField]>;

function readValue(
  source: OptionSource,
  name: AddedField,
  readFile: (name: AddedField) => Promise<InputFile | undefined>,
): AddedValue | undefined | Promise<InputFile | undefined> {
  const { type } = addedFields[name];
  switch (type) {
    case "integer":
      return readInteger(source, name, addedInteger);
    case "number":
      return readNumber(source, name, addedNumber);
    case "text":
    case "choice":
      return readText(source, name);
    case "flag":
      return readFlag(source, name);
    case "file":
      return readFile(name);
  }
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
