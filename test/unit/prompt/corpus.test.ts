/** Every document of the corpus has the results stored with it. `UPDATE_PROMPT_CORPUS=1` updates them. */
import { describe, expect, test } from "vitest";
import { formatDocument } from "../../../src/prompt/assist/formatDocument.ts";
import { quickFixes } from "../../../src/prompt/assist/quickFixes.ts";
import { compile } from "../../../src/prompt/compile/compile.ts";
import { diagnose } from "../../../src/prompt/diagnose.ts";
import type { Diagnostic } from "../../../src/prompt/diagnostic.ts";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";
import { applyTextEdits, findLineStarts, positionAt } from "../../../src/prompt/text/textRange.ts";
import { type CorpusDocument, corpusFacts, corpusValues, readCorpus, updateCorpus } from "./corpus.ts";

/** Of more diagnostics than these, only the first and the last are stored. */
const mostDiagnostics = 20;

function resultOf({ name, text }: CorpusDocument) {
  const document = parsePromptDocument(text);
  const lineStarts = findLineStarts(text);
  const location = (offset: number): string => {
    const { line, character } = positionAt(lineStarts, offset);
    return `${line + 1}:${character + 1}`;
  };
  const found = diagnose(document, corpusFacts);
  const describeOne = (one: Diagnostic) => ({
    at: `${location(one.range.start)}-${location(one.range.end)}`,
    code: one.code,
    message: one.message,
    fixes: quickFixes(document, one, corpusFacts).map((fix) => fix.title),
  });
  const { requests, errors } = compile(document, corpusValues(name));
  const isLong = text.length > 20_000;
  const result = {
    kind: document.kind,
    interface: document.interface,
    diagnostics:
      found.length > mostDiagnostics
        ? [...found.slice(0, 1).map(describeOne), found.length, ...found.slice(-1).map(describeOne)]
        : found.map(describeOne),
    requests: isLong ? requests.length : requests.map(({ request, output }) => ({ body: request.body, ...(output ? { output } : {}) })),
    errors: errors.map((error) => error.message),
    formatted: applyTextEdits(text, formatDocument(document)) === text ? "unchanged" : applyTextEdits(text, formatDocument(document)),
  };
  // JSON has no undefined, and a character that is repeated needs no thousand of them in the table.
  const written = JSON.stringify(result).replaceAll(/([^"\\])\1{99,}/gu, (run, one: string) => `${one}×${[...run].length}`);
  return JSON.parse(written) as unknown;
}

if (process.env.UPDATE_PROMPT_CORPUS === "1") updateCorpus(resultOf);
const corpus = readCorpus();

test("the corpus contains at least 150 documents, each with its expectation", () => {
  expect(corpus.length).toBeGreaterThanOrEqual(150);
  expect(corpus.filter(({ expected }) => expected === undefined)).toEqual([]);
});

describe.each(corpus.map((document) => [document.name, document] as const))("%s", (_name, document) => {
  test("is parsed as expected", () => {
    expect(resultOf(document)).toEqual(document.expected);
  });

  test("produces the same requests after formatting, and formatting again changes nothing", () => {
    const parsed = parsePromptDocument(document.text);
    const formatted = parsePromptDocument(applyTextEdits(document.text, formatDocument(parsed)));
    expect(applyTextEdits(formatted.text, formatDocument(formatted))).toBe(formatted.text);
    expect(compile(formatted, corpusValues(document.name))).toMatchObject({
      requests: compile(parsed, corpusValues(document.name)).requests,
    });
  });
});
