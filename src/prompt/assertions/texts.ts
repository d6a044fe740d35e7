/** Values of assertions as texts, and findings about the text of an answer. */

import type { FieldType } from "../../contract/fieldType.ts";
import { t } from "../../contract/translate.ts";
import type { PlainValue } from "./assertion.ts";
import type { AnswerAssertion, GivenValue } from "./assertionType.ts";
import { type Finding, write } from "./finding.ts";

export const textType: FieldType = { type: "string", values: [] };
export const texts: FieldType = { type: "list", element: textType };

export function valueText(value: PlainValue): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export function toTexts(value: PlainValue): string[] {
  return Array.isArray(value) ? value.map(valueText) : [valueText(value)];
}

/** How many characters of an answer a message shows. */
const shown = 100;

export function shorten(answer: string): string {
  return JSON.stringify(answer.length <= shown ? answer : `${answer.slice(0, shown)}…`);
}

/** `what`: the expected answer in words; `whole`: the expected answer, if known. */
export function expectText(answer: string, isPassed: boolean, what: string, whole = what): Finding {
  return { isPassed, message: t("Expected {0}. Got: {1}", what, shorten(answer)), difference: { expected: whole, actual: answer } };
}

/** The whole cell is the text. */
export function readCsvText(cell: string, threshold: number | undefined): GivenValue {
  return { value: cell, threshold };
}

/** Numbers and JSON are read, anything else is a text. */
export function readCsvValue(cell: string, threshold: number | undefined): GivenValue {
  return { value: readPlain(cell), threshold };
}

/** promptfoo's default in a CSV file. */
const usualLimit = 0.75;

/** The maximum: the number in parentheses, as in promptfoo, or after the name. */
export function readCsvLimit(cell: string, threshold: number | undefined): GivenValue {
  if (threshold === undefined && cell !== "") return readCsvValue(cell, undefined);
  return { value: { max: threshold ?? usualLimit }, threshold: undefined };
}

export function readPlain(cell: string): PlainValue {
  try {
    const value: PlainValue = JSON.parse(cell);
    return value;
  } catch {
    return cell;
  }
}

/** Comma-separated texts; one in double quotes may contain commas. */
export function readCsvTexts(cell: string, threshold: number | undefined): GivenValue {
  const found: string[] = [];
  for (let at = 0; at < cell.length; at += 1) {
    if (cell[at] === "," || cell[at]?.trim() === "") continue;
    const { value, end } = cell[at] === '"' ? readQuoted(cell, at + 1) : readUnquoted(cell, at);
    found.push(value);
    at = end;
  }
  return { value: found, threshold };
}

function readUnquoted(cell: string, start: number): { value: string; end: number } {
  const comma = cell.indexOf(",", start);
  const end = comma === -1 ? cell.length : comma;
  return { value: cell.slice(start, end).trim(), end };
}

/** A quote in the text is doubled or escaped with a backslash. */
function readQuoted(cell: string, start: number): { value: string; end: number } {
  let value = "";
  for (let at = start; at < cell.length; at += 1) {
    const [character = "", next = ""] = [cell[at], cell[at + 1]];
    const isEscaped = (character === "\\" && (next === '"' || next === "\\")) || (character === '"' && next === '"');
    if (character === '"' && !isEscaped) return { value, end: at };
    value += isEscaped ? next : character;
    if (isEscaped) at += 1;
  }
  return { value, end: cell.length };
}

/** An empty text is part of every answer. */
export function findEmptyText(value: PlainValue): string | undefined {
  return isEmpty(value) ? t("The text is empty.") : undefined;
}

export function findEmptyTexts(value: PlainValue): string | undefined {
  if (Array.isArray(value) && value.length === 0) return t("There are no texts.");
  return (Array.isArray(value) ? value : [value]).some(isEmpty) ? t("A text is empty.") : undefined;
}

interface TextAssertion extends Pick<AnswerAssertion, "name" | "description"> {
  fits(answer: string, text: string): boolean;
  /** What is expected, of the text as JSON. */
  expected(text: string): string;
}

/** An assertion about one text, which is not empty. */
export function assertText({ name, description, fits, expected }: TextAssertion): AnswerAssertion {
  return {
    name,
    description,
    type: textType,
    about: "answer",
    readCsv: readCsvText,
    findFault: findEmptyText,
    judge: ({ value, answer: { text } }) => expectText(text, fits(text, valueText(value)), expected(write(value))),
  };
}

function isEmpty(value: PlainValue): boolean {
  return value === null || value === "";
}

/** The value must be one text and not empty. */
export function findMissingText(value: PlainValue): string | undefined {
  if (typeof value === "object" && value !== null) return t("{0} is not a text.", write(value));
  return value === null || String(value).trim() === "" ? t("The text is empty.") : undefined;
}

/** `true` or `false`; an empty cell of a CSV file is `true`. */
export function readCsvSwitch(cell: string, threshold: number | undefined): GivenValue {
  return { value: cell === "" ? true : readPlain(cell), threshold };
}

export function findNoSwitch(value: PlainValue): string | undefined {
  return typeof value === "boolean" ? undefined : t("{0} is neither `true` nor `false`.", write(value));
}
