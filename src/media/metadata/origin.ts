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
  /** Whether the file states it in the format of a program that only generates. */
  isByGenerator: boolean;
}

export type OriginField = readonly [name: string, value: string];

/** What a generator has written, of any type: values that are no texts, and fields that are no texts, numbers or booleans, are left out. */
interface WrittenOrigin {
  tool: string | undefined;
  /** Default: an image. */
  kind?: Kind;
  model: unknown;
  prompt: unknown;
  negativePrompt: unknown;
  fields: Iterable<readonly [string, unknown]>;
}

export function toOrigin({ tool, kind = "image", model, prompt, negativePrompt, fields }: WrittenOrigin): Origin {
  const texts = { model: toText(model), prompt: toText(prompt), negativePrompt: toText(negativePrompt) };
  return { tool, kind, ...texts, fields: toFields(fields), digitalSourceType: undefined, request: undefined, isByGenerator: true };
}

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

/** The last part of the address of an IPTC or C2PA term, with or without a slash behind it. */
export function sourceTerm(address: string): string {
  return (
    address
      .split(/[/#]/)
      .findLast((part) => part.trim() !== "")
      ?.trim() ?? ""
  );
}

export function fieldOf({ fields }: Pick<Origin, "fields">, ...names: readonly string[]): string | undefined {
  return fields.find(([name]) => names.includes(name.toLowerCase()))?.[1];
}

export function toText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** undefined: not a JSON object. Accepts the numbers that JSON does not have, and Python writes, as null. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return toObject(JSON.parse(text));
  } catch {
    return hasPythonNumber.test(text) ? parseStrictly(withoutPythonNumbers(text)) : undefined;
  }
}

const hasPythonNumber = /NaN|Infinity/;
const pythonNumbers = /-?\bInfinity\b|\bNaN\b/g;

function parseStrictly(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return toObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Strings are unchanged. */
function withoutPythonNumbers(text: string): string {
  const parts: string[] = [];
  for (let offset = 0; offset < text.length; ) {
    const start = text.indexOf('"', offset);
    parts.push(text.slice(offset, start < 0 ? undefined : start).replace(pythonNumbers, "null"));
    if (start < 0) break;
    const end = endOfQuoted(text, start);
    offset = end < 0 ? text.length : end + 1;
    parts.push(text.slice(start, offset));
  }
  return parts.join("");
}

/** Offset of the quote that ends a text; -1: there is none. */
export function endOfQuoted(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === "\\") index += 1;
    else if (text[index] === '"') return index;
  }
  return -1;
}

export function toObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
