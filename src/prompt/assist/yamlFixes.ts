/** Finds edits that change invalid YAML to what was probably meant. */

import { isAlias, isNode, parseDocument, type Range, visit } from "yaml";
import { t } from "../../contract/translate.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { opensWithField } from "../parse/findFrontMatter.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { parsePromptDocument } from "../parse/promptDocument.ts";
import { applyTextEdits, type TextRange } from "../text/textRange.ts";
import type { Fix } from "./fix.ts";

/** Returns the first guess that reduces the number of errors. */
export function fixYaml(document: PromptDocument, { range }: Diagnostic): Fix[] {
  const { text, frontMatter } = document;
  if (!frontMatter) return [];
  const line = lineAt(text, range.start);
  const written = text.slice(line.start, line.end);
  const guesses = [
    indentWithBlanks(text, frontMatter.contentRange, written),
    ...closeBracket(text, range, line),
    closeQuote(text, range, line, written),
    separateName(line, written),
    outdentBelow(text, line, written),
    quoteValue(line, written),
  ];
  const fix = guesses.find((guess) => guess && countErrors(applyTextEdits(text, guess.edits)) < frontMatter.errors.length);
  return fix ? [fix] : [];
}

function countErrors(text: string): number {
  return parsePromptDocument(text).frontMatter?.errors.length ?? 0;
}

/** Replaces an alias by the value of its anchor, if that is on one line. */
export function writeAliasOut(document: PromptDocument, { range }: Diagnostic): Fix[] {
  const { start, end } = document.frontMatter?.contentRange ?? { start: 0, end: 0 };
  const value = findAnchored(document.text.slice(start, end), range.start - start);
  if (value === undefined) {
    const line = lineAt(document.text, range.start);
    const fix = quoteValue(line, document.text.slice(line.start, line.end));
    return fix ? [fix] : [];
  }
  return value.includes("\n") || /[*&]/.test(value)
    ? []
    : [{ title: t("Replace the alias by its value"), edits: [{ range, newText: value }] }];
}

/** The text of the node to which the alias at an offset refers: the last one before it with this name. */
function findAnchored(content: string, offset: number): string | undefined {
  const nodes: { anchor: string; range: Range }[] = [];
  let name: string | undefined;
  visit(parseDocument(content, { logLevel: "silent", uniqueKeys: false }), (_, node) => {
    if (isAlias(node) && node.range?.[0] === offset) name = node.source;
    else if (isNode(node) && !isAlias(node) && node.anchor !== undefined && node.range && node.range[0] < offset) {
      nodes.push({ anchor: node.anchor, range: node.range });
    }
  });
  const found = nodes.findLast(({ anchor }) => anchor === name);
  return found && content.slice(found.range[0], found.range[1]).trim();
}

export function removeTag({ text }: PromptDocument, { range }: Diagnostic): Fix[] {
  const blanks = /^[ \t]*/.exec(text.slice(range.end))?.[0].length ?? 0;
  return [{ title: t("Remove the tag"), edits: [{ range: { start: range.start, end: range.end + blanks }, newText: "" }] }];
}

function indentWithBlanks(text: string, content: TextRange, written: string): Fix | undefined {
  if (!/^ *\t/.test(written)) return undefined;
  const edits = [...text.slice(content.start, content.end).matchAll(/^ *\t[ \t]*(?=\S)/gm)].map((match) => {
    const start = content.start + match.index;
    return { range: { start, end: start + match[0].length }, newText: match[0].replaceAll("\t", "  ") };
  });
  return { title: t("Indent with spaces"), edits };
}

const trailingComment = /(?<![ \t])[ \t]+#.*$/s;

/** The bracket may be missing or of the wrong type. */
function closeBracket(text: string, range: TextRange, line: TextRange): Fix[] {
  const open = text.slice(range.start, range.end);
  if (open !== "[" && open !== "{") return [];
  const [close, other] = open === "[" ? ["]", "}"] : ["}", "]"];
  const title = t("Close with `{0}`", close);
  const end = line.start + text.slice(line.start, line.end).replace(trailingComment, "").length;
  const replaced = { range: { start: end - 1, end }, newText: close };
  return [
    ...(text[end - 1] === other ? [{ title, edits: [replaced] }] : []),
    { title, edits: [{ range: { start: end, end }, newText: open === "{" ? " }" : close }] },
  ];
}

function closeQuote(text: string, range: TextRange, line: TextRange, written: string): Fix | undefined {
  const quote = text.slice(range.start, range.end);
  if (quote !== '"' && quote !== "'") return undefined;
  const isOpen = written.slice(range.start - line.start).split(quote).length === 2;
  return isOpen ? { title: t("Close the quote"), edits: [{ range: { start: line.end, end: line.end }, newText: quote }] } : undefined;
}

/** For `model:demo` and `model demo`. */
function separateName(line: TextRange, written: string): Fix | undefined {
  const match = /^( *(?:- )?[\w-]+)(:|[ \t]+)(?=\S)/.exec(written);
  if (!match || (match[2] !== ":" && (/:(?:\s|$)/.test(written) || !opensWithField(written)))) return undefined;
  const [, before = "", between = ""] = match;
  const start = line.start + before.length;
  const title = between === ":" ? t("Put a space after the colon") : t("Put a colon after the name");
  return { title, edits: [{ range: { start, end: start + between.length }, newText: ": " }] };
}

/** An indented field below a field that already has a value. */
function outdentBelow(text: string, line: TextRange, written: string): Fix | undefined {
  const below = /^\r?\n([ \t]+)[\w-]+:(?:\s|$)/.exec(text.slice(line.end));
  const indent = /^ */.exec(written)?.[0] ?? "";
  const found = below?.[1];
  if (found === undefined || found === indent || !/^ *[\w-]+: *\S/.test(written)) return undefined;
  const start = text.indexOf("\n", line.end) + 1;
  const edit = { range: { start, end: start + found.length }, newText: indent };
  return { title: t("Align the next line with this one"), edits: [edit] };
}

function quoteValue(line: TextRange, text: string): Fix | undefined {
  const match = /^( *(?:- )?[\w-]+:[ \t]+)(\S.*)$/.exec(text);
  const [, before = "", value = ""] = match ?? [];
  if (!match || /^[[{|>]/.test(value)) return undefined;
  const whole = /^(["'])(.+)\1$/.exec(value);
  // A comment stays one.
  const written = whole?.[0] ?? value.replace(trailingComment, "");
  const inner = whole?.[2] ?? written;
  const quoted = written.includes("\\") ? `'${inner.replaceAll("'", "''")}'` : JSON.stringify(inner);
  const start = line.start + before.length;
  return { title: t("Put the value in quotes"), edits: [{ range: { start, end: start + written.length }, newText: quoted }] };
}

/** The line without its line ending and the white space before it. */
function lineAt(text: string, offset: number): TextRange {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const newline = text.indexOf("\n", offset);
  return { start, end: start + text.slice(start, newline === -1 ? text.length : newline).trimEnd().length };
}

/** A line with `...`, which closes the front matter for Pandoc and Jekyll, becomes the fence. */
export function closeFrontMatter({ text, body }: PromptDocument): Fix[] {
  const start = body.range.start;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const before = text.slice(0, start).endsWith("\n") ? "" : newline;
  const dots = /^\.\.\.[ \t]*(?:\r?\n|$)/.exec(text.slice(start))?.[0].length ?? 0;
  return [{ title: t("Close the front matter"), edits: [{ range: { start, end: start + dots }, newText: `${before}---${newline}` }] }];
}
