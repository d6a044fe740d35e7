/** Checks the cases of a document: their models and assertions. */

import { type Kind, kinds } from "../../contract/kind.ts";
import { t } from "../../contract/translate.ts";
import { findAssertion, readAssertionName } from "../assertions/assertions.ts";
import { findFault } from "../assertions/findFault.ts";
import { type Diagnostic, diagnostic } from "../diagnostic.ts";
import type { Facts } from "../facts.ts";
import { assertionNames } from "../fields/testFields.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { textsIn } from "../testing/fillValue.ts";
import { findCsvErrors } from "../testing/readCsvTests.ts";
import { atLeastForm, findTestsFile, modelsOf, readRepeat, readTests, type TestCase } from "../testing/readTests.ts";
import { type FrontMatterNode, findEntry, type MapNode } from "../text/frontMatter.ts";
import { kindWord } from "../text/kindWord.ts";
import { parseCsv } from "../text/parseCsv.ts";
import { didYouMean, suggestNames } from "../text/suggestNames.ts";
import { findBuiltIn, findVariables, type VariableReference } from "../text/variables.ts";
import { variableColumns } from "../variables/caseColumns.ts";
import { entriesOfVars, variableEntries } from "../variables/definedVariables.ts";
import { checkCsv } from "./checkCsv.ts";
import { checkModel } from "./checkModel.ts";
import { checkValue, listTogether } from "./checkValue.ts";
import { checkDefinitions, checkSameNames } from "./checkVariables.ts";
import { kindOfTest } from "./kindOfTest.ts";

export function checkTests(document: PromptDocument, facts: Facts): Diagnostic[] {
  const tests = findEntry(document.fields, "tests")?.value;
  if (tests?.type === "scalar") return checkTestsFile(document, facts);
  const items = tests?.type === "list" ? tests.items : [];
  return [
    ...checkModels(document.fields, undefined, facts),
    ...checkJudges(document.fields, facts),
    ...items.flatMap((item) => (item.type === "map" ? checkAssertions(item) : [])),
    ...readTests(document).flatMap((test, index) => checkCase(document, test, items[index], facts)),
  ];
}

function checkTestsFile(document: PromptDocument, facts: Facts): Diagnostic[] {
  const value = findEntry(document.fields, "tests")?.value;
  const file = findTestsFile(document);
  if (file === undefined) {
    if (value?.type !== "scalar" || value.value === null) return [];
    return [diagnostic("wrongType", value.range, t("`tests` must be a list of cases, or the path of a CSV file."), { subject: "tests" })];
  }
  const { address, range } = file;
  const fact = facts.files?.[address];
  const own = [...checkModels(document.fields, undefined, facts), ...checkJudges(document.fields, facts)];
  if (fact?.text === undefined) return [...own, ...checkCsv(file, { columns: [], header: 0, faults: fact?.faults ?? [] }, new Set())];
  const errors = findCsvErrors(fact.text).map(({ code, line, message }) =>
    diagnostic(code, range, message, { subject: address, elsewhere: { file: address, line, isRow: true } }),
  );
  const cases = readTests(document, fact.text);
  const table = parseCsv(fact.text);
  const used = new Set([...usedNames(document), ...cases.flatMap(namesInAssertions)]);
  const judged = new Map(
    cases
      .flatMap((test) => checkJudged(test, kindsMade(document, test, facts), facts))
      .toReversed()
      .map((one) => [one.subject, one]),
  );
  return [...own, ...checkCsv(file, { ...table, columns: variableColumns(table) }, used), ...errors, ...judged.values()];
}

function usedNames({ fieldVariables, body }: PromptDocument): string[] {
  return [...fieldVariables, ...body.variables].map(({ name }) => name);
}

function namesInAssertions({ assertions }: TestCase): string[] {
  const texts = assertions.flatMap(({ value, threshold = null }) => textsIn([value, threshold]));
  return texts.flatMap((text) => findVariables(text, 0, text.length).references.map(({ name }) => name));
}

/** Reports entries of `assert` without an assertion, and a case without any. */
function checkAssertions(map: MapNode): Diagnostic[] {
  const listed = findEntry(map, "assert");
  if (listed === undefined || (listed.value.type === "list" && listed.value.items.length === 0)) {
    const message = t("The case asserts nothing, so it always passes.");
    return [diagnostic("caseWithoutAssertion", listed?.keyRange ?? map.entries[0]?.keyRange ?? map.range, message, { subject: "assert" })];
  }
  if (listed.value.type !== "list") return [];
  return listed.value.items.flatMap((entry) => {
    if (entry.type !== "map") return [];
    const names = entry.entries.flatMap(({ key }) => (assertionNames.has(key) ? [key] : []));
    if (names.length > 0) return checkThreshold(entry, names);
    const message = t("An entry of `assert` needs the name of an assertion, such as `icontains`.");
    return [diagnostic("missingMember", entry.range, message, { subject: "assert" })];
  });
}

/** Reports a threshold that no assertion of its entry has. */
function checkThreshold(entry: MapNode, names: readonly string[]): Diagnostic[] {
  const threshold = findEntry(entry, "threshold");
  if (threshold === undefined || names.some((name) => readAssertionName(name)?.type.threshold !== undefined)) return [];
  const message = t("`threshold` has no effect on {0}.", listTogether(names.map((name) => `\`${name}\``)));
  return [diagnostic("unknownField", threshold.keyRange, message, { subject: "threshold" })];
}

function checkCase(document: PromptDocument, test: TestCase, map: FrontMatterNode | undefined, facts: Facts): Diagnostic[] {
  // Its type is reported.
  if (map?.type !== "map") return [];
  const made = kindsMade(document, test, facts);
  const own = [
    ...checkModels(map, test.kind, facts),
    ...checkJudges(map, facts),
    ...checkCaseVariables(document, test, map),
    ...checkRepetitions(document, map),
  ];
  return [...own, ...checkFileAssertions(test, made), ...checkJudged(test, made, facts), ...checkValues(document, test)];
}

/** Reports values with which no answer, or every answer, would pass. Those with variables are checked before a run. */
function checkValues(document: PromptDocument, { assertions }: TestCase): Diagnostic[] {
  return assertions.flatMap(({ name, isNegated, value, threshold, range, nameRange, valueNode }) => {
    const type = findAssertion(name);
    const hasVariables = textsIn([value, threshold ?? null]).some((text) => findVariables(text, 0, text.length).references.length > 0);
    const isMistyped = type && valueNode && checkValue(valueNode, type.type, name).some(({ severity }) => severity === "error");
    if (type === undefined || hasVariables || isMistyped) return [];
    const fault = findFault(type, value, threshold);
    if (fault === undefined) return [];
    const written = isNegated ? `not-${name}` : name;
    const at = document.text.slice(range.start, range.end).includes("\n") ? nameRange : range;
    return [diagnostic("assertionInvalid", at, `\`${written}\`: ${fault}`, { subject: written })];
  });
}

/** Reports variables of a case that are never used, and variables of its assertions without a value. */
function checkCaseVariables(document: PromptDocument, test: TestCase, map: MapNode): Diagnostic[] {
  const own = entriesOfVars(map);
  const used = new Set([...usedNames(document), ...namesInAssertions(test)]);
  const known = [...variableEntries(document), ...own].map(({ key }) => key);
  const unknown = variablesIn(document, map).filter(({ name }) => findBuiltIn(name) === undefined && !known.includes(name));
  return [
    ...checkDefinitions(own, used),
    ...checkSameNames(document, own),
    ...unknown.map(({ name, nameRange }) => {
      const suggestions = suggestNames(name, known);
      return diagnostic("undefinedVariable", nameRange, t("`{0}` is not defined.", name) + didYouMean(suggestions[0]), {
        subject: name,
        suggestions,
      });
    }),
  ];
}

/** The variables are in text order, so the first one is found by halving. */
function variablesIn({ testVariables }: PromptDocument, { range }: MapNode): readonly VariableReference[] {
  let first = 0;
  let high = testVariables.length;
  while (first < high) {
    const middle = (first + high) >> 1;
    if ((testVariables[middle]?.range.start ?? 0) < range.start) first = middle + 1;
    else high = middle;
  }
  let end = first;
  while (end < testVariables.length && (testVariables[end]?.range.end ?? 0) <= range.end) end += 1;
  return testVariables.slice(first, end);
}

/** Reports `atLeast` that does not fit `repeat`. Their forms are checked by their types. */
function checkRepetitions(document: PromptDocument, map: MapNode): Diagnostic[] {
  const value = findEntry(map, "atLeast")?.value;
  const [, count, of] = (value?.type === "scalar" ? atLeastForm.exec(value.source) : null) ?? [];
  const repeat = readRepeat(map) ?? readRepeat(document.fields) ?? 1;
  if (value === undefined || count === undefined) return [];
  const report = (message: string) => [diagnostic("repetitionsContradict", value.range, message, { subject: "atLeast" })];
  if (of !== undefined && Number(of) !== repeat) return report(t("`atLeast` counts {0} repetitions, and `repeat` is {1}.", of, repeat));
  return Number(count) > repeat ? report(t("At least {0} must pass, and `repeat` is {1}.", count, repeat)) : [];
}

function checkJudges(map: MapNode, facts: Facts): Diagnostic[] {
  return ["judge", "transcriber"].flatMap((field) => {
    const value = findEntry(map, field)?.value;
    return value?.type === "scalar" ? checkModel(value, "text", facts) : [];
  });
}

function kindsMade(document: PromptDocument, test: TestCase, facts: Facts): ReadonlySet<Kind> {
  const models = modelsOf(document, test);
  const made = models.map((model) => kindOfTest(document, test, model, facts.models));
  return new Set(made.length > 0 ? made : [test.kind ?? document.kind]);
}

/** Reports missing models that assertions need, and those that cannot see or hear what they would get. `made`: kinds of the answers. */
function checkJudged({ assertions, ...models }: TestCase, made: ReadonlySet<Kind>, facts: Facts): Diagnostic[] {
  return assertions.flatMap(({ name, nameRange }) => {
    const asked = findAssertion(name)?.asks;
    if (asked === undefined) return [];
    const model = models[asked];
    if (model === undefined) {
      const message =
        asked === "judge"
          ? t("`{0}` needs `judge`, the model that judges.", name)
          : t("`{0}` needs `transcriber`, the model that writes down the words.", name);
      return [diagnostic("judgeMissing", nameRange, message, { subject: asked })];
    }
    const part = asked === "transcriber" ? "audio" : made.has("image") || made.has("video") ? "image" : undefined;
    const taken = facts.models?.find(({ id }) => id === model)?.capabilities?.input;
    if (part === undefined || taken === undefined || taken.includes(part)) return [];
    const message =
      part === "audio"
        ? t("`{0}` takes no sounds, so that it cannot judge `{1}`.", model, name)
        : t("`{0}` takes no images, so that it cannot judge `{1}`.", model, name);
    return [diagnostic("modelCannot", nameRange, message, { subject: model })];
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
    const makes = listTogether(kinds.filter((kind) => made.has(kind)).map(kindWord));
    const message = t("`{0}` is about {1} files, and this case makes {2}.", written, listTogether(judged), makes);
    return [diagnostic("assertionOfOtherKind", nameRange, message, { subject: written, suggestions: judged })];
  });
}
