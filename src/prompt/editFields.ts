/** Edits that add or remove a field of the front matter, or an element of a list. */
import type { FrontMatterEntry, FrontMatterNode, ListNode } from "./frontMatter.ts";
import type { PromptDocument } from "./promptDocument.ts";
import type { TextEdit, TextRange } from "./textRange.ts";

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
  const found = findEntryAt(document.fields, at);
  if (!found) return undefined;
  const { entry, siblings, isFlow } = found(document.text);
  if (isFlow) return removeFromFlow(document.text, entry, siblings);
  const { text } = document;
  const start = text.lastIndexOf("\n", entry.range.start - 1) + 1;
  const newline = text.indexOf("\n", Math.max(entry.range.start, entry.range.end - 1));
  const end = newline === -1 ? text.length : newline + 1;
  const leading = text.slice(start, entry.range.start);
  if (leading.trim() === "") return { range: { start, end }, newText: "" };
  return { range: { start: entry.range.start, end: Math.max(entry.range.start, entry.range.end) }, newText: "" };
}

type EntryFinder = (text: string) => { entry: FrontMatterEntry; siblings: readonly FrontMatterEntry[]; isFlow: boolean };

function findEntryAt(node: FrontMatterNode, at: TextRange): EntryFinder | undefined {
  if (node.type === "scalar") return undefined;
  if (node.type === "list") return firstDefined(node.items.map((item) => findEntryAt(item, at)));
  const entry = node.entries.find((one) => isSame(one.keyRange, at) || (isSame(one.value.range, at) && one.value.type === "scalar"));
  if (entry) return (text) => ({ entry, siblings: node.entries, isFlow: text[node.range.start] === "{" });
  return firstDefined(node.entries.map((one) => findEntryAt(one.value, at)));
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

/** Removes an element from its list: its line in block style, its part between commas in flow style. */
export function removeItem(document: PromptDocument, at: TextRange): TextEdit | undefined {
  const list = findList(document.fields, at);
  const item = list?.items.find((one) => isSame(one.range, at));
  if (!list || !item) return undefined;
  const { text } = document;
  if (text[list.range.start] === "[") return removeFromFlow(text, item, list.items);
  const start = text.lastIndexOf("\n", item.range.start - 1) + 1;
  const newline = text.indexOf("\n", item.range.end);
  const isAlone = /^[ \t]*-[ \t]*$/.test(text.slice(start, item.range.start));
  return isAlone ? { range: { start, end: newline === -1 ? text.length : newline + 1 }, newText: "" } : undefined;
}

function findList(node: FrontMatterNode, item: TextRange): ListNode | undefined {
  if (node.type === "scalar") return undefined;
  if (node.type === "map") return firstDefined(node.entries.map((entry) => findList(entry.value, item)));
  return node.items.some((one) => isSame(one.range, item)) ? node : firstDefined(node.items.map((one) => findList(one, item)));
}

/** Adds a field to the object at a range. */
export function insertMember(document: PromptDocument, at: TextRange, written: string): TextEdit {
  const { text } = document;
  if (text[at.start] !== "{") {
    const indent = at.start - (text.lastIndexOf("\n", at.start - 1) + 1);
    const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
    return { range: { start: at.start, end: at.start }, newText: `${written}${lineEnd}${" ".repeat(indent)}` };
  }
  const isEmpty = text.slice(at.start + 1, at.end - 1).trim() === "";
  return { range: { start: at.start + 1, end: at.start + 1 }, newText: isEmpty ? ` ${written} ` : ` ${written},` };
}
