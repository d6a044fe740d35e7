/** Every field of the request schemas can be completed, hovered and checked. */

import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { requestFields } from "../../../src/contract/fields.ts";
import type { Field, FieldType } from "../../../src/contract/fieldType.ts";
import { type InterfaceVersion, interfaceVersions, type Kind, kinds } from "../../../src/contract/kind.ts";
import { mediaRequestSchemas } from "../../../src/contract/media.ts";
import { responseRequestSchema } from "../../../src/contract/responseRequest.ts";
import { v2RequestSchema } from "../../../src/contract/v2.ts";
import { complete } from "../../../src/prompt/assist/complete.ts";
import { hover } from "../../../src/prompt/assist/hover.ts";
import { diagnose } from "../../../src/prompt/diagnose.ts";
import { documentFields } from "../../../src/prompt/fields/documentFields.ts";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";

const cases = interfaceVersions.flatMap((version) =>
  kinds.flatMap((kind) =>
    documentFields(kind, version).map((field) => [`${version} ${kind} ${field.path.join(".")}`, kind, version, field] as const),
  ),
);

/** Names of the properties of a schema, read with zod and not with our own code. */
function namesOf(schema: z.core.$ZodType): string[] {
  return Object.keys(z.toJSONSchema(schema).properties ?? {});
}

/** The main text is completed only without a body, and `type` only without `kind`. */
function headOf(kind: Kind, version: InterfaceVersion, field: Field): string {
  const isType = field.name === "type";
  return `---\n${isType || field.name === "kind" ? "" : `kind: ${kind}\n`}${field.name === "interface" ? "" : `interface: ${version}\n`}`;
}

test("the list of fields contains all properties of the schemas", () => {
  for (const kind of ["image", "audio", "video"] as const) {
    expect(requestFields(kind, "v1").map((field) => field.name)).toEqual(namesOf(mediaRequestSchemas[kind]));
  }
  expect(requestFields("text", "v1").map((field) => field.name)).toEqual(namesOf(responseRequestSchema));
  const v2Names = kinds.flatMap((kind) => requestFields(kind, "v2").map((field) => field.path.join(".")));
  const inner = namesOf(v2RequestSchema.shape.ai).map((name) => `ai.${name}`);
  expect([...new Set(v2Names)].toSorted()).toEqual([...namesOf(v2RequestSchema).filter((name) => name !== "ai"), ...inner].toSorted());
});

describe.each(cases)("%s", (_name, kind, version, field) => {
  test("is completed if it is missing, and not if it exists", () => {
    const head = headOf(kind, version, field);
    const document = parsePromptDocument(`${head}\n---\n`);
    const labels = complete(document, head.length, {}).map((one) => one.label);
    expect(labels).toContain(field.name);
    const written = parsePromptDocument(`${head}${field.name}: x\n\n---\n`);
    expect(complete(written, `${head}${field.name}: x\n`.length, {}).map((one) => one.label)).not.toContain(field.name);
  });

  test("shows the spec's description on hover", () => {
    const head = headOf(kind, version, field);
    const document = parsePromptDocument(`${head}${field.name}: x\n---\n`);
    expect(field.description).not.toBe("");
    expect(hover(document, head.length + 1, {})?.markdown).toContain(field.name);
  });

  test("is refused with a value of the wrong type", () => {
    const head = headOf(kind, version, field);
    const document = parsePromptDocument(`${head}${field.name}: ${wrongValue(field.type)}\n---\n`);
    const codes = diagnose(document, {})
      .filter((one) => one.range.start >= head.length)
      .map((one) => one.code);
    expect(codes.some((code) => ["wrongType", "notAllowed", "missingMember"].includes(code))).toBe(true);
  });
});

function wrongValue(type: FieldType): string {
  switch (type.type) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
      return "[a]";
    case "list":
    case "map":
      return "true";
    case "choice":
      return "{ not: this }";
    case "any":
      return "";
  }
}
