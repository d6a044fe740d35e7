/** The built-in variables, and the syntax of a variable in a text. */
import { t } from "../../contract/translate.ts";
import type { TextRange } from "./textRange.ts";

export interface BuiltInVariable {
  name: string;
  /** Whether there must, may or must not be a text after the colon. */
  argument: "required" | "optional" | "none";
  /** The argument's name for display; empty if there is none. */
  argumentName: string;
  description: string;
}

export const builtInVariables: readonly BuiltInVariable[] = [
  {
    name: "selection",
    argument: "none",
    argumentName: "",
    description: "The text selected in the editor that was active before this document.",
  },
  {
    name: "file",
    argument: "optional",
    argumentName: "path",
    description:
      "Without a path: the text of the editor that was active before this document. With a path: the text of that file, relative to this document.",
  },
  { name: "clipboard", argument: "none", argumentName: "", description: "The text on the clipboard." },
  { name: "input", argument: "required", argumentName: "Question", description: "Asks this question when the document runs." },
  { name: "date", argument: "none", argumentName: "", description: "Today's date, as year-month-day." },
];

export function findBuiltIn(name: string): BuiltInVariable | undefined {
  return builtInVariables.find((variable) => variable.name === name);
}

/** Variables whose values are the user's content: open, selected or copied text, or a file. */
const contentVariables: ReadonlySet<string> = new Set(["selection", "file", "clipboard"]);

/** Whether a text contains a placeholder for the user's content. */
export function holdsContentVariable(text: string): boolean {
  return findVariables(text, 0, text.length).references.some(({ name }) => contentVariables.has(name));
}

/** One `{{name}}` or `{{name:argument}}`. */
export interface VariableReference {
  name: string;
  nameRange: TextRange;
  /** The text after the colon, trimmed; undefined if there is no colon. */
  argument: string | undefined;
  argumentRange: TextRange;
  /** Includes the braces. */
  range: TextRange;
}

export interface VariableError {
  code: "unclosedVariable" | "invalidVariable";
  message: string;
  range: TextRange;
}

/**
 * Identifiers of UAX #31 with `-`, and with the joiners that words of Persian and Indic scripts contain. Composed and decomposed letters
 * are the same name: names are compared in NFC.
 */
export const variableName = /^[\p{L}\p{XID_Start}_](?:[\u200C\u200D]?[\p{L}\p{N}\p{XID_Continue}_-])*$/u;

/**
 * Finds the placeholders between `start` and `end` of the text. `\{{` is a literal `{{`; a placeholder is on one line. Double braces with
 * other content are kept and reported as errors.
 */
export function findVariables(text: string, start: number, end: number): { references: VariableReference[]; errors: VariableError[] } {
  const references: VariableReference[] = [];
  const errors: VariableError[] = [];
  let close = -2;
  let lineEnd = start - 1;
  for (let at = text.indexOf("{{", start); at !== -1 && at < end; ) {
    if (text[at - 1] === "\\" && at > start) {
      at = text.indexOf("{{", at + 2);
      continue;
    }
    // Each search continues where the last one ended, so that no text takes quadratic time.
    if (lineEnd < at) lineEnd = endOfLine(text, at, end);
    if (close !== -1 && close < at + 2) close = text.indexOf("}}", at + 2);
    if (close === -1 || close + 2 > lineEnd) {
      errors.push({
        code: "unclosedVariable",
        message: t("`{0}` has no `{1}` on this line.", "{{", "}}"),
        range: { start: at, end: Math.min(at + 2, end) },
      });
      at = text.indexOf("{{", at + 2);
      continue;
    }
    const range = { start: at, end: close + 2 };
    const reference = readReference(text, range);
    if (reference) references.push(reference);
    else errors.push({ code: "invalidVariable", message: t("This is not a variable. Write `{0}` to keep the braces.", "\\{{"), range });
    at = text.indexOf("{{", close + 2);
  }
  return { references, errors };
}

function endOfLine(text: string, from: number, end: number): number {
  const newline = text.indexOf("\n", from);
  return newline === -1 || newline > end ? end : newline;
}

function readReference(text: string, range: TextRange): VariableReference | undefined {
  const inner = text.slice(range.start + 2, range.end - 2);
  const colon = inner.indexOf(":");
  const head = colon === -1 ? inner : inner.slice(0, colon);
  const written = head.trim();
  const name = written.normalize();
  if (!variableName.test(name)) return undefined;
  const nameStart = range.start + 2 + (head.length - head.trimStart().length);
  const tail = colon === -1 ? "" : inner.slice(colon + 1);
  const argumentStart = colon === -1 ? range.end - 2 : range.start + 2 + colon + 1 + (tail.length - tail.trimStart().length);
  return {
    name,
    nameRange: { start: nameStart, end: nameStart + written.length },
    argument: colon === -1 ? undefined : tail.trim(),
    argumentRange: { start: Math.min(argumentStart, range.end - 2), end: Math.min(argumentStart, range.end - 2) + tail.trim().length },
    range,
  };
}
