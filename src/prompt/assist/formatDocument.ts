/** Formats a document without changing its comments or its request. */
import type { Document } from "yaml";
import { isSeq, parseDocument, visit } from "yaml";
import { findFrontMatter } from "../parse/findFrontMatter.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import type { TextEdit } from "../text/textRange.ts";
import { applyTextEdits } from "../text/textRange.ts";

/** Does not edit invalid YAML, and edits nothing at all if the front matter is not closed. Line endings are kept. */
export function formatDocument(document: PromptDocument): TextEdit[] {
  if (document.frontMatter?.closed === false) return [];
  return [...formatFrontMatter(document), ...formatBody(document)];
}

function formatFrontMatter(document: PromptDocument): TextEdit[] {
  const { frontMatter, text } = document;
  if (!frontMatter?.closed || frontMatter.errors.length > 0) return [];
  const { contentRange } = frontMatter;
  const content = text.slice(contentRange.start, contentRange.end);
  if (content.trim() === "") return [];
  const laidOut = layOut(content.replaceAll("\r\n", "\n"));
  if (laidOut === undefined) return [];
  const newText = content.includes("\r\n") ? laidOut.replaceAll("\n", "\r\n") : laidOut;
  if (newText === content) return [];
  const edit = { range: contentRange, newText };
  // In another layout, a strange field may look like the beginning of the prompt.
  const found = findFrontMatter(applyTextEdits(text, [edit]));
  const isSame = found?.closed === true && found.contentRange.end === contentRange.start + newText.length;
  return isSame ? [edit] : [];
}

/** Values stay as they are written: numbers with leading zeros, too. */
const yamlOptions = { prettyErrors: false, uniqueKeys: false, logLevel: "error", schema: "failsafe", keepSourceTokens: true } as const;

/** undefined: the YAML library would change more than the layout. */
function layOut(content: string): string | undefined {
  const parsed = parseDocument(content, yamlOptions);
  if (parsed.errors.length > 0 || parsed.contents === null) return undefined;
  const scalars = JSON.stringify(readScalars(parsed));
  const printed = print(parsed, content);
  if (printed === undefined) return undefined;
  const laidOut = closeUpLists(printed);
  const again = parseDocument(laidOut, yamlOptions);
  const isSame = JSON.stringify(readScalars(again)) === scalars && countComments(laidOut) === countComments(content);
  return isSame && print(again, laidOut) === printed ? laidOut : undefined;
}

/** Every scalar and its path. */
function readScalars(parsed: Document.Parsed): unknown[] {
  const found: unknown[] = [];
  visit(parsed, {
    Scalar(key, node, path) {
      found.push([path.length, key, node.value]);
    },
    Collection(key, node, path) {
      found.push([path.length, key, node.items.length]);
    },
  });
  return found;
}

/** undefined: the library reads something that it refuses to write, such as an anchor whose name contains a byte order mark. */
function print(parsed: Document.Parsed, content: string): string | undefined {
  const wrapped = findWrapped(parsed, content);
  const folded = keepFolds(parsed);
  try {
    const printed = parsed.toString({ lineWidth: 0, flowCollectionPadding: true, indentSeq: true }).replace(/^\n+/, "");
    return restoreLines(printed, folded, wrapped);
  } catch {
    return undefined;
  }
}

/** What the document has for each scalar without a block that is written on several lines, which the library would join. */
function findWrapped(parsed: Document.Parsed, content: string): ReadonlyMap<number, string> {
  const wrapped = new Map<number, string>();
  let index = 0;
  visit(parsed, {
    Scalar(_key, { type, range }) {
      const written = content.slice(range?.[0], range?.[1]);
      if (type !== "BLOCK_FOLDED" && type !== "BLOCK_LITERAL" && written.includes("\n")) wrapped.set(index, written);
      index += 1;
    },
  });
  return wrapped;
}

/** The library would join the lines of folded texts: makes them literal texts of the same lines, and returns which scalars these are. */
function keepFolds(parsed: Document.Parsed): ReadonlySet<number> {
  const folded = new Set<number>();
  let index = 0;
  visit(parsed, {
    Scalar(_key, node) {
      const token = node.srcToken;
      if (node.type === "BLOCK_FOLDED" && token?.type === "block-scalar" && typeof node.value === "string") {
        const lines = token.source.replace(/(?<!\n)\n+$/, "").split("\n");
        const indent = Math.min(...lines.flatMap((line) => (line.trim() === "" ? [] : [line.length - line.trimStart().length])));
        if (Number.isFinite(indent)) {
          node.value = lines.map((line) => line.slice(indent)).join("\n") + (/(?<!\n)\n*$/.exec(node.value)?.[0] ?? "");
          node.type = "BLOCK_LITERAL";
          folded.add(index);
        }
      }
      index += 1;
    },
  });
  return folded;
}

function restoreLines(printed: string, folded: ReadonlySet<number>, wrapped: ReadonlyMap<number, string>): string {
  if (folded.size + wrapped.size === 0) return printed;
  const edits: TextEdit[] = [];
  let index = 0;
  visit(parseDocument(printed, yamlOptions), {
    Scalar(_key, { range }) {
      const [start, end] = range ?? [-1, -1];
      const lines = wrapped.get(index);
      if (lines !== undefined) edits.push({ range: { start, end }, newText: indentLines(lines, printed, start) });
      else if (folded.has(index) && printed[start] === "|") edits.push({ range: { start, end: start + 1 }, newText: ">" });
      index += 1;
    },
  });
  return applyTextEdits(printed, edits);
}

/** The lines below the first are indented more than what contains them. */
function indentLines(lines: string, printed: string, start: number): string {
  const line = printed.slice(printed.lastIndexOf("\n", start - 1) + 1, start);
  const indent = " ".repeat((/^ *(?:- +)*/.exec(line)?.[0].length ?? 0) + 2);
  return lines.replace(/\n[ \t]*(?=[^ \t\n])/g, `\n${indent}`);
}

/** Changes `[ a, b ]` to `[a, b]`; spaces inside braces are kept. */
function closeUpLists(content: string): string {
  const edits: TextEdit[] = [];
  visit(parseDocument(content, yamlOptions), {
    Seq(_key, node) {
      const [start, end] = node.range ?? [0, 0];
      const inner = isSeq(node) && node.flow ? /^\[( +)(?! )(.*)(?<! )( +)\]$/.exec(content.slice(start, end)) : null;
      if (!inner) return;
      edits.push({ range: { start: start + 1, end: start + 1 + (inner[1]?.length ?? 0) }, newText: "" });
      edits.push({ range: { start: end - 1 - (inner[3]?.length ?? 0), end: end - 1 }, newText: "" });
    },
  });
  return applyTextEdits(content, edits);
}

function countComments(content: string): number {
  return (content.match(/(?:^|\s)#/g) ?? []).length;
}

/** Removes spaces inside the braces of variables, normalises turn headings, and ends the text with one line ending. */
function formatBody(document: PromptDocument): TextEdit[] {
  const { body, text } = document;
  const edits: TextEdit[] = [];
  for (const reference of body.variables) {
    const newText = `{{${reference.name}${reference.argument === undefined ? "" : `:${reference.argument}`}}}`;
    if (text.slice(reference.range.start, reference.range.end) !== newText) edits.push({ range: reference.range, newText });
  }
  for (const turn of body.turns) {
    const newText = `## ${turn.role}`;
    if (text.slice(turn.headingRange.start, turn.headingRange.end) !== newText) edits.push({ range: turn.headingRange, newText });
  }
  const content = text.slice(body.range.start);
  const end = content.length - content.trimEnd().length;
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const range = { start: text.length - end, end: text.length };
  if (range.start > body.range.start && !/^\r?\n$/.test(text.slice(range.start))) edits.push({ range, newText: lineEnd });
  return edits;
}
