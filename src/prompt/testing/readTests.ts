/** Reads the tests of a document: one case for each entry of `tests`, or for each row of the CSV file that it names. */

import { type Kind, kinds } from "../../contract/kind.ts";
import { t } from "../../contract/translate.ts";
import type { Assertion, PlainValue } from "../assertions/assertion.ts";
import { readAssertionName } from "../assertions/assertions.ts";
import { atLeastPattern, comparesTexts, mostRepetitions } from "../fields/testFields.ts";
import { type PromptDocument, readText } from "../parse/promptDocument.ts";
import { type FrontMatterNode, findEntry, hasValue, type MapNode } from "../text/frontMatter.ts";
import type { TextRange } from "../text/textRange.ts";
import { entriesOfVars } from "../variables/definedVariables.ts";
import type { VariableSet } from "../variables/variableSets.ts";
import { readCsvTests } from "./readCsvTests.ts";

export interface TestCase {
  /** Unique, and unchanged by edits of other cases. */
  key: string;
  /** Its description, or its number and variables. */
  name: string;
  /** What the case generates; undefined: determined by its models. */
  kind: Kind | undefined;
  vars: VariableSet;
  /** Empty: the document's model. */
  models: readonly string[];
  repeat: number;
  /** How many repetitions must pass. */
  atLeast: number;
  /** The model that judges rubrics. */
  judge: string | undefined;
  /** The model that transcribes sounds. */
  transcriber: string | undefined;
  assertions: readonly Assertion[];
  /** For a row of a CSV file, the range of the file's path in the document. */
  range: TextRange;
  /** Set if the case is a row of a CSV file. */
  row: CsvRow | undefined;
}

interface CsvRow {
  /** The path in the document. */
  file: string;
  /** From 0. */
  line: number;
}

/** `csv`: the text of the CSV file that the document names. */
export function readTests(document: PromptDocument, csv?: string): TestCase[] {
  const tests = findEntry(document.fields, "tests")?.value;
  const nameCase = caseNamer();
  if (tests?.type === "list") {
    // An entry of another type is a case that cannot run, so that the others can.
    return tests.items.map((item, index) => {
      return readCase(document, item.type === "map" ? item : { type: "map", entries: [], range: item.range }, index, nameCase);
    });
  }
  const file = findTestsFile(document);
  if (file === undefined || csv === undefined) return [];
  const repeat = readRepeat(document.fields) ?? 1;
  return readCsvTests(csv).map(({ description, vars, assertions, line }, index) => ({
    ...nameCase(description, vars, index),
    kind: undefined,
    vars,
    models: readModels(document.fields),
    repeat,
    atLeast: repeat,
    judge: readText(document.fields, "judge"),
    transcriber: readText(document.fields, "transcriber"),
    assertions: assertions.map((one) => ({ ...one, valueNode: undefined, nameRange: file.range, range: file.range })),
    range: file.range,
    row: { file: file.address, line },
  }));
}

/** Represents a document without tests, whose answers are compared. */
export function wholeDocument(name: string): TestCase {
  return {
    key: "",
    name,
    kind: undefined,
    vars: {},
    models: [],
    repeat: 1,
    atLeast: 1,
    judge: undefined,
    transcriber: undefined,
    assertions: [],
    range: { start: 0, end: 0 },
    row: undefined,
  };
}

/** The CSV file with a document's cases. */
export function findTestsFile({ fields }: Pick<PromptDocument, "fields">): { address: string; range: TextRange } | undefined {
  const value = findEntry(fields, "tests")?.value;
  if (value?.type !== "scalar" || typeof value.value !== "string" || value.source === "") return undefined;
  return { address: value.source, range: value.range };
}

type CaseNamer = (description: string | undefined, vars: VariableSet, index: number) => Pick<TestCase, "key" | "name">;

/** Numbers cases with the same description and variables, so that each has its own key. */
function caseNamer(): CaseNamer {
  const known = new Map<string, number>();
  return (description, vars, index) => {
    const content = JSON.stringify([description ?? "", vars]);
    const same = known.get(content) ?? 0;
    known.set(content, same + 1);
    const named = Object.entries(vars).map(([name, value]) => `${name}: ${value}`);
    return {
      key: same === 0 ? content : `${content} ${same + 1}`,
      name: description ?? [t("Case {0}", index + 1), ...(named.length > 0 ? [`(${named.join(", ")})`] : [])].join(" "),
    };
  };
}

function readCase(document: PromptDocument, map: MapNode, index: number, nameCase: CaseNamer): TestCase {
  const vars = readVars(map);
  const repeat = readRepeat(map) ?? readRepeat(document.fields) ?? 1;
  const listed = readModels(map);
  const kind = readText(map, "kind");
  return {
    ...nameCase(readText(map, "description"), vars, index),
    kind: kinds.find((known) => known === kind),
    vars,
    models: listed.length > 0 ? listed : readModels(document.fields),
    repeat,
    atLeast: readAtLeast(readText(map, "atLeast"), repeat),
    judge: readText(map, "judge") ?? readText(document.fields, "judge"),
    transcriber: readText(map, "transcriber") ?? readText(document.fields, "transcriber"),
    assertions: readAssertions(map),
    range: map.range,
    row: undefined,
  };
}

/** The models with which a case is run; empty if none is given. */
export function modelsOf(document: PromptDocument, test: TestCase): readonly string[] {
  if (test.models.length > 0) return test.models;
  const own = readText(document.fields, "model");
  return own === undefined ? [] : [own];
}

/** `2` or `2 of 3`. */
export const atLeastForm = new RegExp(atLeastPattern);

/** How many repetitions must pass: at least one, at most all. @internal */
export function readAtLeast(written: string | undefined, repeat: number): number {
  const [, count] = atLeastForm.exec(written ?? "") ?? [];
  return count === undefined ? repeat : Math.min(repeat, Number(count));
}

/** undefined: it is missing or invalid. */
export function readRepeat(map: MapNode): number | undefined {
  const value = findEntry(map, "repeat")?.value;
  if (value?.type !== "scalar" || typeof value.value !== "number" || !Number.isInteger(value.value)) return undefined;
  return value.value >= 1 && value.value <= mostRepetitions ? value.value : undefined;
}

function readVars(map: MapNode): VariableSet {
  return Object.fromEntries(entriesOfVars(map).flatMap(({ key, value: one }) => (hasValue(one) ? [[key, one.source]] : [])));
}

function readModels(map: MapNode): string[] {
  const value = findEntry(map, "models")?.value;
  if (value?.type !== "list") return [];
  return value.items.flatMap((item) => (item.type === "scalar" && item.source !== "" ? [item.source] : []));
}

function readAssertions(map: MapNode): Assertion[] {
  const value = findEntry(map, "assert")?.value;
  if (value?.type !== "list") return [];
  return value.items.flatMap((item) => {
    if (item.type !== "map") return [];
    const written = findEntry(item, "threshold")?.value;
    const threshold = written?.type === "scalar" ? written.value : undefined;
    return item.entries.flatMap(({ key, keyRange, value: expected, range }) => {
      const named = readAssertionName(key);
      if (named === undefined) return [];
      const { type, isNegated } = named;
      // A value of any type is JSON only if it is a list or a map.
      const isText = type.type.type === "any" ? expected.type === "scalar" : comparesTexts(type.type);
      return {
        name: type.name,
        isNegated,
        value: toPlain(expected, isText),
        threshold: typeof threshold === "number" || typeof threshold === "string" ? threshold : undefined,
        valueNode: expected,
        nameRange: keyRange,
        range,
      };
    });
  });
}

/** `isText`: numbers and booleans are texts, as typed (`contains: 007` is not 7); otherwise they keep their type. */
function toPlain(node: FrontMatterNode, isText: boolean): PlainValue {
  switch (node.type) {
    case "scalar":
      return typeof node.value === "string" || (isText && node.value !== null) ? node.source : node.value;
    case "list":
      return node.items.map((item) => toPlain(item, isText));
    case "map":
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, toPlain(value, isText)]));
  }
}
