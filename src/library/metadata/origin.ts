/** How a file was generated, according to its metadata. */
import type { Kind } from "../../contract/kind.ts";

export interface Origin {
  /** The program that generated the file, or requested it. */
  tool: string | undefined;
  model: string | undefined;
  kind: Kind | undefined;
  prompt: string | undefined;
  /** What the image must not show. */
  negativePrompt: string | undefined;
  /** The address of the IPTC term. */
  digitalSourceType: string | undefined;
  /** A request in the fields of the interface, not validated. */
  request: unknown;
  /** All other fields, under the program's own names. */
  fields: readonly OriginField[];
}

export type OriginField = readonly [name: string, value: string];

const mostFields = 100;
const longestField = 2000;

/** Fields of unknown objects; values that are not strings, numbers or booleans are left out. */
export function toFields(values: Iterable<readonly [string, unknown]>): OriginField[] {
  const fields: OriginField[] = [];
  for (const [name, value] of values) {
    const text = typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
    if (text !== "" && fields.length < mostFields) fields.push([name.slice(0, longestField), text.slice(0, longestField)]);
  }
  return fields;
}

export function fieldOf({ fields }: Pick<Origin, "fields">, ...names: readonly string[]): string | undefined {
  return fields.find(([name]) => names.includes(name.toLowerCase()))?.[1];
}

export function toText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** undefined: not a JSON object. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return toObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function toObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
