/** Formats a document without changing its comments or its request. */
import type { Document } from "yaml";
import { isSeq, parseDocument, Scalar, visit } from "yaml";
import { findFrontMatter } from "../parse/findFrontMatter.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import type { TextEdit } from "../text/textRange.ts";
import { applyTextEdits } from "../text/textRange.ts";
import { keepCommentLevels } from "./keepCommentLevels.ts";

/** Does not edit invalid YAML, and edits nothing at all if the front matter is not closed. Line endings are kept. */
export function formatDocument(document: PromptDocument): TextEdit[] {
  if (document.frontMatter?.closed === false) return [];
  return [...formatFrontMatter(document), ...formatBody(document)];
}

function formatFrontMatter(document: PromptDocument): TextEdit[] {
  const { frontMatter, text } = document;
  // Tags do not affect the layout.
  if (!frontMatter?.closed || frontMatter.errors.some(({ code }) => code !== "tagUsed")) return [];
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
  const laidOut = write(parsed, content);
  if (laidOut === undefined) return undefined;
  const again = parseDocument(laidOut, yamlOptions);
  const isSame = JSON.stringify(readScalars(again)) === scalars && countComments(laidOut) === countComments(content);
  return isSame && write(again, laidOut) === laidOut ? laidOut : undefined;
}

function write(parsed: Document.Parsed, content: string): string | undefined {
  const printed = print(parsed, content);
  return printed === undefined ? undefined : keepCommentLevels(content, closeUpLists(printed));
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
  const kept = keepLines(parsed, content);
  try {
    const printed = parsed.toString({ lineWidth: 0, flowCollectionPadding: true, indentSeq: true }).replace(/^\n+/, "");
    return restoreLines(printed, kept);
  } catch {
    return undefined;
  }
}

/** What a document has in the place of a value that the library would lay out in other lines. */
type KeptLines = { folded: true } | { written: string; columns: number };

/**
 * Finds the values on several lines that the library would join or divide, by the index of their scalar. Folded texts become literal texts
 * of the same lines, and collections in brackets become scalars.
 */
function keepLines(parsed: Document.Parsed, content: string): ReadonlyMap<number, KeptLines> {
  const kept = new Map<number, KeptLines>();
  const replaced = new Map<Scalar, KeptLines>();
  let index = 0;
  visit(parsed, {
    Scalar(_key, node) {
      const lines = replaced.get(node) ?? keepScalar(node, content);
      if (lines !== undefined) kept.set(index, lines);
      index += 1;
    },
    Collection(key, node) {
      const [start, end] = node.range ?? [0, 0];
      const written = content.slice(start, end);
      if (key === "key" || !node.flow || !written.includes("\n") || (node.tag ?? node.anchor) !== undefined) return undefined;
      // A comment before the closing bracket is part of what is written.
      const comment = /^[ \t]+#(.*)/.exec(content.slice(end))?.[1] ?? null;
      const { commentBefore = null, spaceBefore = false } = node;
      const scalar = Object.assign(new Scalar("0"), { comment, commentBefore, spaceBefore });
      replaced.set(scalar, { written, columns: indentAt(content, start) });
      return scalar;
    },
  });
  return kept;
}

function keepScalar(node: Scalar, content: string): KeptLines | undefined {
  const [start, end] = node.range ?? [0, 0];
  const written = content.slice(start, end);
  if (node.type === "BLOCK_LITERAL") return undefined;
  if (node.type !== "BLOCK_FOLDED") return written.includes("\n") ? { written, columns: 0 } : undefined;
  const token = node.srcToken;
  if (token?.type !== "block-scalar" || typeof node.value !== "string") return undefined;
  const lines = token.source.replace(/(?<!\n)\n+$/, "").split("\n");
  const indent = Math.min(...lines.flatMap((line) => (line.trim() === "" ? [] : [line.length - line.trimStart().length])));
  if (!Number.isFinite(indent)) return undefined;
  node.value = lines.map((line) => line.slice(indent)).join("\n") + (/(?<!\n)\n*$/.exec(node.value)?.[0] ?? "");
  node.type = "BLOCK_LITERAL";
  return { folded: true };
}

function restoreLines(printed: string, kept: ReadonlyMap<number, KeptLines>): string {
  if (kept.size === 0) return printed;
  const edits: TextEdit[] = [];
  let index = 0;
  visit(parseDocument(printed, yamlOptions), {
    Scalar(_key, { range }) {
      const [start, end] = range ?? [-1, -1];
      const lines = kept.get(index);
      index += 1;
      if (lines === undefined) return;
      if (!("folded" in lines)) edits.push({ range: { start, end }, newText: indentLines(lines, printed, start) });
      else if (printed[start] === "|") edits.push({ range: { start, end: start + 1 }, newText: ">" });
    },
  });
  return applyTextEdits(printed, edits);
}

/** Columns before the field or the item of a list that is at an offset. */
function indentAt(content: string, at: number): number {
  return /^ *(?:- +)*/.exec(content.slice(content.lastIndexOf("\n", at - 1) + 1, at))?.[0].length ?? 0;
}

/** The lines of a text are indented more than what contains them; those of a collection keep their own indentation, from there. */
function indentLines({ written, columns }: { written: string; columns: number }, printed: string, start: number): string {
  const indent = indentAt(printed, start);
  if (!/^[[{]/.test(written)) return written.replace(/\n[ \t]*(?=[^ \t\n])/g, `\n${" ".repeat(indent + 2)}`);
  return written.replace(/\n( *)(?=[^ \n])/g, (_, { length }: string) => `\n${" ".repeat(Math.max(0, indent + length - columns))}`);
}

/** Changes `[ a, b ]` to `[a, b]` on one line; spaces inside braces are kept. */
function closeUpLists(content: string): string {
  const edits: TextEdit[] = [];
  visit(parseDocument(content, yamlOptions), {
    Collection(_key, node) {
      const [start, end] = node.range ?? [0, 0];
      const written = content.slice(start, end);
      if (node.flow && written.includes("\n")) return visit.SKIP;
      const inner = isSeq(node) && node.flow ? /^\[( +)(?! )(.*)(?<! )( +)\]$/.exec(written) : null;
      if (!inner) return undefined;
      edits.push({ range: { start: start + 1, end: start + 1 + (inner[1]?.length ?? 0) }, newText: "" });
      edits.push({ range: { start: end - 1 - (inner[3]?.length ?? 0), end: end - 1 }, newText: "" });
      return undefined;
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
