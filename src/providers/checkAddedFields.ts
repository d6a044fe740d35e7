import { acceptedValues, announces } from "../contract/acceptedValues.ts";
import { type AddedField, addedNames, changesImage, hasAddedField } from "../contract/addedFields.ts";
import type { ImageRequest, InputFile, VideoRequest } from "../contract/generationRequest.ts";
import type { Capabilities } from "../contract/models.ts";
import { readImageHeader } from "../images/readImageHeader.ts";
import type { ParameterError } from "./request.ts";

/** Whether a file has the size of an image, stored or as it is displayed. A size that cannot be read may fit. */
function hasSizeOf(image: InputFile | undefined, file: InputFile): boolean {
  const [stored, own] = [image && readImageHeader(image.bytes), readImageHeader(file.bytes)];
  if (!stored || !own) return true;
  const isEqual = stored.width === own.width && stored.height === own.height;
  const isTurned = (stored.orientation ?? 1) >= 5;
  return isEqual || (isTurned && stored.width === own.height && stored.height === own.width);
}

/** Refuses an added field that the model does not announce, or a value outside of what it announces. Messages never contain the value. */
export function checkAddedFields(
  { kind, added = {}, references }: ImageRequest | VideoRequest,
  { id, capabilities }: { id: string; capabilities: Capabilities },
): ParameterError | undefined {
  const refuse = (param: AddedField, reason: string): ParameterError => ({ param, message: `${id} ${reason}` });
  for (const name of addedNames) {
    const value = added[name];
    // One image is what every model makes.
    if (value === undefined || (name === "n" && value === 1)) continue;
    if (!hasAddedField(kind, name) || !announces(capabilities, name)) return refuse(name, `does not take ${name}.`);
    if (changesImage(name) && references.length === 0) return refuse(name, `takes ${name} only with a reference image.`);
    if (typeof value === "object") {
      if (!value.mediaType.startsWith("image/")) return refuse(name, `takes an image as ${name}, not ${value.mediaType}.`);
      if (!hasSizeOf(references[0], value)) return refuse(name, `takes a ${name} of the size of the first reference image.`);
      continue;
    }
    const accepted = acceptedValues(capabilities, name);
    if (accepted?.accepts(String(value)) !== false) continue;
    const taken = [...accepted.values, accepted.others].filter((text) => text !== "").join(", ");
    return refuse(name, `does not take this ${name}. It takes: ${taken}.`);
  }
  return undefined;
}
