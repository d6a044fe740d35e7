/** The published JSON Schema, with a third-party validator, accepts and refuses the same documents as our checks. */
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse, parseDocument } from "yaml";
import { schemaPath } from "../../../../../scripts/writeSchema.ts";
import { mainTextField } from "../../../../../src/contract/fields.ts";
import type { FieldType } from "../../../../../src/contract/fieldType.ts";
import { type InterfaceVersion, interfaceVersions, type Kind, kinds } from "../../../../../src/contract/kind.ts";
import { diagnose } from "../../../../../src/prompt/diagnose.ts";
import type { DiagnosticCode } from "../../../../../src/prompt/diagnostic.ts";
import { documentFields } from "../../../../../src/prompt/fields/documentFields.ts";
import { type PromptDocument, parsePromptDocument } from "../../../../../src/prompt/parse/promptDocument.ts";
import { readCorpus } from "../../corpus.ts";

const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictTypes: false, allErrors: true, keywords: ["markdownDescription"] });
const schema: object = JSON.parse(readFileSync(schemaPath, "utf8"));
const accepts = ajv.compile(schema);

/** The checks that a schema can express: the others need the prompt, the disk or the catalogue. */
const schemaCodes: ReadonlySet<DiagnosticCode> = new Set([
  "emptyBatch",
  "foreignField",
  "missingField",
  "missingMember",
  "notAllowed",
  "reservedVariable",
  "tooLong",
  "tooManyItems",
  "tooShort",
  "typeAndKind",
  "wrongType",
]);

interface Judgement {
  checks: string[];
  errors: string[];
}

function judge(document: PromptDocument): Judgement {
  const isGood = accepts(parse(contentOf(document), { logLevel: "error" }) ?? {});
  return {
    checks: diagnose(document, {}).flatMap(({ code, message }) => (schemaCodes.has(code) ? [`${code}: ${message}`] : [])),
    errors: isGood ? [] : (accepts.errors ?? []).map((one) => `${one.instancePath} ${one.message}`),
  };
}

function differs({ checks, errors }: Judgement): boolean {
  return (checks.length === 0) !== (errors.length === 0);
}

function contentOf({ text, frontMatter }: PromptDocument): string {
  return frontMatter === undefined ? "" : text.slice(frontMatter.contentRange.start, frontMatter.contentRange.end);
}

test("it is valid by the rules of its draft", () => {
  expect([ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
});

test("it accepts the same documents of the corpus as the checks", () => {
  const judged = readCorpus().flatMap(({ name, text }) => {
    const document = parsePromptDocument(text);
    const isReadable = document.frontMatter?.errors.length === 0 && parseDocument(contentOf(document)).errors.length === 0;
    return isReadable ? [{ name, ...judge(document) }] : [];
  });
  expect(judged.filter(differs)).toEqual([]);
  expect(judged.filter(({ checks }) => checks.length === 0).length).toBeGreaterThan(60);
  expect(judged.filter(({ checks }) => checks.length > 0).length).toBeGreaterThan(40);
});

/** YAML for values of every type. */
const sampleValues: readonly string[] = [
  "word",
  '""',
  "12",
  "1.5",
  "true",
  "",
  '"{{place}}"',
  "[]",
  "[a, b]",
  "[1]",
  "[null]",
  "[true]",
  "{}",
  "{ a: 1 }",
  "[{}]",
  "[{ a: 1 }]",
  "[{ type: input_image, image_url: a.png }]",
  "[{ type: input_image }]",
  "[{ type: web_search }, { type: image_generation, size: 1K }]",
  "[{ type: input_text, text: a }]",
  "[{ role: user, content: [{ type: input_text, text: a }] }]",
  "[{ role: system, content: a }]",
  "{ effort: high }",
  "{ effort: highest }",
];

/** Values from the type itself: its closed list, its limit, and one beyond the limit. */
function ownValues(type: FieldType): readonly string[] {
  if (type.type === "string" && type.maximumCharacters !== undefined)
    return [type.maximumCharacters, type.maximumCharacters + 1].map((count) => JSON.stringify("🙂".repeat(count)));
  if (type.type === "list" && type.maximumItems !== undefined)
    return [type.maximumItems, type.maximumItems + 1].map((count) => JSON.stringify(Array.from({ length: count }, () => "a")));
  return type.type === "string" ? type.values : [];
}

function documentWith(kind: Kind, version: InterfaceVersion, name: string, value: string): PromptDocument {
  const required = documentFields(kind, version).filter((field) => field.required && field.name !== mainTextField(kind, version));
  const fields = new Map([["kind", kind as string], ["interface", version], ...required.map((field) => [field.name, "a"] as const)]);
  fields.set(name, value);
  return parsePromptDocument(`---\n${[...fields].map(([key, written]) => `${key}: ${written}\n`).join("")}---\n{{place}}\n`);
}

const everyName = new Set(kinds.flatMap((kind) => interfaceVersions.flatMap((one) => documentFields(kind, one).map(({ name }) => name))));
const cases = interfaceVersions.flatMap((version) => kinds.map((kind): [Kind, InterfaceVersion] => [kind, version]));

test.each(cases)("every field in a document of %s over %s has the same verdict from both, for all values", (kind, version) => {
  const fields = documentFields(kind, version);
  const foreign = [...everyName].filter((name) => !fields.some((field) => field.name === name));
  const written = [
    ...fields.flatMap(({ name, type }) => [...sampleValues, ...ownValues(type)].map((value) => ({ name, value }))),
    ...foreign.map((name) => ({ name, value: "word" })),
  ];
  const differing = written.flatMap(({ name, value }) => {
    const judged = judge(documentWith(kind, version, name, value));
    return differs(judged) ? [{ name, value: value.slice(0, 60), ...judged }] : [];
  });
  expect(differing).toEqual([]);
});

test.each(kinds)("missing required fields of %s are reported by both", (kind) => {
  for (const version of interfaceVersions) {
    const { checks, errors } = judge(parsePromptDocument(`---\nkind: ${kind}\ninterface: ${version}\n---\nHi\n`));
    const lacking = [...checks.join().matchAll(/needs `(\w+)`/g)].map((match) => match[1]);
    expect(lacking).toContain("model");
    expect(errors).toEqual(expect.arrayContaining(lacking.map((one) => expect.stringContaining(`required property '${one}'`))));
  }
});
