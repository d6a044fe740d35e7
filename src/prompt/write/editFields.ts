/** Edits that add or remove a field of the front matter, or an element of a list. */

import type { PromptDocument } from "../parse/promptDocument.ts";
import type { FrontMatterEntry, FrontMatterNode, ListNode, MapNode } from "../text/frontMatter.ts";
import type { TextEdit, TextRange } from "../text/textRange.ts";

/** Adds a line after the last field; creates the front matter if there is none. */
export function insertField(document: PromptDocument, line: string): TextEdit {
  const lineEnd = document.text.includes("\r\n") ? "\r\n" : "\n";
  const { frontMatter } = document;
  const written = line.replaceAll("\n", lineEnd);
  if (!frontMatter) {
    const start = document.text.startsWith("\uFEFF") ? 1 : 0;
    return { range: { start, end: start }, newText: `---${lineEnd}${written}${lineEnd}---${lineEnd}` };
  }
  const at = frontMatter.contentRange.end;
  const before = document.text[at - 1] === "\n" ? "" : lineEnd;
  return { range: { start: at, end: at }, newText: `${before}${written}${lineEnd}` };
}

/** Replaces the value of a field. A missing value, and a missing colon, are added. */
export function replaceValue({ text }: PromptDocument, { keyRange, value }: FrontMatterEntry, written: string): TextEdit {
  if (value.range.end > value.range.start) return { range: value.range, newText: written };
  const colon = /^[ \t]*:/.exec(text.slice(keyRange.end))?.[0];
  const at = keyRange.end + (colon?.length ?? 0);
  return { range: { start: at, end: at }, newText: `${colon === undefined ? ":" : ""} ${written}` };
}

/** Removes the field with the key or value at a range: its lines in block style, its part between commas in flow style. */
export function removeField(document: PromptDocument, at: TextRange): TextEdit | undefined {
  const found = findField(document.fields, at);
  if (!found) return undefined;
  const { text } = document;
  const { entry, map, owner } = found;
  // Without its last entry, a field has no value.
  if (map.entries.length === 1) {
    return owner === undefined ? removeItem(document, map.range) : removeField(document, owner.keyRange);
  }
  if (text[map.range.start] === "{") return removeFromFlow(text, entry, map.entries);
  const index = map.entries.indexOf(entry);
  const next = map.entries[index + 1];
  const start = text.lastIndexOf("\n", entry.range.start - 1) + 1;
  // The first field of a list's element follows its dash.
  if (text.slice(start, entry.range.start).trim() !== "") {
    return next && { range: { start: entry.range.start, end: next.range.start }, newText: "" };
  }
  return { range: { start, end: endOfBlock(document, entry.range, entry.range.start - start) }, newText: "" };
}

/** The end of the lines of a field or element: the last one with more indentation. */
function endOfBlock({ text, frontMatter }: PromptDocument, { start, end }: TextRange, indent: number): number {
  const last = frontMatter?.contentRange.end ?? text.length;
  const nextLine = (from: number) => {
    const newline = text.indexOf("\n", from);
    return newline === -1 || newline >= last ? last : newline + 1;
  };
  let at = nextLine(Math.max(start, end - 1));
  while (at < last) {
    const line = text.slice(at, nextLine(at));
    if (line.trim() === "" || line.length - line.trimStart().length <= indent) break;
    at = nextLine(at);
  }
  return at;
}

/** The length of the blank lines after a field or object that belong to its last text: one that keeps them, in block style. */
function blankLinesOfText(text: string, { start, end }: TextRange): number {
  const lines = text.slice(start, end).split("\n");
  const first = lines.findLastIndex((line) => /(?:^|[ \t])[|>](?:\d?\+|\+\d)[ \t]*(?:#|\r?$)/.test(line));
  const indentOf = (line: string) => line.length - line.trimStart().length;
  const indent = indentOf(lines[first] ?? "");
  const isLast = first >= 0 && lines.slice(first + 1).every((line) => line.trim() === "" || indentOf(line) > indent);
  return isLast ? (/^\r?\n((?:[ \t]*\r?\n)*)/.exec(text.slice(end))?.[1]?.length ?? 0) : 0;
}

interface FoundField {
  entry: FrontMatterEntry;
  map: MapNode;
  /** The field whose value the map is. */
  owner: FrontMatterEntry | undefined;
}

/** The field whose key, or whose scalar value, is at a range. */
export function findEntryAt({ fields }: PromptDocument, at: TextRange): FrontMatterEntry | undefined {
  return findField(fields, at)?.entry;
}

function findField(node: FrontMatterNode, at: TextRange, owner?: FrontMatterEntry): FoundField | undefined {
  if (node.type === "scalar") return undefined;
  if (node.type === "list") return firstDefined(node.items.map((item) => findField(item, at)));
  const entry = node.entries.find((one) => isSame(one.keyRange, at) || (isSame(one.value.range, at) && one.value.type === "scalar"));
  if (entry) return { entry, map: node, owner };
  return firstDefined(node.entries.map((one) => findField(one.value, at, one)));
}

function firstDefined<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  return values.find((value) => value !== undefined);
}

function isSame(a: TextRange, b: TextRange): boolean {
  return a.start === b.start && a.end === b.end;
}

function removeFromFlow<Part extends { range: TextRange }>(text: string, entry: Part, siblings: readonly Part[]): TextEdit {
  const index = siblings.indexOf(entry);
  const next = siblings[index + 1];
  const before = siblings[index - 1];
  if (next) return { range: { start: entry.range.start, end: next.range.start }, newText: "" };
  if (before) return { range: { start: before.range.end, end: entry.range.end }, newText: "" };
  const blanks = /^ */.exec(text.slice(entry.range.end))?.[0].length ?? 0;
  return { range: { start: entry.range.start, end: entry.range.end + blanks }, newText: "" };
}

/** Removes an element from its list: its lines in block style, its part between commas in flow style. The list goes with its last element. */
export function removeItem(document: PromptDocument, at: TextRange): TextEdit | undefined {
  const found = findList(document.fields, at);
  const item = found?.list.items.find((one) => isSame(one.range, at));
  if (!found || !item) return undefined;
  const { list, owner } = found;
  if (list.items.length === 1) return owner && removeField(document, owner.keyRange);
  const { text } = document;
  if (text[list.range.start] === "[") return removeFromFlow(text, item, list.items);
  const start = text.lastIndexOf("\n", item.range.start - 1) + 1;
  const dash = /^([ \t]*)-[ \t]*$/.exec(text.slice(start, item.range.start));
  return dash ? { range: { start, end: endOfBlock(document, item.range, dash[1]?.length ?? 0) }, newText: "" } : undefined;
}

interface FoundList {
  list: ListNode;
  /** The field whose value the list is; undefined: it is an element of a list. */
  owner: FrontMatterEntry | undefined;
}

function findList(node: FrontMatterNode, item: TextRange, owner?: FrontMatterEntry): FoundList | undefined {
  if (node.type === "scalar") return undefined;
  if (node.type === "map") return firstDefined(node.entries.map((entry) => findList(entry.value, item, entry)));
  if (node.items.some((one) => isSame(one.range, item))) return { list: node, owner };
  return firstDefined(node.items.map((one) => findList(one, item)));
}

/** Adds a field to the object at a range. */
export function insertMember(document: PromptDocument, at: TextRange, written: string): TextEdit {
  const { text } = document;
  if (text[at.start] !== "{") {
    const indent = at.start - (text.lastIndexOf("\n", at.start - 1) + 1);
    const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
    // The first field of a list's element follows its dash.
    if (text.slice(at.start - indent, at.start).trim() !== "") {
      return { range: { start: at.start, end: at.start }, newText: `${written}${lineEnd}${" ".repeat(indent)}` };
    }
    // Behind the last field: before the first one there may be its comment.
    const end = endOfBlock(document, at, indent - 1) + blankLinesOfText(text, at);
    const before = text[end - 1] === "\n" ? "" : lineEnd;
    return { range: { start: end, end }, newText: `${before}${" ".repeat(indent)}${written}${lineEnd}` };
  }
  const isEmpty = text.slice(at.start + 1, at.end - 1).trim() === "";
  return { range: { start: at.start + 1, end: at.start + 1 }, newText: isEmpty ? ` ${written} ` : ` ${written},` };
}
