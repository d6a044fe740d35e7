/** The end of a block of Markdown, as markdown-it divides the document. */
import MarkdownIt from "markdown-it";
import { type BlockEnd, endOfParagraph, isBlankLine } from "./blockEnd.ts";

type Token = ReturnType<typeof parser.parse>[number];

const parser = new MarkdownIt({ html: true });

/** The beginning of a link's definition or a footnote. */
const definition = /^ {0,3}\[[^\]]{1,999}\]:/;
/** A footnote, or an admonition or tab of MkDocs: the indented lines below belong to it. */
const indenting = /^ {0,3}(?:\[\^[^\]\s]{1,999}\]:|(?:!!!|\?\?\?\+?|===[!+]?) )/;
/** Lines around what is shown as it is, or not shown: a comment of Obsidian, code of Hugo or Jekyll. */
const verbatimStart = /^\s*(?:(%%)\s*$|\{\{[<%]\s*(highlight|comment)\b|\{%-?\s*(highlight|comment)\b)/;

/**
 * Lines that begin or end a container, which markdown-it takes for text: `:::` (directives of Docusaurus, VitePress and MyST, divs of Pandoc
 * and Quarto), `///` (blocks of MkDocs), and tags of Hugo, GitBook, Markdoc and Liquid alone in their line.
 */
const containerMark = /^(?:[\s>]*)(?::{3,}|\/{3,}(?:\s|$)|\{(?:\{[<%].*[>%]\}|%.*%)\}\s*$)/;

/** @param isMark Further lines that begin or end a container. */
export function findMarkdownEnd(lines: readonly string[], line: number, isMark: (line: string) => boolean = () => false): BlockEnd {
  const front = endOfFrontMatter(lines);
  if (line < front) return { line: front - 1, prefix: "" };
  const formula = Math.max(endOfFormula(lines, line), endOfVerbatim(lines, line));
  const below = lines.map((one, index) => (index < front ? "" : one));
  const around = parseBlocks(below, (one) => containerMark.test(one) || isMark(one)).filter(
    (token) => token.map !== null && token.nesting >= 0 && covers(token, lines, formula),
  );
  const containers = around.filter(({ type }) => type === "blockquote_open" || type === "list_item_open");
  const leaf = around.findLast(
    ({ nesting, type }) => (nesting === 0 && type !== "inline") || /^(?:paragraph|heading|table)_open$/.test(type),
  );
  const isText = leaf === undefined || leaf.type === "paragraph_open" || leaf.type === "code_block";
  if (containers.length === 0 && isText && isBelowMark(lines, line)) return { line: endOfDefinition(lines, line), prefix: "    " };
  const own = readPrefix(containers, lines);
  if (leaf === undefined) return { line: Math.max(formula, endOfDefinition(lines, line)), prefix: own };
  // A table's rows are blocks too, but nothing can be inserted between them.
  const whole = around.find(({ type }) => type === "table_open") ?? leaf;
  let end = Math.max(formula, (whole.map?.[1] ?? 1) - 1);
  while (end > formula && isBlankLine(withoutMarks(lines[end]))) end -= 1;
  return { line: end, prefix: own };
}

/** Marks of containers count as blank lines, which end a paragraph, except in code. */
function parseBlocks(lines: readonly string[], isMark: (line: string) => boolean): Token[] {
  const tokens = parser.parse(lines.join("\n"), {});
  if (!lines.some(isMark)) return tokens;
  const code = tokens.flatMap(({ type, map }) => (map !== null && (type === "fence" || type === "code_block") ? [map] : []));
  const isCode = (line: number) => code.some(([first, end]) => first <= line && line < end);
  const divided = lines.map((one, index) => (isMark(one) && !isCode(index) ? (/^[\s>]*/.exec(one)?.[0] ?? "").trimEnd() : one));
  return parser.parse(divided.join("\n"), {});
}

/** Whether the line belongs to a footnote, an admonition or a tab: all lines up to its first one are indented. */
function isBelowMark(lines: readonly string[], line: number): boolean {
  if (isBlankLine(lines[line])) return false;
  let first = line;
  while (first > 0 && /^(?: {4}|\t|\s*$)/.test(lines[first] ?? "")) first -= 1;
  return indenting.test(lines[first] ?? "");
}

/** The last line of the comment or code that contains the line; otherwise the line itself. */
function endOfVerbatim(lines: readonly string[], line: number): number {
  for (let index = 0; index <= line; index += 1) {
    const name = verbatimStart
      .exec(lines[index] ?? "")
      ?.slice(1)
      .find((one) => one !== undefined);
    if (name === undefined) continue;
    const close = name === "%%" ? /^\s*%%\s*$/ : new RegExp(`(?:/\\s*|end)${name}\\b`);
    const end = lines.findIndex((one, at) => at >= index + (name === "%%" ? 1 : 0) && close.test(one));
    if (end >= line) return end;
    index = Math.max(index, end);
  }
  return line;
}

/** The last line of definitions below each other, or of a footnote's paragraph. */
function endOfDefinition(lines: readonly string[], line: number): number {
  const isFootnote = isBelowMark(lines, line);
  if (!isFootnote && !definition.test(lines[line] ?? "")) return line;
  return endOfParagraph(lines, line, (next) => isFootnote === definition.test(next) && (isFootnote || !definition.test(next)));
}

function withoutMarks(line: string | undefined): string {
  return (line ?? "").replace(/^[\s>]+/, "");
}

/** A blank line belongs to a list only if the list goes on below it. */
function covers({ map, type }: Token, lines: readonly string[], line: number): boolean {
  if (map === null || line < map[0] || line >= map[1]) return false;
  if (!isBlankLine(lines[line]) || !/^(?:bullet_list|ordered_list|list_item)_open$/.test(type)) return true;
  return lines.slice(line, map[1]).some((one) => !isBlankLine(one));
}

/** The marks of quotes and the indentation of list items, from the outermost to the innermost. */
function readPrefix(containers: readonly Token[], lines: readonly string[]): string {
  let prefix = "";
  for (const { type, map } of containers) {
    const first = withoutTabs(lines[map?.[0] ?? 0] ?? "");
    const rest = first.slice(Math.min(prefix.length, first.length));
    if (type === "blockquote_open") {
      prefix += `${/^ {0,3}(?=>)/.exec(rest)?.[0] ?? ""}> `;
      continue;
    }
    const marker = /^\s*(?:[-*+]|\d{1,9}[.)])(\s*)/.exec(rest);
    const space = marker?.[1]?.replaceAll("\t", "    ").length ?? 1;
    const width = (marker?.[0].trimEnd().length ?? 1) + (space >= 1 && space <= 4 && marker?.[0].length !== rest.length ? space : 1);
    prefix += " ".repeat(width);
  }
  return prefix;
}

/** Source: CommonMark, "Tabs": they go on to the next column that is a multiple of four. */
function withoutTabs(line: string): string {
  let plain = "";
  for (const sign of line) plain += sign === "\t" ? " ".repeat(4 - (plain.length % 4)) : sign;
  return plain;
}

/** Number of lines of YAML or TOML front matter. */
function endOfFrontMatter(lines: readonly string[]): number {
  const open = /^\uFEFF?(---|\+\+\+)\s*$/.exec(lines[0] ?? "")?.[1];
  if (open === undefined) return 0;
  const close = lines.findIndex((line, index) => index > 0 && (line.trimEnd() === open || (open === "---" && line.trimEnd() === "...")));
  return close + 1;
}

/** The last line of a formula between lines with `$$` that contains the line; otherwise the line itself. */
function endOfFormula(lines: readonly string[], line: number): number {
  let [open, fence] = [-1, ""];
  for (let index = 0; index < lines.length; index += 1) {
    const text = withoutMarks(lines[index]).trim();
    const mark = /^(`{3,}|~{3,})/.exec(text)?.[1] ?? "";
    if (open < 0 && fence !== "") {
      if (mark.startsWith(fence) && text === mark) fence = "";
    } else if (open < 0 && mark !== "") fence = mark;
    else if (open >= 0 && text.endsWith("$$")) {
      if (open <= line && line <= index) return index;
      open = -1;
    } else if (text.startsWith("$$") && !(text.length > 2 && text.endsWith("$$"))) open = index;
    if (open < 0 && index >= line) break;
  }
  return line;
}
