/** The outline (fields, turns, headings) and the folding ranges of a document. */

import { t } from "../../contract/translate.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { readTests } from "../testing/readTests.ts";
import type { FrontMatterEntry } from "../text/frontMatter.ts";
import type { TextRange } from "../text/textRange.ts";

export interface DocumentSymbol {
  name: string;
  detail: string;
  sort: "frontMatter" | "field" | "turn" | "heading";
  range: TextRange;
  /** Inside `range`. */
  selectionRange: TextRange;
  children: readonly DocumentSymbol[];
}

export function findSymbols(document: PromptDocument): DocumentSymbol[] {
  const { frontMatter } = document;
  const front: DocumentSymbol[] = frontMatter
    ? [
        {
          name: t("Front matter"),
          detail: `${document.interface} ${document.kind}`,
          sort: "frontMatter",
          range: trimRange(document.text, frontMatter.range),
          selectionRange: trimRange(document.text, { start: 0, end: frontMatter.contentRange.start }),
          children: document.fields.entries.map((entry) => (entry.key === "tests" ? testsSymbol(document, entry) : fieldSymbol(entry))),
        },
      ]
    : [];
  return [...front, ...headingSymbols(document)];
}

function fieldSymbol(entry: FrontMatterEntry): DocumentSymbol {
  const { value } = entry;
  const inner = value.type === "map" ? value.entries.map(fieldSymbol) : [];
  const detail = value.type === "scalar" ? value.source.slice(0, 60) : "";
  return { name: entry.key || "(empty)", detail, sort: "field", range: entry.range, selectionRange: entry.keyRange, children: inner };
}

/** Each case with its assertions. */
function testsSymbol(document: PromptDocument, entry: FrontMatterEntry): DocumentSymbol {
  const cases = readTests(document).map(({ name, models, assertions, range }): DocumentSymbol => {
    const children = assertions.map(({ name: asserted, isNegated, value, range: own, nameRange }): DocumentSymbol => {
      const detail = JSON.stringify(value).slice(0, 60);
      return { name: isNegated ? `not-${asserted}` : asserted, detail, sort: "field", range: own, selectionRange: nameRange, children: [] };
    });
    return { name: name || "(empty)", detail: models.join(", "), sort: "field", range, selectionRange: range, children };
  });
  return { ...fieldSymbol(entry), children: cases };
}

interface OpenHeading {
  level: number;
  symbol: DocumentSymbol;
  children: DocumentSymbol[];
}

/** Headings nested by level; each extends to the next one of its level or above. */
function headingSymbols(document: PromptDocument): DocumentSymbol[] {
  const { headings, turns } = document.body;
  const turnStarts = new Set(turns.map((turn) => turn.headingRange.start));
  const roots: DocumentSymbol[] = [];
  const open: OpenHeading[] = [];
  const close = (level: number, end: number): void => {
    for (let last = open.at(-1); last && last.level >= level; last = open.at(-1)) {
      const { range, selectionRange } = last.symbol;
      range.end = Math.max(selectionRange.end, trimRange(document.text, { start: range.start, end }).end);
      open.pop();
    }
  };
  for (const heading of headings) {
    close(heading.level, heading.range.start);
    const children: DocumentSymbol[] = [];
    const symbol: DocumentSymbol = {
      name: heading.title || "(empty)",
      detail: "",
      sort: turnStarts.has(heading.range.start) ? "turn" : "heading",
      range: { ...heading.range },
      selectionRange: heading.range,
      children,
    };
    (open.at(-1)?.children ?? roots).push(symbol);
    open.push({ level: heading.level, symbol, children });
  }
  close(0, document.text.length);
  return roots;
}

/** Ranges of at least two lines: the front matter, its longer fields, turns and headings with their text, code fences. */
export function findFoldings(document: PromptDocument): TextRange[] {
  const symbols = findSymbols(document).flatMap(function flatten(symbol): TextRange[] {
    return [symbol.range, ...symbol.children.flatMap(flatten)];
  });
  return [...symbols, ...document.body.fences]
    .map((range) => trimRange(document.text, range))
    .filter((range) => document.text.slice(range.start, range.end).includes("\n"));
}

function trimRange(text: string, range: TextRange): TextRange {
  return { start: range.start, end: range.start + text.slice(range.start, range.end).trimEnd().length };
}
