/** Finds the cases of a document, or of the documents in a folder, and the models to compare them with. */
import * as vscode from "vscode";
import type { Kind } from "../../../contract/kind.ts";
import { kindOfTest } from "../../../prompt/check/kindOfTest.ts";
import type { ModelFact } from "../../../prompt/facts.ts";
import { type PromptDocument, parsePromptDocument } from "../../../prompt/parse/promptDocument.ts";
import { modelsOf, type TestCase } from "../../../prompt/testing/readTests.ts";
import { findLineStarts, positionAt } from "../../../prompt/text/textRange.ts";
import { findFilesBelow } from "../../prompts/findFilesBelow.ts";
import { resolvePath } from "../../prompts/promptPaths.ts";
import { readEditedText } from "../../prompts/readEditedText.ts";
import { readDocumentCases } from "../readDocumentCases.ts";
import type { TestRunner } from "../testRunner.ts";

/** A case of a document, to be sent to several models. */
export interface ComparedCase {
  document: vscode.Uri;
  test: TestCase;
  /** Location of the case. */
  location: { file: vscode.Uri; line: number };
  /** Models that the document names for the case. */
  models: readonly string[];
  /** Kinds that those models make. */
  kinds: readonly Kind[];
  /** Whether a model makes the same kind as the case. */
  fits(model: string): boolean;
}

/** Maximum number of documents in a comparison. */
const mostDocuments = 100;

/** For a folder, the documents are in the order of their paths. */
export async function findCases(target: vscode.Uri, { facts }: Pick<TestRunner, "facts">): Promise<ComparedCase[]> {
  const documents = target.path.endsWith(".gen.md") ? [target] : await findFilesBelow(target, "**/*.gen.md", mostDocuments);
  const sorted = documents.toSorted((one, other) => one.path.localeCompare(other.path));
  const found = await Promise.all(sorted.map(async (document) => ({ document, text: await readEditedText(document) })));
  const cases: ComparedCase[] = [];
  for (const { document, text } of found) {
    if (text === undefined) continue;
    const parsed = parsePromptDocument(text);
    const known = facts.known({ uri: document }, parsed).models;
    const own = (await readDocumentCases(document, parsed)).cases;
    cases.push(...own.map((test) => describe(document, parsed, test, known)));
  }
  return cases;
}

function describe(document: vscode.Uri, parsed: PromptDocument, test: TestCase, known: readonly ModelFact[] | undefined): ComparedCase {
  const models = [...new Set(modelsOf(parsed, test))];
  const named = models.map((model) => kindOfTest(parsed, test, model, known));
  const kinds = named.length === 0 ? [test.kind ?? parsed.kind] : [...new Set(named)];
  const file = test.row && resolvePath(document, test.row.file);
  return {
    document,
    test,
    location:
      test.row === undefined || file === undefined
        ? { file: document, line: positionAt(findLineStarts(parsed.text), test.range.start).line }
        : { file, line: test.row.line },
    models,
    kinds,
    fits: (model) => models.includes(model) || kinds.includes(kindOfTest(parsed, { kind: undefined }, model, known)),
  };
}

/** Names of the cases' documents, for the user; "" if all cases are in one document. */
export function nameDocuments(cases: readonly ComparedCase[]): string[] {
  const isAlone = new Set(cases.map(({ document }) => document.toString())).size < 2;
  return cases.map(({ document }) => (isAlone ? "" : vscode.workspace.asRelativePath(document)));
}
