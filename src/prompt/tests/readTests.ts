/** Reads the tests of a document: one case for each entry of `tests`. */
import { type Kind, kinds } from "../../contract/kind.ts";
import { type FrontMatterNode, findEntry, type MapNode } from "../frontMatter.ts";
import { type PromptDocument, readText } from "../promptDocument.ts";
import type { TextRange } from "../textRange.ts";
import type { VariableSet } from "../variableSets.ts";
import { assertionNames } from "./testFields.ts";

/** A value as JSON has it. */
export type PlainValue = string | number | boolean | null | readonly PlainValue[] | { readonly [key: string]: PlainValue };

export interface Assertion {
  /** Without `not-`. */
  name: string;
  isNegated: boolean;
  value: PlainValue;
  threshold: number | undefined;
  nameRange: TextRange;
  /** Its name and its value. */
  range: TextRange;
}

export interface TestCase {
  /** The same after edits of other cases, and unlike that of any other case. */
  key: string;
  /** Its description, or its number and variables. */
  name: string;
  /** What the case makes; undefined: what its models make. */
  kind: Kind | undefined;
  vars: VariableSet;
  /** Empty: the document's model. */
  models: readonly string[];
  repeat: number;
  /** How many of the repetitions must pass. */
  atLeast: number;
  /** The model that judges by rubrics. */
  judge: string | undefined;
  assertions: readonly Assertion[];
  range: TextRange;
}

/** More repetitions than this are a mistake. */
const mostRepetitions = 100;

export function readTests(document: PromptDocument): TestCase[] {
  const tests = findEntry(document.fields, "tests")?.value;
  if (tests?.type !== "list") return [];
  const known = new Map<string, number>();
  return tests.items.flatMap((item, index) => (item.type === "map" ? [readCase(document, item, index, known)] : []));
}

/** `known`: how many cases before have the same description and variables. */
function readCase(document: PromptDocument, map: MapNode, index: number, known: Map<string, number>): TestCase {
  const vars = readVars(map);
  const content = JSON.stringify([readText(map, "description") ?? "", vars]);
  const same = known.get(content) ?? 0;
  known.set(content, same + 1);
  const repeat = readRepeat(map) ?? readRepeat(document.fields) ?? 1;
  const listed = readList(map, "models");
  const kind = readText(map, "kind");
  const named = Object.entries(vars).map(([name, value]) => `${name}: ${value}`);
  return {
    key: same === 0 ? content : `${content} ${same + 1}`,
    name: readText(map, "description") ?? [`Case ${index + 1}`, ...(named.length > 0 ? [`(${named.join(", ")})`] : [])].join(" "),
    kind: kinds.find((known) => known === kind),
    vars,
    models: listed.length > 0 ? listed : readList(document.fields, "models"),
    repeat,
    atLeast: readAtLeast(readText(map, "atLeast"), repeat),
    judge: readText(map, "judge") ?? readText(document.fields, "judge"),
    assertions: readAssertions(map),
    range: map.range,
  };
}

/** The models that a case is run with. Empty: nothing names one. */
export function modelsOf(document: PromptDocument, test: TestCase): readonly string[] {
  if (test.models.length > 0) return test.models;
  const own = readText(document.fields, "model");
  return own === undefined ? [] : [own];
}

/** `2 of 3` or `2`, at most `repeat`. @internal */
export function readAtLeast(written: string | undefined, repeat: number): number {
  const [, count] = /^(\d{1,3})(?: of \d{1,3})?$/.exec(written?.trim() ?? "") ?? [];
  return count === undefined ? repeat : Math.min(repeat, Number(count));
}

function readRepeat(map: MapNode): number | undefined {
  const value = findEntry(map, "repeat")?.value;
  if (value?.type !== "scalar" || typeof value.value !== "number" || !Number.isInteger(value.value)) return undefined;
  return Math.min(mostRepetitions, Math.max(1, value.value));
}

function readVars(map: MapNode): VariableSet {
  const value = findEntry(map, "vars")?.value;
  if (value?.type !== "map") return {};
  return Object.fromEntries(value.entries.flatMap(({ key, value: one }) => (one.type === "scalar" ? [[key, one.source]] : [])));
}

function readList(map: MapNode, key: string): string[] {
  const value = findEntry(map, key)?.value;
  if (value?.type !== "list") return [];
  return value.items.flatMap((item) => (item.type === "scalar" && item.source !== "" ? [item.source] : []));
}

function readAssertions(map: MapNode): Assertion[] {
  const value = findEntry(map, "assert")?.value;
  if (value?.type !== "list") return [];
  return value.items.flatMap((item) => {
    if (item.type !== "map") return [];
    const threshold = findEntry(item, "threshold")?.value;
    const named = item.entries.filter(({ key }) => assertionNames.has(key));
    return named.map(({ key, keyRange, value: expected, range }) => ({
      name: key.replace(/^not-/, ""),
      isNegated: key.startsWith("not-"),
      value: toPlain(expected),
      threshold: threshold?.type === "scalar" && typeof threshold.value === "number" ? threshold.value : undefined,
      nameRange: keyRange,
      range,
    }));
  });
}

/** Plain numbers that are texts elsewhere stay as typed: `equals: 1.0` is the text. */
function toPlain(node: FrontMatterNode): PlainValue {
  switch (node.type) {
    case "scalar":
      return typeof node.value === "string" ? node.source : node.value;
    case "list":
      return node.items.map(toPlain);
    case "map":
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, toPlain(value)]));
  }
}
