import { type AddedField, addedFields, isAddedField, type Range } from "./addedFields.ts";
import type { OptionName } from "./media.ts";
import type { Capabilities } from "./models.ts";
import { t } from "./translate.ts";

/** The values that a model accepts for one field of a request. */
export interface AcceptedValues {
  /** The default first; empty if there is no list. */
  values: readonly string[];
  /** Other accepted values, described for the user; empty: none. */
  others: string;
  accepts(value: string): boolean;
}

type Reader = (capabilities: Capabilities) => AcceptedValues | undefined;

/** The readers of the fields whose values a model may leave open, by v1 name. */
const readers: Readonly<Record<Exclude<OptionName, AddedField> | "effort", Reader>> = {
  size: ({ size, side }) => size && listed(size, side),
  quality: ({ quality }) => quality && listed(quality),
  aspect_ratio: (known) => known.aspect_ratio && listed(known.aspect_ratio),
  // A request must have both, so a model with an empty list takes values that the service does not list.
  voice: ({ voice }) => (voice?.length ? listed(voice) : undefined),
  format: ({ format }) => (format?.length ? listed(format) : undefined),
  effort: ({ effort }) => effort && listed(effort),
  duration: ({ duration }) => duration && listed(duration.map(String)),
  speed: ({ speed }) => speed && between(speed),
};
const readerOf = new Map<string, Reader>(Object.entries(readers));

/** By the field's v1 name. undefined: nothing is known, so any value may be tried; an added field takes no value unless it is announced. */
export function acceptedValues(capabilities: Capabilities | undefined, field: string): AcceptedValues | undefined {
  if (isAddedField(field)) return addedValues(capabilities, field);
  return capabilities && readerOf.get(field)?.(capabilities);
}

/** Whether there is any value that the model takes. */
export function takesAny({ values, others }: AcceptedValues): boolean {
  return values.length > 0 || others !== "";
}

/** The values that are taken, for a message. */
export function describeAccepted({ values, others }: AcceptedValues): string {
  return [...values, others].filter((text) => text !== "").join(", ");
}

/** Whether a service announces that the model takes an added field. */
export function announces(capabilities: Capabilities | undefined, field: AddedField): boolean {
  const announced = capabilities?.[field];
  return announced !== undefined && !(Array.isArray(announced) && announced.length === 0);
}

function addedValues(capabilities: Capabilities | undefined, field: AddedField): AcceptedValues {
  const announced = capabilities?.[field];
  if (announced === undefined) return { values: [], others: "", accepts: () => false };
  if (addedFields[field].type === "flag") return listed(["true", "false"]);
  if (announced === true)
    return { values: [], others: addedFields[field].type === "file" ? t("a file") : t("any text"), accepts: () => true };
  if (!("minimum" in announced)) return listed(announced);
  const range = between(announced);
  const isWhole = addedFields[field].type === "integer";
  return { ...range, accepts: (value) => range.accepts(value) && (!isWhole || Number.isInteger(Number(value))) };
}

function listed(values: readonly string[], side?: Capabilities["side"]): AcceptedValues {
  return {
    values,
    others: side === undefined ? "" : t("WIDTHxHEIGHT with {0} to {1} pixels a side", side.minimum, side.maximum),
    accepts(value) {
      const written = value.trim().toLowerCase();
      if (values.some((one) => one.toLowerCase() === written)) return true;
      const pixels = /^(\d{1,5})[x×](\d{1,5})$/.exec(written);
      if (pixels === null || side === undefined) return false;
      return pixels.slice(1).every((length) => Number(length) >= side.minimum && Number(length) <= side.maximum);
    },
  };
}

function between({ minimum, maximum }: Range): AcceptedValues {
  return {
    values: [],
    others: t("{0} to {1}", minimum, maximum),
    accepts: (value) => value.trim() !== "" && Number(value) >= minimum && Number(value) <= maximum,
  };
}
