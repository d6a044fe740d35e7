/** Compares the page about the built-in service with the interface, with its reference and with the tests in its tables. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { interfaceTestsSchema, writeInterfaceTests } from "../../scripts/writeInterfaceTests.ts";
import { configurationSchema } from "../../src/contract/configuration.ts";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
/** The document that the reference and the page describe; it is not in the repository. */
const specification = process.env.SPECIFICATION_FILE === undefined ? undefined : readFileSync(process.env.SPECIFICATION_FILE, "utf8");
const reference = read("../../docs/generation-service.md");
const page = read("../../docs/built-in-service.md");

/** The first cells of all tables below each heading; rows of the table of endpoints are identified by method and path. */
function listRows(markdown: string): Map<string, Set<string>> {
  const rows = new Map<string, Set<string>>();
  let heading = "";
  for (const line of markdown.split("\n")) {
    const title = /^#{2,3} (.+)$/.exec(line)?.[1];
    if (title !== undefined) heading = title;
    if (!line.startsWith("|") || /^\|[-|]+$/.test(line)) continue;
    const [first = "", second = ""] = line
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    const row = second.startsWith("/api/") ? `${first} ${second}` : first;
    rows.set(heading, (rows.get(heading) ?? new Set()).add(row));
  }
  return rows;
}

/** Header rows of the tables. */
const heads = new Set([
  "Method and path",
  "rule",
  "words",
  "Field",
  "Item type",
  "Tool `type`",
  "Part type",
  "State",
  "Method",
  "Code",
  "code",
  "Limit",
]);

test("every field, item and code on the page is in the reference", () => {
  const unnamed =
    /^(?:rule|words|message \(item\)|any task .*|files per request|stop phrases|instruction length|result storage|key request limit|balance)$/;
  const names = [...listRows(page.slice(page.indexOf("# The interface, row by row"))).values()].flatMap((rows) => [...rows]);
  const parts = names
    .filter((name) => !heads.has(name) && !unnamed.test(name) && /^[\w.[\]]+$/.test(name))
    .map((name) => name.replace(/^(?:error|ai|content\[\])\./, ""));
  expect(parts.length).toBeGreaterThan(90);
  expect(parts.filter((name) => !new RegExp(`\\b${name}\\b`).test(reference))).toEqual([]);
});

test.skipIf(specification === undefined)("every row of every table of the interface is on the page, under the same heading", () => {
  const documented = listRows(page);
  const missing = [...listRows(specification ?? "")].flatMap(([heading, rows]) =>
    [...rows].filter((row) => !heads.has(row) && !documented.get(heading)?.has(row)).map((row) => `${heading}: ${row}`),
  );
  expect(missing).toEqual([]);
});

test.skipIf(specification === undefined)("every statement of the interface that something is not shown has a choice on the page", () => {
  const section = page.slice(page.indexOf("## Not shown"));
  const words = [...section.matchAll(/^\| (.+?) \|/gm)].map((match) => (match[1] ?? "").replaceAll("&#124;", "|")).slice(1);
  const statements = (specification ?? "").split("\n").filter((line) => line.includes("not shown"));
  expect(statements.length).toBeGreaterThan(20);
  expect(statements.filter((line) => !words.some((part) => line.includes(part)))).toEqual([]);
  expect(words.filter((part) => !statements.some((line) => line.includes(part)))).toEqual([]);
});

const written = read("../../docs/interface-tests.md");
const listed = interfaceTestsSchema.parse(JSON.parse(read("interfaceTests.json")));

test("every row of the page has tests, and every listed test exists", () => {
  const folders = [".", "more/", "long/"].map((name) => new URL(name, import.meta.url));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => new URL(name, folder)));
  const tests = files.filter(({ pathname }) => pathname.endsWith(".test.ts"));
  const sources = new Map(tests.map((file) => [path.basename(file.pathname, ".test.ts"), readFileSync(file, "utf8")]));
  const inText = [...page.matchAll(/`([a-zA-Z0-9]+: [^`]+)`/g)].map(([, name = ""]) => name);
  const named = [...Object.values(listed).flatMap((rows) => Object.values(rows).flat()), ...inText];
  const missing = named.filter((name) => {
    const [file = ""] = name.split(": ");
    return !sources.get(file)?.includes(JSON.stringify(name.slice(file.length + 2)));
  });
  expect(missing).toEqual([]);
  const rows = [...listRows(page.slice(page.indexOf("# The interface, row by row")))].flatMap(([heading, names]) =>
    [...names].filter((name) => !heads.has(name) && (listed[heading]?.[name] ?? []).length === 0).map((name) => `${heading}: ${name}`),
  );
  expect(rows).toEqual([]);
  expect(named.length).toBeGreaterThan(150);
});

test("the page of tests is written from their list", () => {
  expect(written).toBe(writeInterfaceTests(listed));
});

const schema = z.looseObject({
  properties: z.optional(z.record(z.string(), z.unknown())),
  additionalProperties: z.optional(z.unknown()),
  oneOf: z.optional(z.array(z.unknown())),
});
const propertiesOf = (value: unknown) => schema.parse(value).properties ?? {};

test("every field of a provider and its models is in the table of the configuration", () => {
  const section = page.slice(page.indexOf("## Providers"), page.indexOf("## Who may call it"));
  const table = section.split("\n").filter((line) => line.startsWith("| `"));
  const byName = schema.parse(propertiesOf(z.toJSONSchema(configurationSchema)).providers).additionalProperties;
  const providers = (schema.parse(byName).oneOf ?? []).map(propertiesOf);
  const models = providers.flatMap(({ models: one }) => (one === undefined ? [] : [propertiesOf(schema.parse(one).additionalProperties)]));
  const fields = new Set([...providers, ...models].flatMap((one) => Object.keys(one)));
  expect(fields.size).toBeGreaterThan(15);
  expect([...fields].filter((field) => !table.some((line) => line.includes(`\`${field}\``)))).toEqual([]);
});

test.skipIf(specification === undefined)("no description of the OpenAPI document repeats a sentence of the interface", () => {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_.:/]+/gu) ?? [];
  const runLength = 10;
  const runsOf = (text: string) => {
    const words = wordsOf(text);
    return words.slice(0, Math.max(0, words.length - runLength + 1)).map((_, index) => words.slice(index, index + runLength).join(" "));
  };
  const theirs = new Set(runsOf(specification ?? ""));
  expect(theirs.size).toBeGreaterThan(2000);
  const repeated: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if ((name === "description" || name === "summary") && typeof inner === "string") {
        if (runsOf(inner).some((run) => theirs.has(run))) repeated.push(inner);
      } else visit(inner);
    }
  };
  visit(JSON.parse(read("../../docs/openapi.json")));
  expect(repeated).toEqual([]);
});
