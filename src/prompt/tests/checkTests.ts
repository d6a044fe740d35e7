/** Checks the cases of a document: their models and assertions. */
import { type Kind, kinds } from "../../contract/kind.ts";
import { checkModel } from "../checkModel.ts";
import { type Diagnostic, diagnostic } from "../diagnostic.ts";
import type { Facts } from "../facts.ts";
import { findEntry, type MapNode } from "../frontMatter.ts";
import type { PromptDocument } from "../promptDocument.ts";
import { findAssertion } from "./assertions/assertions.ts";
import { kindOfTest } from "./kindOfTest.ts";
import { findCsvErrors } from "./readCsvTests.ts";
import { findTestsFile, modelsOf, readTests, type TestCase } from "./readTests.ts";
import { assertionNames } from "./testFields.ts";

export function checkTests(document: PromptDocument, facts: Facts): Diagnostic[] {
  const tests = findEntry(document.fields, "tests")?.value;
  if (tests?.type === "scalar") return checkTestsFile(document, facts);
  const maps = tests?.type === "list" ? tests.items.filter((item) => item.type === "map") : [];
  return [
    ...checkModels(document.fields, undefined, facts),
    ...checkJudges(document.fields, facts),
    ...maps.flatMap(checkAssertions),
    ...readTests(document).flatMap((test, index) => checkCase(document, test, maps[index], facts)),
  ];
}

function checkTestsFile(document: PromptDocument, facts: Facts): Diagnostic[] {
  const value = findEntry(document.fields, "tests")?.value;
  const file = findTestsFile(document);
  if (file === undefined) {
    if (value?.type !== "scalar" || value.value === null) return [];
    return [diagnostic("wrongType", value.range, "`tests` must be a list of cases, or the path of a CSV file.", { subject: "tests" })];
  }
  const { address, range } = file;
  const csv = facts.files?.[address]?.text;
  const own = [...checkModels(document.fields, undefined, facts), ...checkJudges(document.fields, facts)];
  if (csv === undefined) return own;
  const errors = findCsvErrors(csv).map(({ line, message }) =>
    diagnostic("caseInFile", range, message, { subject: address, elsewhere: { file: address, line } }),
  );
  const [judged] = readTests(document, csv).flatMap(checkJudged);
  return [...own, ...errors, ...(judged === undefined ? [] : [judged])];
}

/** Reports entries of `assert` without an assertion. */
function checkAssertions(map: MapNode): Diagnostic[] {
  const listed = findEntry(map, "assert")?.value;
  if (listed?.type !== "list") return [];
  return listed.items.flatMap((entry) => {
    if (entry.type !== "map" || entry.entries.some(({ key }) => assertionNames.has(key))) return [];
    const message = "An entry of `assert` needs the name of an assertion, such as `icontains`.";
    return [diagnostic("missingMember", entry.range, message, { subject: "assert" })];
  });
}

function checkCase(document: PromptDocument, test: TestCase, map: MapNode | undefined, facts: Facts): Diagnostic[] {
  const models = modelsOf(document, test);
  const made = models.length > 0 ? models.map((model) => kindOfTest(document, test, model, facts.models)) : [test.kind ?? document.kind];
  const own = map === undefined ? [] : [...checkModels(map, test.kind, facts), ...checkJudges(map, facts)];
  return [...own, ...checkFileAssertions(test, new Set(made)), ...checkJudged(test)];
}

function checkJudges(map: MapNode, facts: Facts): Diagnostic[] {
  return ["judge", "transcriber"].flatMap((field) => {
    const value = findEntry(map, field)?.value;
    return value?.type === "scalar" ? checkModel(value, "text", facts) : [];
  });
}

const judgeTasks = { judge: "judges", transcriber: "writes down the words" } as const;

/** Reports missing models that assertions need. */
function checkJudged({ assertions, ...models }: TestCase): Diagnostic[] {
  return assertions.flatMap(({ name, nameRange }) => {
    const asked = findAssertion(name)?.asks;
    if (asked === undefined || models[asked] !== undefined) return [];
    const message = `\`${name}\` needs \`${asked}\`, the model that ${judgeTasks[asked]}.`;
    return [diagnostic("judgeMissing", nameRange, message, { subject: asked })];
  });
}

/** `kind`: what the models must generate; undefined: the models determine it. */
function checkModels(map: MapNode, kind: Kind | undefined, facts: Facts): Diagnostic[] {
  const listed = findEntry(map, "models")?.value;
  if (listed?.type !== "list") return [];
  return listed.items.flatMap((item) => (item.type === "scalar" ? checkModel(item, kind, facts) : []));
}

/** Reports assertions about files that none of the case's models generates, which always fail. */
function checkFileAssertions({ assertions }: TestCase, made: ReadonlySet<Kind>): Diagnostic[] {
  return assertions.flatMap(({ name, isNegated, nameRange }) => {
    const judged = findAssertion(name)?.about ?? "answer";
    if (judged === "answer" || judged.some((kind) => made.has(kind))) return [];
    const written = isNegated ? `not-${name}` : name;
    const makes = kinds.filter((kind) => made.has(kind)).join(" and ");
    const message = `\`${written}\` is about ${judged.join(" and ")} files, and this case makes ${makes}.`;
    return [diagnostic("assertionOfOtherKind", nameRange, message, { subject: written, suggestions: judged })];
  });
}
