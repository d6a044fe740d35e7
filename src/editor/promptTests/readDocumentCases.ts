/** Reads the cases of a document, also from the CSV files that it names. */
import type * as vscode from "vscode";
import { findNeeds } from "../../prompt/compile/findNeeds.ts";
import type { PromptDocument } from "../../prompt/parse/promptDocument.ts";
import { findTestsFile, readTests, type TestCase, wholeDocument } from "../../prompt/testing/readTests.ts";
import { findEntry } from "../../prompt/text/frontMatter.ts";
import { parseCsv } from "../../prompt/text/parseCsv.ts";
import type { TextRange } from "../../prompt/text/textRange.ts";
import { readVariableSets } from "../../prompt/variables/variableSets.ts";
import { documentName } from "./namedRequest.ts";
import { readCases } from "./watchDocuments.ts";

export interface DocumentCases {
  cases: readonly TestCase[];
  /** Where the document names a file that cannot be used, and why, in the language of prompt documents; `reason` is undefined if it cannot be read. */
  fault?: { range: TextRange; reason: string | undefined };
}

/** A document without tests is one case, or one for each set of variables that it lists. */
export async function readDocumentCases(document: vscode.Uri, parsed: PromptDocument): Promise<DocumentCases> {
  if (findEntry(parsed.fields, "tests") === undefined) return readSets(document, parsed);
  const file = findTestsFile(parsed);
  const csv = file && (await readCases(document, file.address));
  const cases = readTests(parsed, csv);
  return file !== undefined && csv === undefined ? { cases, fault: { range: file.range, reason: undefined } } : { cases };
}

async function readSets(document: vscode.Uri, parsed: PromptDocument): Promise<DocumentCases> {
  const whole = wholeDocument(documentName(document));
  const { batchFile } = findNeeds(parsed);
  const batchCsv = batchFile && (await readCases(document, batchFile));
  const { sets, error } = readVariableSets(parsed, batchCsv === undefined ? {} : { batchCsv });
  const range = findEntry(parsed.fields, "batch")?.value.range ?? whole.range;
  if (error !== undefined) return { cases: [whole], fault: { range, reason: batchCsv === undefined ? undefined : error } };
  if (sets.length < 2) return { cases: sets.map((vars) => ({ ...whole, vars })) };
  const lines = batchCsv === undefined ? [] : parseCsv(batchCsv).lines;
  return {
    cases: sets.map((vars, index) => {
      const line = lines[index];
      const row = batchFile === undefined || line === undefined ? undefined : { file: batchFile, line };
      return { ...whole, key: `${index}`, name: `${whole.name} · ${index + 1}`, vars, range, row };
    }),
  };
}
