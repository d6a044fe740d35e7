/** A document in; its outline (fields, turns, headings) and its folding ranges out. */
import type { FrontMatterEntry } from "./frontMatter.ts";
import type { PromptDocument } from "./promptDocument.ts";
import type { TextRange } from "./textRange.ts";

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
          name: "Front matter",
          detail: `${document.interface} ${document.kind}`,
          sort: "frontMatter",
          range: trimRange(document.text, frontMatter.range),
          selectionRange: trimRange(document.text, { start: 0, end: frontMatter.contentRange.start }),
          children: document.fields.entries.map(fieldSymbol),
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

/** Headings nested by level; each reaches to the next one of its level or above. */
function headingSymbols(document: PromptDocument): DocumentSymbol[] {
  const { headings, turns } = document.body;
  const roots: DocumentSymbol[] = [];
  const open: { level: number; children: DocumentSymbol[] }[] = [{ level: 0, children: roots }];
  headings.forEach((heading, index) => {
    const next = headings.slice(index + 1).find((other) => other.level <= heading.level);
    const end = next?.range.start ?? document.text.length;
    const turn = turns.find((candidate) => candidate.headingRange.start === heading.range.start);
    const children: DocumentSymbol[] = [];
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    open.at(-1)?.children.push({
      name: heading.title || "(empty)",
      detail: "",
      sort: turn ? "turn" : "heading",
      range: {
        start: heading.range.start,
        end: Math.max(heading.range.end, trimRange(document.text, { start: heading.range.start, end }).end),
      },
      selectionRange: heading.range,
      children,
    });
    open.push({ level: heading.level, children });
  });
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
