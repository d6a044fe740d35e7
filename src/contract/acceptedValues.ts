import type { Capabilities } from "./models.ts";

/** The values that a model accepts for one field of a request. */
export interface AcceptedValues {
  /** The default first; empty if there is no list. */
  values: readonly string[];
  /** Other accepted values, described for the user; empty: none. */
  others: string;
  accepts(value: string): boolean;
}

/** By the field's v1 name. undefined: nothing is known, so any value may be tried. */
export function acceptedValues(capabilities: Capabilities | undefined, field: string): AcceptedValues | undefined {
  const { size, side, quality, aspect_ratio, voice, format, effort, duration, speed } = capabilities ?? {};
  switch (field) {
    case "size":
      return size && listed(size, side);
    case "quality":
      return quality && listed(quality);
    case "aspect_ratio":
      return aspect_ratio && listed(aspect_ratio);
    case "voice":
      return voice && listed(voice);
    case "format":
      return format && listed(format);
    case "effort":
      return effort && listed(effort);
    case "duration":
      return duration && listed(duration.map(String));
    case "speed":
      return speed && between(speed);
    default:
      return undefined;
  }
}

function listed(values: readonly string[], side?: Capabilities["side"]): AcceptedValues {
  return {
    values,
    others: side === undefined ? "" : `WIDTHxHEIGHT with ${side.minimum} to ${side.maximum} pixels a side`,
    accepts(value) {
      const written = value.trim().toLowerCase();
      if (values.some((one) => one.toLowerCase() === written)) return true;
      const pixels = /^(\d{1,5})[x×](\d{1,5})$/.exec(written);
      if (pixels === null || side === undefined) return false;
      return pixels.slice(1).every((length) => Number(length) >= side.minimum && Number(length) <= side.maximum);
    },
  };
}

function between({ minimum, maximum }: NonNullable<Capabilities["speed"]>): AcceptedValues {
  return {
    values: [],
    others: `${minimum} to ${maximum}`,
    accepts: (value) => Number(value) >= minimum && Number(value) <= maximum,
  };
}
