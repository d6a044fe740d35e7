/** Arbitrary texts at any offset: nothing throws, and every position is inside the document. */

import { describe, expect, test } from "vitest";
import { codeLenses } from "../../../src/prompt/assist/codeLenses.ts";
import { complete } from "../../../src/prompt/assist/complete.ts";
import { findLinks } from "../../../src/prompt/assist/findLinks.ts";
import { findReferences, rename } from "../../../src/prompt/assist/findReferences.ts";
import { findSemanticTokens } from "../../../src/prompt/assist/findSemanticTokens.ts";
import { type DocumentSymbol, findFoldings, findSymbols } from "../../../src/prompt/assist/findSymbols.ts";
import { formatDocument } from "../../../src/prompt/assist/formatDocument.ts";
import { hover } from "../../../src/prompt/assist/hover.ts";
import { quickFixes } from "../../../src/prompt/assist/quickFixes.ts";
import { compile } from "../../../src/prompt/compile/compile.ts";
import { diagnose } from "../../../src/prompt/diagnose.ts";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";
import { applyTextEdits, type TextRange } from "../../../src/prompt/text/textRange.ts";
import { fc, runsOf } from "../../fuzzing.ts";
import { corpusFacts, corpusValues, readCorpus } from "./corpus.ts";

const piece = fc.oneof(
  fc.constantFrom(
    "---\n",
    "---\r\n",
    "---",
    "\n",
    "\r\n",
    "\r",
    "\uFEFF",
    "kind: image\n",
    "kind: video\r\n",
    "model: demo-text\n",
    "interface: v2\n",
    "vars: { a: 1, b: 2 }\n",
    "batch:\n  - { a: 1 }\n",
    "batch: places.csv\n",
    "files: [sketch.png]\n",
    "image: [",
    "tools:\n  - type: ",
    "reasoning: { effort: ",
    "{{a}}",
    "{{",
    "}}",
    "\\{{",
    "{{file:notes.md}}",
    "{{input:",
    "{{ b }}",
    "## user\n",
    "## assistant\n",
    "## system\n",
    "```\n",
    "~~~\n",
    "# Title\n",
    "  ",
    "\t",
    "- ",
    ": ",
    "? ",
    "&a ",
    "*a",
    "!t ",
    "|\n",
    ">\n",
    '"',
    "'",
    "[",
    "]",
    "{",
    "}",
    ",",
    "#",
    "🙂",
    "👩‍👩‍👧",
    "\uD83D",
    "\u0000",
    "\u2028",
    "<<: ",
    "%",
    "@",
    "...\n",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const anyText = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
const frontMatterText = anyText.map((text) => `---\n${text.replaceAll("---", "")}\n---\n{{a}}\n`);
const corpusText = fc.constantFrom(
  ...readCorpus()
    .filter((one) => one.text.length < 4000)
    .map((one) => one.text),
);

/** A document of the corpus with a part replaced, as after a keystroke, a paste or a deletion. */
const damagedText = fc
  .tuple(corpusText, fc.nat(), fc.nat({ max: 12 }), anyText)
  .map(
    ([text, at, length, inserted]) => `${text.slice(0, at % (text.length + 1))}${inserted}${text.slice((at % (text.length + 1)) + length)}`,
  );

function checkEverything(text: string, seed: number): void {
  const document = parsePromptDocument(text);
  const offset = seed % (text.length + 1);
  const inside = (range: TextRange): void => {
    if (!(range.start >= 0 && range.start <= range.end && range.end <= text.length)) {
      throw new Error(`The range ${range.start} to ${range.end} lies outside the text of ${text.length}.`);
    }
  };
  const nested = (symbol: DocumentSymbol): void => {
    inside(symbol.range);
    inside(symbol.selectionRange);
    expect(symbol.selectionRange.start >= symbol.range.start && symbol.selectionRange.end <= symbol.range.end).toBe(true);
    symbol.children.forEach(nested);
  };
  for (const one of diagnose(document, corpusFacts)) {
    inside(one.range);
    for (const fix of quickFixes(document, one, corpusFacts)) {
      for (const edit of fix.edits) inside(edit.range);
      applyTextEdits(text, fix.edits);
    }
  }
  for (const completion of complete(document, offset, corpusFacts)) {
    inside(completion.range);
    expect(completion.range.start <= offset && offset <= completion.range.end).toBe(true);
  }
  const shown = hover(document, offset, corpusFacts);
  if (shown) inside(shown.range);
  findSymbols(document).forEach(nested);
  findFoldings(document).forEach(inside);
  for (const link of findLinks(document)) inside(link.range);
  for (const token of findSemanticTokens(document)) inside(token.range);
  for (const lens of codeLenses(document, corpusFacts, diagnose(document, corpusFacts))) inside(lens.range);
  for (const edit of formatDocument(document)) inside(edit.range);
  const locations = findReferences(document, offset);
  for (const range of [...(locations?.definitions ?? []), ...(locations?.uses ?? [])]) inside(range);
  const renamed = rename(document, offset, "renamed");
  if ("edits" in renamed) for (const edit of renamed.edits) inside(edit.range);
  compile(document, corpusValues(""));
}

describe("for any text and any offset", () => {
  const runs = runsOf(40);

  test.each([
    ["made of pieces of documents", anyText],
    ["with anything as front matter", frontMatterText],
    ["that is a damaged document", damagedText],
  ] as const)("text %s throws nothing and returns no position outside itself", (_name, text) => {
    fc.assert(fc.property(text, fc.nat(), checkEverything), { numRuns: runs });
  });

  test("incremental parsing has the same result as parsing the whole text", () => {
    fc.assert(
      fc.property(damagedText, damagedText, (before, after) => {
        expect(parsePromptDocument(after, parsePromptDocument(before))).toEqual(parsePromptDocument(after));
      }),
      { numRuns: runs },
    );
    fc.assert(
      fc.property(corpusText, fc.nat(), anyText, (text, at, inserted) => {
        const next = text.slice(0, at % (text.length + 1)) + inserted + text.slice(at % (text.length + 1));
        expect(parsePromptDocument(next, parsePromptDocument(text))).toEqual(parsePromptDocument(next));
      }),
      { numRuns: runs },
    );
  });

  test("formatting keeps the requests and every comment, and is idempotent", () => {
    fc.assert(
      fc.property(damagedText, (text) => {
        const document = parsePromptDocument(text);
        const formatted = parsePromptDocument(applyTextEdits(text, formatDocument(document)));
        expect(applyTextEdits(formatted.text, formatDocument(formatted))).toBe(formatted.text);
        expect(compile(formatted, corpusValues("")).requests).toEqual(compile(document, corpusValues("")).requests);
      }),
      { numRuns: runs },
    );
  });
});
