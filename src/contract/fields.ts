/** The fields of a request, read from the zod schemas: the only source for completion, hover, checks and the JSON Schema. */
import * as z from "zod/mini";
import { type AddedField, addedFields, changesImage, hasAddedField, isAddedField } from "./addedFields.ts";
import type { Field } from "./fieldType.ts";
import { readFields } from "./fieldType.ts";
import { type InterfaceVersion, type Kind, kinds, kindTable, type MediaKind } from "./kind.ts";
import { mediaOptions, mediaRequestSchemas } from "./media.ts";
import { responseRequestSchema } from "./responseRequest.ts";
import { v2OptionName, v2RequestSchema } from "./v2.ts";

const known = new Map<string, readonly Field[]>();

/**
 * Every field that a request of this kind may carry. The fields of v2's `ai` are listed by their own names with `ai` in their path,
 * and those of another kind (`image_…`, `video_…`) are left out. Source: spec, the request tables of "Endpoints".
 */
export function requestFields(kind: Kind, version: InterfaceVersion): readonly Field[] {
  const name = `${version} ${kind}`;
  const found = known.get(name);
  if (found) return found;
  const fields = version === "v1" ? readV1Fields(kind) : readV2Fields(kind);
  known.set(name, fields);
  return fields;
}

/** The field for the request's main text, which is the body of a prompt document. */
export function mainTextField(kind: Kind, version: InterfaceVersion): "input" | "prompt" | "content" {
  if (version === "v2") return "content";
  return kindTable[kind].textField;
}

/** An option of a kind of media: a field that the user can choose. */
export interface MediaOption extends Field {
  /** Its name in v2's `ai`. */
  v2Name: string;
}

/** The options of a kind, by their v1 names. */
export function mediaOptionsOf(kind: MediaKind): readonly MediaOption[] {
  return requestFields(kind, "v1")
    .filter(({ name }) => name in mediaOptions[kind])
    .map((field) => ({ ...field, v2Name: v2OptionName(kind, field.name) }));
}

/** The added field that a field of a body, or of v2's `ai`, is; undefined: it is none. */
export function addedFieldOf(kind: Kind, version: InterfaceVersion, name: string): AddedField | undefined {
  if (kind === "text") return undefined;
  const v1Name = version === "v1" ? name : otherVersionName(name, kind, "v2");
  return v1Name !== undefined && isAddedField(v1Name) && hasAddedField(kind, v1Name) ? v1Name : undefined;
}

/** Whether the value of the field is a file: an address or a data URI. */
export function isFileField(kind: Kind, version: InterfaceVersion, name: string): boolean {
  const added = addedFieldOf(kind, version, name);
  return added !== undefined && addedFields[added].type === "file";
}

/** The options for a tool that makes one result from a text, without a reference image. */
export function toolOptions(kind: MediaKind): readonly MediaOption[] {
  return mediaOptionsOf(kind).filter(
    ({ name }) => name !== "n" && !(isAddedField(name) && (changesImage(name) || addedFields[name].type === "file")),
  );
}

/**
 * The name of a field in the other interface version for this kind, e.g. `size` and `image_size`; undefined if there is none. Source:
 * spec, "POST /api/v1/images", "POST /api/v1/videos", "POST /api/v2".
 */
export function otherVersionName(name: string, kind: Kind, from: InterfaceVersion): string | undefined {
  if (kind === "text") return undefined;
  const options = mediaOptionsOf(kind);
  return from === "v1" ? options.find((one) => one.name === name)?.v2Name : options.find((one) => one.v2Name === name)?.name;
}

function readV1Fields(kind: Kind): Field[] {
  return readFields(z.toJSONSchema(kind === "text" ? responseRequestSchema : mediaRequestSchemas[kind]));
}

function readV2Fields(kind: Kind): Field[] {
  return readFields(z.toJSONSchema(v2RequestSchema)).flatMap((field) =>
    field.name === "ai" && field.type.type === "map" ? field.type.fields.filter((inner) => belongsTo(inner.name, kind)) : [field],
  );
}

function belongsTo(name: string, kind: Kind): boolean {
  const owner = kinds.find((one) => name.startsWith(`${one}_`));
  return owner === undefined || owner === kind;
}
