/** Finds out what a document's tests send: one request for each case and model. */
import { compileSet, type WireRequest } from "../prompt/compile.ts";
import type { PromptDocument } from "../prompt/promptDocument.ts";
import { modelsOf, readTests, type TestCase } from "../prompt/tests/readTests.ts";
import type { TextRange } from "../prompt/textRange.ts";
import { readVariableSets, type SuppliedValues, type VariableSet } from "../prompt/variableSets.ts";

/** A case with one model. */
export interface PlannedTest {
  test: TestCase;
  model: string;
  request: WireRequest;
  vars: VariableSet;
}

interface TestPlan {
  planned: readonly PlannedTest[];
  /** Why a case has no request. */
  errors: readonly { message: string; range: TextRange }[];
}

/** `models` take the place of all others, unless empty. */
export function planTests(document: PromptDocument, values: SuppliedValues, models: readonly string[] = []): TestPlan {
  // The sets of `batch` are for runs.
  const [own = {}] = readVariableSets({ ...document, fields: withoutBatch(document.fields) }, values).sets;
  const planned: PlannedTest[] = [];
  const errors: { message: string; range: TextRange }[] = [];
  for (const test of readTests(document)) {
    const vars = { ...own, ...test.vars };
    const compiled = compileSet(document, values, vars);
    errors.push(...compiled.errors.map(({ message }) => ({ message, range: test.range })));
    const request = compiled.requests[0]?.request;
    if (request === undefined) continue;
    for (const model of new Set(models.length > 0 ? models : modelsOf(document, test))) {
      planned.push({ test, model, request: withModel(request, model), vars });
    }
  }
  return { planned, errors };
}

function withModel(request: WireRequest, model: string): WireRequest {
  if (request.interface === "v2") return { ...request, body: { ...request.body, ai: { ...request.body.ai, model } } };
  switch (request.kind) {
    case "text":
      return { ...request, body: { ...request.body, model } };
    case "image":
      return { ...request, body: { ...request.body, model } };
    case "audio":
      return { ...request, body: { ...request.body, model } };
    case "video":
      return { ...request, body: { ...request.body, model } };
  }
}

function withoutBatch<Fields extends { entries: readonly { key: string }[] }>(fields: Fields): Fields {
  return { ...fields, entries: fields.entries.filter(({ key }) => key !== "batch") };
}
