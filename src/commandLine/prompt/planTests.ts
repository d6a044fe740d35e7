/** Finds out what a document's tests send: one request for each case, model and repetition. */
import { compileSet, type WireRequest } from "../../prompt/compile.ts";
import { readText } from "../../prompt/promptDocument.ts";
import { readTests, type TestCase } from "../../prompt/tests/readTests.ts";
import { findLineStarts, positionAt } from "../../prompt/textRange.ts";
import { readVariableSets, type VariableSet } from "../../prompt/variableSets.ts";
import type { TextRequest } from "./askModel.ts";
import { fetchAllowed, type ValueOptions } from "./fetchAllowed.ts";
import { readChecked } from "./readChecked.ts";

/** A case with one model. */
export interface PlannedTest {
  file: string;
  test: TestCase;
  model: string;
  request: TextRequest;
  vars: VariableSet;
  /** `line:column` of an offset, both from 1. */
  locate(offset: number): string;
}

/** undefined: the document cannot be tested, which was reported. Empty: it has no tests. `models` take the place of all others, unless empty. */
export async function planTests(file: string, models: readonly string[], options: ValueOptions): Promise<PlannedTest[] | undefined> {
  const document = await readChecked(file, options);
  if (document === undefined) return undefined;
  const tests = readTests(document);
  if (tests.length === 0) return [];
  const values = await fetchAllowed(file, document, options);
  if (values === undefined) return undefined;
  const starts = findLineStarts(document.text);
  const locate = (offset: number) => {
    const { line, character } = positionAt(starts, offset);
    return `${line + 1}:${character + 1}`;
  };
  // The sets of `batch` are for runs.
  const [own = {}] = readVariableSets({ ...document, fields: withoutBatch(document.fields) }, values).sets;
  const planned: PlannedTest[] = [];
  for (const test of tests) {
    const vars = { ...own, ...test.vars };
    const { requests, errors } = compileSet(document, values, vars);
    const request = requests[0]?.request;
    for (const { message } of errors) options.report(`${file}:${locate(test.range.start)}: error: ${message}`);
    if (request === undefined) return undefined;
    const asked = toTextRequest(request);
    if (asked === undefined) {
      options.report(`${file}: error: Only texts can be tested.`);
      return undefined;
    }
    const chosen = [models, test.models, [readText(document.fields, "model") ?? ""]].find((names) => names.length > 0) ?? [];
    for (const model of chosen) planned.push({ file, test, model, request: withModel(asked, model), vars, locate });
  }
  return planned;
}

function toTextRequest(request: WireRequest): TextRequest | undefined {
  if (request.interface === "v2") return request.kind === "text" ? request : undefined;
  return request.kind === "text" ? request : undefined;
}

function withModel(request: TextRequest, model: string): TextRequest {
  if (request.interface === "v1") return { ...request, body: { ...request.body, model } };
  return { ...request, body: { ...request.body, ai: { ...request.body.ai, model } } };
}

function withoutBatch<Fields extends { entries: readonly { key: string }[] }>(fields: Fields): Fields {
  return { ...fields, entries: fields.entries.filter(({ key }) => key !== "batch") };
}
