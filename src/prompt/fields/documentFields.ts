/** The fields of a document's front matter: first the document's own fields, then those of the request. */
import { isFileField, mainTextField, otherVersionName, requestFields } from "../../contract/fields.ts";
import { alternatives, type Field, type FieldType } from "../../contract/fieldType.ts";
import type { InterfaceVersion, Kind } from "../../contract/kind.ts";
import { interfaceVersions, kinds, kindTable } from "../../contract/kind.ts";
import { limits } from "../../contract/limits.ts";
import { styleFolderName } from "./styleFolder.ts";
import { matrixFields, ownField, testField } from "./testFields.ts";

const anyText: FieldType = { type: "string", values: [] };
const variableSet: FieldType = { type: "map", fields: [] };

/** The fields that control the document and are not sent. */
export const ownFields: readonly Field[] = [
  ownField("kind", "The kind of output.", { type: "string", values: kinds, isLiteral: true }, "text"),
  ownField(
    "interface",
    "The interface generation that the request uses.",
    { type: "string", values: interfaceVersions, isLiteral: true },
    "v1",
  ),
  ownField(
    "files",
    `Files sent with the request: paths relative to this document, or URLs. At most ${limits.filesPerRequest} files and ${limits.fileBytesPerRequest / 1_000_000} MB in total.`,
    { type: "list", element: anyText, maximumItems: limits.filesPerRequest },
  ),
  ownField(
    "output",
    "Where the result is saved, relative to this document. `{n}` is the number of the file; variables are replaced. The extension is determined by the content.",
    anyText,
  ),
  ownField("style", `Names of styles, which add to the prompt: files in \`${styleFolderName}\` of the workspace or the home folder.`, {
    type: "choice",
    options: [anyText, { type: "list", element: anyText }],
  }),
  ownField("vars", "Variables of this document and their values: `{{name}}` in the prompt is replaced by the value.", variableSet),
  ownField("batch", "One task for each set of variables: a list of sets, or the path of a CSV file whose first row names the variables.", {
    type: "choice",
    options: [anyText, { type: "list", element: variableSet }],
  }),
  testField,
  ...matrixFields,
];

const known = new Map<string, readonly Field[]>();

/** Own fields and request fields. `files` is left out where the interface does not support it: v1 images, audio and video. */
export function documentFields(kind: Kind, version: InterfaceVersion): readonly Field[] {
  const name = `${version} ${kind}`;
  const found = known.get(name);
  if (found) return found;
  const own = ownFields.filter(
    ({ name }) => (name !== "files" || takesFiles(kind, version)) && (name !== "style" || kindTable[kind].takesStyles),
  );
  const fields = [...own, ...requestFields(kind, version).map((field) => acceptPaths(field, isFileField(kind, version, field.name)))];
  known.set(name, fields);
  return fields;
}

function takesFiles(kind: Kind, version: InterfaceVersion): boolean {
  return version === "v2" || kind === "text";
}

/** The list that sends local files for this kind; undefined if the kind accepts none. */
export function fileFieldOf(kind: Kind, version: InterfaceVersion): "files" | "image" | undefined {
  if (takesFiles(kind, version)) return "files";
  return kindTable[kind].takesImages ? "image" : undefined;
}

/** Whether the value at a path such as `tests`, `*`, `models`, `*` is a model's name. */
export function namesModel(path: readonly string[]): boolean {
  const own = path[0] === "tests" && path[1] === "*" ? path.slice(2) : path;
  const [field, item, ...rest] = own;
  if (rest.length > 0) return false;
  return item === undefined
    ? field === "judge" || field === "transcriber" || (field === "model" && own === path)
    : field === "models" && item === "*";
}

export function findField(kind: Kind, version: InterfaceVersion, name: string): Field | undefined {
  return documentFields(kind, version).find((field) => field.name === name);
}

/** The type of the field at a path such as `tools`, `*`, `size`; undefined if there is no such field. */
export function findFieldAt(kind: Kind, version: InterfaceVersion, path: readonly string[]): Field | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return undefined;
  let field = findField(kind, version, first);
  for (const key of rest) {
    if (!field) return undefined;
    field = step(field, key);
  }
  return field;
}

function step(field: Field, key: string): Field | undefined {
  if (key === "*") {
    const elements = alternatives(field.type).flatMap((type) => (type.type === "list" ? [type.element] : []));
    const [only] = elements;
    return only && { ...field, type: elements.length === 1 ? only : { type: "choice", options: elements } };
  }
  return fieldsOf(field.type).find((inner) => inner.name === key);
}

/** The fields of a map, or of all maps among the alternatives. A field of several alternatives is listed once, with all its values. */
export function fieldsOf(type: FieldType): readonly Field[] {
  const byName = new Map<string, Field>();
  for (const option of alternatives(type)) {
    if (option.type !== "map") continue;
    for (const field of option.fields) {
      const earlier = byName.get(field.name);
      byName.set(field.name, earlier ? mergeFields(earlier, field) : field);
    }
  }
  return [...byName.values()];
}

function mergeFields(first: Field, second: Field): Field {
  if (first.type.type !== "string" || second.type.type !== "string") return first;
  return { ...first, type: { type: "string", values: [...new Set([...first.type.values, ...second.type.values])] } };
}

/** The nearest request that has the field, and the name of the corresponding field here, if any. */
export interface ForeignField {
  kind: Kind;
  interface: InterfaceVersion;
  /** All such requests in words, e.g. `v1 image or video, or v2`. */
  requests: string;
  nameHere: string | undefined;
}

/** undefined: no request has such a field. */
export function findForeignField(kind: Kind, version: InterfaceVersion, name: string): ForeignField | undefined {
  const owners = interfaceVersions.flatMap((other) =>
    kinds.filter((otherKind) => findField(otherKind, other, name)).map((otherKind) => ({ kind: otherKind, interface: other })),
  );
  const nearest = owners.find((owner) => owner.interface === version) ?? owners.find((owner) => owner.kind === kind) ?? owners[0];
  if (!nearest) return undefined;
  const other = version === "v1" ? "v2" : "v1";
  const main = mainTextField(kind, version);
  const renamed =
    name === "files" || name === "image"
      ? fileFieldOf(kind, version)
      : ["prompt", "input", "content"].includes(name)
        ? main
        : otherVersionName(name, kind, other);
  return {
    kind: nearest.kind,
    interface: nearest.interface,
    requests: describeOwners(owners),
    nameHere: renamed === name ? undefined : renamed,
  };
}

function describeOwners(owners: readonly { kind: Kind; interface: InterfaceVersion }[]): string {
  const parts = interfaceVersions.flatMap((version) => {
    const inside = owners.filter((owner) => owner.interface === version).map((owner) => owner.kind);
    if (inside.length === 0) return [];
    return inside.length === kinds.length ? [version] : [`${version} ${inside.join(" or ")}`];
  });
  return parts.join(", or ");
}

function acceptPaths(field: Field, isFile: boolean): Field {
  if (isFile) return { ...field, description: `${field.description} In a prompt document also: a path relative to it.` };
  if (field.name !== "image" || field.type.type !== "list") return field;
  return {
    ...field,
    description: `${field.description} In a prompt document also: paths relative to it.`,
    type: {
      ...field.type,
      element: { type: "choice", options: [anyText, ...alternatives(field.type.element)] },
      maximumItems: limits.filesPerRequest,
    },
  };
}
