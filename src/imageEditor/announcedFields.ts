/** The fields of a request of the image editor: only what the service announces of the model is sent. */
import { acceptedValues, announces } from "../contract/acceptedValues.ts";
import type { AddedField } from "../contract/addedFields.ts";
import type { Capabilities } from "../contract/models.ts";
import type { Edit } from "./imageEditorProtocol.ts";

export interface AnnouncedFields {
  choices: Partial<Record<Exclude<AddedField, "mask">, string>>;
  /** Whether the mask is sent. */
  sendsMask: boolean;
}

/** undefined: the service does not announce what the purpose needs, so nothing may be sent. */
export function announcedFields(
  capabilities: Capabilities | undefined,
  { purpose, mask, strength, upscale }: Pick<Edit, "purpose" | "mask" | "strength" | "upscale">,
): AnnouncedFields | undefined {
  const isTaken = (field: AddedField, value: string) => acceptedValues(capabilities, field)?.accepts(value) === true;
  const only = (choices: AnnouncedFields["choices"]): AnnouncedFields => ({ choices, sendsMask: false });
  switch (purpose) {
    case "edit":
      return { choices: {}, sendsMask: mask !== undefined && announces(capabilities, "mask") };
    case "variations":
      return only(strength !== undefined && isTaken("strength", String(strength)) ? { strength: String(strength) } : {});
    case "upscale":
      return upscale !== undefined && isTaken("upscale", upscale) ? only({ upscale }) : undefined;
    case "removeBackground":
      if (!isTaken("background", "transparent")) return undefined;
      return only({ background: "transparent", ...(isTaken("output_format", "png") ? { output_format: "png" } : {}) });
  }
}
