/** A document and a field in; the edit that adds it to the front matter, or takes it out, out. */
import type { FrontMatterEntry, FrontMatterNode } from "./frontMatter.ts";
import type { PromptDocument } from "./promptDocument.ts";
import type { TextEdit, TextRange } from "./textRange.ts";

/** Adds a line after the last field; opens a front matter where there is none. */
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

/** Takes out the field whose key or value lies at a range: its lines in block style, its place between commas in flow style. */
export function removeField(document: PromptDocument, at: TextRange): TextEdit | undefined {
  const place = findPlace(document.fields, at);
  if (!place) return undefined;
  const { entry, siblings, isFlow } = place(document.text);
  if (isFlow) return removeFromFlow(document.text, entry, siblings);
  const { text } = document;
  const start = text.lastIndexOf("\n", entry.range.start - 1) + 1;
  const newline = text.indexOf("\n", Math.max(entry.range.start, entry.range.end - 1));
  const end = newline === -1 ? text.length : newline + 1;
  const leading = text.slice(start, entry.range.start);
  if (leading.trim() === "") return { range: { start, end }, newText: "" };
  return { range: { start: entry.range.start, end: Math.max(entry.range.start, entry.range.end) }, newText: "" };
}

type Place = (text: string) => { entry: FrontMatterEntry; siblings: readonly FrontMatterEntry[]; isFlow: boolean };

function findPlace(node: FrontMatterNode, at: TextRange): Place | undefined {
  if (node.type === "scalar") return undefined;
  if (node.type === "list") return firstDefined(node.items.map((item) => findPlace(item, at)));
  const entry = node.entries.find((one) => isSame(one.keyRange, at) || (isSame(one.value.range, at) && one.value.type === "scalar"));
  if (entry) return (text) => ({ entry, siblings: node.entries, isFlow: text[node.range.start] === "{" });
  return firstDefined(node.entries.map((one) => findPlace(one.value, at)));
}

function firstDefined<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  return values.find((value) => value !== undefined);
}

function isSame(a: TextRange, b: TextRange): boolean {
  return a.start === b.start && a.end === b.end;
}

function removeFromFlow(text: string, entry: FrontMatterEntry, siblings: readonly FrontMatterEntry[]): TextEdit {
  const index = siblings.indexOf(entry);
  const next = siblings[index + 1];
  const before = siblings[index - 1];
  if (next) return { range: { start: entry.range.start, end: next.range.start }, newText: "" };
  if (before) return { range: { start: before.range.end, end: entry.range.end }, newText: "" };
  const blanks = /^ */.exec(text.slice(entry.range.end))?.[0].length ?? 0;
  return { range: { start: entry.range.start, end: entry.range.end + blanks }, newText: "" };
}
