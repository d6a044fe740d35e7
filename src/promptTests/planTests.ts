/** Plans the requests of a document's tests: one for each case and model. */
import type { Kind } from "../contract/kind.ts";
import type { WireRequest } from "../contract/wireRequest.ts";
import { asKind, kindOfTest } from "../prompt/check/kindOfTest.ts";
import { compileSet } from "../prompt/compile/compile.ts";
import { RequestText } from "../prompt/compile/requestText.ts";
import type { ModelFact } from "../prompt/facts.ts";
import type { PromptDocument } from "../prompt/parse/promptDocument.ts";
import { textsIn } from "../prompt/testing/fillValue.ts";
import { fillAssertion } from "../prompt/testing/judgeAnswer.ts";
import { modelsOf, type TestCase } from "../prompt/testing/readTests.ts";
import { readVariableSets, type SuppliedValues, type VariableSet } from "../prompt/variables/variableSets.ts";

/** A case with one model. */
export interface PlannedTest {
  test: TestCase;
  model: string;
  request: WireRequest;
  vars: VariableSet;
  /** Values of the built-in variables of its assertions. */
  supplied: SuppliedValues;
}

interface PlanError {
  message: string;
  test: TestCase;
}

interface TestPlan {
  planned: readonly PlannedTest[];
  /** Why a case has no request. */
  errors: readonly PlanError[];
}

export interface PlanOptions {
  /** Used instead of all other models, unless empty. */
  models?: readonly string[];
  /** The service's catalogue, as far as known, which contains what each model generates. */
  known?: readonly ModelFact[] | undefined;
}

export function planTests(
  document: PromptDocument,
  tests: readonly TestCase[],
  values: SuppliedValues,
  { models = [], known }: PlanOptions = {},
): TestPlan {
  // The sets of `batch` are not used in tests.
  const [own = {}] = readVariableSets({ ...document, fields: withoutBatch(document.fields) }, values).sets;
  const planned: PlannedTest[] = [];
  const errors: PlanError[] = [];
  for (const test of tests) {
    const vars = { ...own, ...test.vars };
    const missing = [...findMissing(document, test, values, vars), ...findFaults(test, values, vars)];
    if (missing.length > 0) {
      errors.push(...missing.map((message) => ({ message, test })));
      continue;
    }
    const named = [...new Set(models.length > 0 ? models : modelsOf(document, test))];
    for (const [kind, its] of Map.groupBy(named, (model) => kindOfTest(document, test, model, known))) {
      const compiled = compileSet(asKind(document, kind), values, vars);
      errors.push(...compiled.errors.map(({ message }) => ({ message: nameKind(document, kind, message), test })));
      const request = compiled.requests[0]?.request;
      if (request === undefined) continue;
      planned.push(...its.map((model) => ({ test, model, request: withModel(request, model), vars, supplied: values })));
    }
  }
  return { planned, errors };
}

/** One sentence for each variable of the assertions without a value. */
function findMissing(document: PromptDocument, { assertions }: TestCase, values: SuppliedValues, vars: VariableSet): string[] {
  const text = new RequestText(document, values, vars);
  for (const { value, threshold = null } of assertions) for (const one of textsIn([value, threshold])) text.fill(one);
  return [...new Set(text.errors.map(({ message }) => message))];
}

/** One sentence for each assertion that cannot judge an answer, so that none is paid for it. */
function findFaults({ assertions }: TestCase, values: SuppliedValues, vars: VariableSet): string[] {
  return assertions.flatMap((one) => {
    const { fault } = fillAssertion(one, vars, values);
    return fault === undefined ? [] : [`\`${one.isNegated ? "not-" : ""}${one.name}\`: ${fault}`];
  });
}

/** Adds the kind to an error message if it is not the document's. */
function nameKind(document: PromptDocument, kind: Kind, message: string): string {
  return kind === document.kind ? message : `The case makes ${kind}, and its document ${document.kind}. ${message}`;
}

function withModel(request: WireRequest, model: string): WireRequest {
  if (request.interface === "v2") return { ...request, body: { ...request.body, ai: { ...request.body.ai, model } } };
  return withModelOf(request, model);
}

function withModelOf<Request extends { body: { model: string } }>(request: Request, model: string): Request {
  return { ...request, body: { ...request.body, model } };
}

function withoutBatch<Fields extends { entries: readonly { key: string }[] }>(fields: Fields): Fields {
  return { ...fields, entries: fields.entries.filter(({ key }) => key !== "batch") };
}
