/** Determines the requests of the documents' tests. */

import * as vscode from "vscode";
import { assignErrors } from "../../prompt/check/caseErrors.ts";
import { diagnose } from "../../prompt/diagnose.ts";
import { type PromptDocument, parsePromptDocument } from "../../prompt/parse/promptDocument.ts";
import type { TestCase } from "../../prompt/testing/readTests.ts";
import { findLineStarts, positionAt, type TextRange } from "../../prompt/text/textRange.ts";
import { type PlannedTest, planTests } from "../../promptTests/planTests.ts";
import type { Repetition } from "../../promptTests/repetition.ts";
import { askQuestionsOf } from "../prompts/askQuestions.ts";
import type { FactGatherer } from "../prompts/factGatherer.ts";
import { fetchDocumentValues } from "../prompts/fetchValues.ts";
import type { LastEditor } from "../prompts/lastEditor.ts";
import { resolvePath } from "../prompts/promptPaths.ts";
import { readEditedText } from "../prompts/readEditedText.ts";
import type { NamedRequest } from "./namedRequest.ts";
import { readDocumentCases } from "./readDocumentCases.ts";

/** A case with one model, and its location. */
export interface DocumentTest extends PlannedTest {
  document: vscode.Uri;
  locate(range: TextRange): vscode.Location;
}

export interface PlannedLeaf<One extends NamedRequest = NamedRequest> extends Repetition<DocumentTest> {
  leaf: One;
}

/** A test that cannot run. */
export interface UnplannedLeaf<One extends NamedRequest = NamedRequest> {
  leaf: One;
  /** A message of the language of prompt documents; undefined: cancelled by the user. */
  reason: string | undefined;
  location: vscode.Location | undefined;
}

export interface Plan<One extends NamedRequest> {
  planned: PlannedLeaf<One>[];
  unplanned: UnplannedLeaf<One>[];
}

export interface PlanParts {
  facts: FactGatherer;
  /** Afterwards the service's catalogue is known, if the service can be reached. */
  listModels(): Promise<void>;
  lastEditor: LastEditor;
}

/** Plans each case with the models of its leaves. */
export async function planDocuments<One extends NamedRequest>(
  leaves: readonly One[],
  parts: PlanParts,
  token: vscode.CancellationToken,
): Promise<Plan<One>> {
  const plan: Plan<One> = { planned: [], unplanned: [] };
  for (const its of Map.groupBy(leaves, ({ document }) => document.toString()).values()) {
    const [first] = its;
    const found: Plan<One> =
      first === undefined || token.isCancellationRequested
        ? refuse(its, undefined, undefined)
        : await planDocument(first.document, its, parts);
    plan.planned.push(...found.planned);
    plan.unplanned.push(...found.unplanned);
  }
  return plan;
}

async function planDocument<One extends NamedRequest>(
  document: vscode.Uri,
  leaves: readonly One[],
  { facts, listModels, lastEditor }: PlanParts,
): Promise<Plan<One>> {
  const text = await readEditedText(document);
  if (text === undefined) return refuse(leaves, vscode.l10n.t("The file cannot be read."), undefined);
  const parsed = parsePromptDocument(text);
  const locate = locatorOf(document, parsed);
  const { cases, fault } = await readDocumentCases(document, parsed);
  if (fault !== undefined) return refuse(leaves, fault.reason ?? vscode.l10n.t("The file cannot be read."), locate(fault.range));
  const asked = cases.flatMap((test) => {
    const models = [...new Set(leaves.flatMap(({ key, model }) => (key === test.key ? [model] : [])))];
    return models.length === 0 ? [] : [{ ...test, models }];
  });
  await facts.lookAtFiles({ uri: document }, parsed);
  if (asked.some(({ kind, models }) => kind === undefined && models.length > 0)) await listModels();
  const known = facts.known({ uri: document }, parsed);
  const found = assignErrors(diagnose(parsed, known), cases);
  const [error] = found.document;
  if (error !== undefined) return refuse(leaves, error.message, locate(error.range));
  const invalid = [...found.cases].flatMap(([test, [first]]) => (first === undefined ? [] : [{ ...first, test }]));
  const tests = asked.filter(({ key }) => invalid.every(({ test }) => test.key !== key));
  const fetched = await fetchDocumentValues(document, parsed, lastEditor, askQuestionsOf(document), tests);
  if (fetched.type === "cancelled") return refuse(leaves, undefined, undefined);
  if (fetched.type === "missing") return refuse(leaves, fetched.reason, undefined);
  const tried = planTests(parsed, tests, fetched.values, { known: known.models });
  const errors = tried.errors.map((one) => ({ ...one, range: one.test.range }));
  const allErrors = [...invalid, ...errors];
  const locateIn = ({ row }: TestCase): ((range: TextRange) => vscode.Location) => {
    const uri = row && resolvePath(document, row.file);
    return row === undefined || uri === undefined ? locate : () => new vscode.Location(uri, new vscode.Position(row.line, 0));
  };
  const all: DocumentTest[] = tried.planned.map((one) => ({ ...one, document, locate: locateIn(one.test) }));
  const plan: Plan<One> = { planned: [], unplanned: [] };
  for (const leaf of leaves) {
    const own = all.find(({ test, model }) => test.key === leaf.key && model === leaf.model);
    if (own !== undefined) plan.planned.push({ leaf, planned: own, index: leaf.index });
    else {
      const error = allErrors.find(({ test }) => test.key === leaf.key) ?? errors[0];
      plan.unplanned.push({ leaf, reason: error?.message, location: error && locateIn(error.test)(error.range) });
    }
  }
  return plan;
}

function refuse<One extends NamedRequest>(
  leaves: readonly One[],
  reason: string | undefined,
  location: vscode.Location | undefined,
): Plan<One> {
  return { planned: [], unplanned: leaves.map((leaf) => ({ leaf, reason, location })) };
}

function locatorOf(document: vscode.Uri, { text }: PromptDocument): (range: TextRange) => vscode.Location {
  const starts = findLineStarts(text);
  const toPosition = (offset: number): vscode.Position => {
    const { line, character } = positionAt(starts, offset);
    return new vscode.Position(line, character);
  };
  return ({ start, end }) => new vscode.Location(document, new vscode.Range(toPosition(start), toPosition(end)));
}
