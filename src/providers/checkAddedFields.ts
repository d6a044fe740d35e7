import { acceptedValues, announces, describeAccepted } from "../contract/acceptedValues.ts";
import { type AddedField, addedNames, changesImage, hasAddedField } from "../contract/addedFields.ts";
import type { AudioRequest, ImageRequest, VideoRequest } from "../contract/generationRequest.ts";
import type { Capabilities } from "../contract/models.ts";
import { findFaultOfFiles, type MaskFault } from "../media/images/maskFault.ts";
import type { ParameterError } from "./request.ts";

const maskFaults: Readonly<Record<MaskFault, string>> = {
  unreadable: "takes an image as mask, which this file is not.",
  otherSize: "takes a mask of the size of the first reference image.",
};

/** Refuses an added field that the model does not announce, or a value outside of what it announces. Messages never contain the value. */
export function checkAddedFields(
  request: AudioRequest | ImageRequest | VideoRequest,
  { id, capabilities }: { id: string; capabilities: Capabilities },
): ParameterError | undefined {
  const { kind, added = {} } = request;
  const references = "references" in request ? request.references : [];
  const refuse = (param: AddedField, reason: string): ParameterError => ({ param, message: `${id} ${reason}` });
  for (const name of addedNames) {
    const value = added[name];
    // One image is what every model makes.
    if (value === undefined || (name === "n" && value === 1)) continue;
    if (!hasAddedField(kind, name) || !announces(capabilities, name)) return refuse(name, `does not take ${name}.`);
    if (changesImage(name) && references.length === 0) return refuse(name, `takes ${name} only with a reference image.`);
    if (typeof value === "object") {
      if (!value.mediaType.startsWith("image/")) return refuse(name, `takes an image as ${name}, not ${value.mediaType}.`);
      if (name === "last_frame" && references.length > 1) return refuse(name, `takes ${name} with at most one reference image.`);
      if (!changesImage(name)) continue;
      const fault = findFaultOfFiles(references[0]?.bytes, value.bytes);
      if (fault !== undefined) return refuse(name, maskFaults[fault]);
      continue;
    }
    const accepted = acceptedValues(capabilities, name);
    if (accepted?.accepts(String(value)) !== false) continue;
    return refuse(name, `does not take this ${name}. It takes: ${describeAccepted(accepted)}.`);
  }
  return undefined;
}
