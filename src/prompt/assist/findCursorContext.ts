/** Determines the syntax element at an offset from the text before it, even if the YAML is invalid. */
import type { PromptDocument } from "../parse/promptDocument.ts";
import type { TextRange } from "../text/textRange.ts";

export type CursorContext =
  /** A field's name, its value, or (`either`) the first word of a line below a list or a field. */
  | { type: "key" | "value" | "either"; path: readonly string[]; typed: TextRange; scalar: TypedScalar; inFlow: boolean }
  /** Between `{{` and `}}`: a variable's name, or its argument. */
  | { type: "variable"; typed: TextRange; closed: boolean }
  | { type: "argument"; name: string; typed: TextRange; closed: boolean; scalar: TypedScalar | undefined }
  /** After `## ` in the body. */
  | { type: "role"; typed: TextRange }
  | { type: "text" };

/** A value that is being typed. */
export interface TypedScalar {
  /** All of its text, without quotes. */
  range: TextRange;
  quote: '"' | "'" | undefined;
  /** Whether the closing quote follows. */
  isClosed: boolean;
  inFlow: boolean;
}

export function findCursorContext(document: PromptDocument, offset: number): CursorContext {
  const variable = findVariableContext(document.text, offset);
  if (variable?.type === "argument") return { ...variable, scalar: findScalar(document, offset) };
  if (variable) return variable;
  const lineStart = document.text.lastIndexOf("\n", offset - 1) + 1;
  const { frontMatter } = document;
  const content = frontMatter?.contentRange;
  // Without a closing fence, the front matter ends before an unfinished line, which is the one being typed.
  const isNextLine = frontMatter?.closed === false && lineStart === content?.end;
  if (content && offset >= content.start && (offset <= content.end || isNextLine))
    return findFieldContext(document.text, content.start, offset);
  if (offset < document.body.range.start) return { type: "text" };
  const heading = /^##[ \t]+(\w*)$/.exec(document.text.slice(lineStart, offset));
  if (heading) return { type: "role", typed: { start: offset - (heading[1]?.length ?? 0), end: wordEnd(document.text, offset) } };
  return { type: "text" };
}

/** undefined: the offset is in the prompt. */
function findScalar({ text, frontMatter }: PromptDocument, offset: number): TypedScalar | undefined {
  const content = frontMatter?.contentRange;
  if (!content || offset < content.start || offset > content.end) return undefined;
  const context = findFieldContext(text, content.start, offset);
  return "scalar" in context ? context.scalar : undefined;
}

type VariableContext = Extract<CursorContext, { type: "variable" }> | Omit<Extract<CursorContext, { type: "argument" }>, "scalar">;

function findVariableContext(text: string, offset: number): VariableContext | undefined {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const open = text.lastIndexOf("{{", offset - 2);
  if (offset < 2 || open < lineStart || text[open - 1] === "\\" || text.slice(open, offset).includes("}}")) return undefined;
  const lineEnd = text.indexOf("\n", offset);
  const close = text.slice(offset, lineEnd === -1 ? text.length : lineEnd).search(/\{\{|\}\}/);
  const closed = close !== -1 && text.startsWith("}}", offset + close);
  const inner = text.slice(open + 2, offset);
  const colon = inner.indexOf(":");
  if (colon === -1) {
    const start = offset - inner.trimStart().length;
    return { type: "variable", typed: { start, end: Math.max(offset, closed ? nameEnd(text, offset) : offset) }, closed };
  }
  const typed = inner.slice(colon + 1).trimStart();
  const rest = closed ? text.slice(offset, offset + close).trimEnd().length : 0;
  return { type: "argument", name: inner.slice(0, colon).trim(), typed: { start: offset - typed.length, end: offset + rest }, closed };
}

function nameEnd(text: string, offset: number): number {
  const match = /^[\p{L}\p{N}_-]*/u.exec(text.slice(offset, offset + 64));
  return offset + (match?.[0].length ?? 0);
}

function wordEnd(text: string, offset: number): number {
  return offset + (/^\w*/.exec(text.slice(offset, offset + 64))?.[0].length ?? 0);
}

interface OpenLevel {
  indent: number;
  key: string;
}

/** Reads the lines from the fence to the cursor, and keeps the fields that are still open by indentation and brackets. */
function findFieldContext(text: string, contentStart: number, offset: number): CursorContext {
  const lines = text.slice(contentStart, offset).split("\n");
  const levels: OpenLevel[] = [];
  let flow: FlowState | undefined;
  for (const [index, raw] of lines.entries()) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    const isLast = index === lines.length - 1;
    if (flow && flow.stack.length > 0) {
      flow = readFlow(line, flow);
      if (isLast) return contextInFlow(text, flow, levels, offset);
      continue;
    }
    flow = undefined;
    if (!isLast && /^\s*(?:#.*)?$/.test(line)) continue;
    const opened = openLine(line, levels);
    // A value after a field's name, or after a dash.
    const value = opened.value ?? (/^[{[]/.test(opened.typed) ? opened.typed : undefined);
    if (value !== undefined) {
      flow = readFlow(value, { stack: [], token: "" });
      if (isLast && flow.stack.length > 0) return contextInFlow(text, flow, levels, offset);
    }
    if (isLast) return contextInBlock(text, line, opened, levels, offset);
  }
  return { type: "text" };
}

interface OpenedLine {
  /** Text after `key:`; undefined if the line has no key. */
  value: string | undefined;
  /** Text before any colon: the typed part of a key, or of a list element. */
  typed: string;
  dashes: number;
}

/** Closes the levels that end before this line, and opens those that it starts. */
function openLine(line: string, levels: OpenLevel[]): OpenedLine {
  let indent = line.length - line.trimStart().length;
  let rest = line.trimStart();
  closeLevels(levels, indent, rest.startsWith("- ") || rest === "-");
  let dashes = 0;
  while (/^-(?:[ \t]|$)/.test(rest)) {
    levels.push({ indent, key: "*" });
    const after = rest.slice(1).trimStart();
    indent += rest.length - after.length;
    rest = after;
    dashes += 1;
  }
  const key = /^(?:"([^"]*)"|'([^']*)'|([^\s#:{}[\],&*!|>'"%@`](?:[^:#]*[^:# \t])?))[ \t]*:(?=[ \t]|$)/.exec(rest);
  if (!key) return { value: undefined, typed: rest, dashes };
  levels.push({ indent, key: key[1] ?? key[2] ?? key[3] ?? "" });
  return { value: rest.slice(key[0].length), typed: "", dashes };
}

/** A dash may be in the same column as the field whose list it belongs to. */
function closeLevels(levels: OpenLevel[], indent: number, isDash: boolean): void {
  for (
    let last = levels.at(-1);
    last && (last.indent > indent || (last.indent === indent && !(isDash && last.key !== "*")));
    last = levels.at(-1)
  ) {
    levels.pop();
  }
}

function contextInBlock(text: string, line: string, opened: OpenedLine, levels: readonly OpenLevel[], offset: number): CursorContext {
  const path = levels.map((level) => level.key);
  if (/(?:^|\s)#/.test(line)) return { type: "text" };
  if (opened.value !== undefined) {
    if (!/^[ \t]/.test(opened.value)) return { type: "text" };
    return { type: "value", path, ...typedAt(text, opened.value.trimStart(), offset, false) };
  }
  const typed = typedAt(text, opened.typed, offset, false);
  return { type: opened.dashes > 0 || levels.length > 0 ? "either" : "key", path, ...typed };
}

/** The word at the cursor, without quotes, and the whole value. */
function typedAt(text: string, typed: string, offset: number, inFlow: boolean): { typed: TextRange; scalar: TypedScalar; inFlow: boolean } {
  const first = typed[0];
  const quote: TypedScalar["quote"] = first === '"' || first === "'" ? first : undefined;
  const start = offset - typed.length + (quote === undefined ? 0 : 1);
  const word = /^[^\s,:"'#{}[\]]*/.exec(text.slice(offset, offset + 256))?.[0] ?? "";
  const line = /^[^\r\n]*/.exec(text.slice(offset, offset + longestValue))?.[0] ?? "";
  const rest = quote === undefined ? restOfPlain(line, inFlow) : restOfQuoted(line, quote);
  const scalar = {
    range: { start, end: offset + (rest ?? word).length },
    quote,
    isClosed: quote !== undefined && rest !== undefined,
    inFlow,
  };
  return { typed: { start, end: offset + word.length }, scalar, inFlow };
}

/** How many characters after the cursor are read. */
const longestValue = 4096;

/** The rest of a plain value: before a comment, and in flow style before the next separator. */
function restOfPlain(line: string, inFlow: boolean): string {
  const end = line.search(inFlow ? /[,[\]{}]|\s#/ : /\s#/);
  return line.slice(0, end === -1 ? line.length : end).trimEnd();
}

/** The rest of a quoted value; undefined: its closing quote is missing. */
function restOfQuoted(line: string, quote: '"' | "'"): string | undefined {
  const rest = quote === '"' ? /^(?:[^"\\]|\\.)*(?=")/.exec(line) : /^(?:[^']|'')*(?=')/.exec(line);
  return rest?.[0];
}

interface FlowState {
  stack: { bracket: "{" | "["; key: string | undefined }[];
  /** The text typed since the last separator. */
  token: string;
}

function readFlow(line: string, before: FlowState): FlowState {
  const stack = before.stack.map((level) => ({ ...level }));
  let token = stack.length > 0 && before.token.trim() !== "" ? `${before.token} ` : "";
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? "";
    if (quote) {
      if (character === quote) quote = undefined;
      token += character;
      continue;
    }
    const top = stack.at(-1);
    if (character === "#" && (at === 0 || /\s/.test(line[at - 1] ?? ""))) break;
    if ((character === '"' || character === "'") && token.trim() === "") {
      quote = character;
      token += character;
    } else if (character === "{" || (character === "[" && (stack.length > 0 || token.trim() === ""))) {
      if (stack.length === 0 && token.trim() !== "") return { stack: [], token: "" };
      stack.push({ bracket: character === "{" ? "{" : "[", key: undefined });
      token = "";
    } else if ((character === "}" || character === "]") && top) {
      stack.pop();
      token = "";
    } else if (character === "," && top) {
      top.key = undefined;
      token = "";
    } else if (character === ":" && top?.bracket === "{" && top.key === undefined && /^(?:\s|$)/.test(line.slice(at + 1, at + 2))) {
      top.key = token.trim().replace(/^["']|["']$/g, "");
      token = "";
    } else {
      token += character;
    }
  }
  return { stack, token };
}

function contextInFlow(text: string, flow: FlowState, levels: readonly OpenLevel[], offset: number): CursorContext {
  const path = levels.map((level) => level.key);
  flow.stack.forEach((level, index) => {
    const isTop = index === flow.stack.length - 1;
    if (level.bracket === "[") path.push("*");
    else if (level.key !== undefined) path.push(level.key);
    else if (!isTop) path.push("");
  });
  const top = flow.stack.at(-1);
  const isKey = top?.bracket === "{" && top.key === undefined;
  return { type: isKey ? "key" : "value", path, ...typedAt(text, flow.token.trimStart(), offset, true) };
}
