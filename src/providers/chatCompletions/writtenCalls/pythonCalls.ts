/**
 * Calls as Python writes them, with arguments by name or in the order of the function's parameters. Sources: Meta, "Llama 4: tool calling";
 * the pythonic parsers of vLLM and SGLang.
 */
import { tryParseJson } from "../../../contract/tryParseJson.ts";
import { isFields } from "../../errorReason.ts";
import { pythonWords, readObject } from "../looseJson.ts";
import { type Cursor, type Functions, knownName, mayBeName, type ReadCalls, type WrittenCall } from "./callForm.ts";

const head = /\s*([A-Za-z_][\w.-]*)\s*\(/y;
const cutHead = /\s{0,20}((?:[A-Za-z_][\w.-]*)?)\s{0,20}$/y;
const words = new Map(Object.entries({ ...pythonWords, true: "true", false: "false", null: "null" }));

/** Reads calls in a list, or without one up to the end of the text or a mark. One of a function that was not offered makes all of them text. */
export function readPythonCalls(cursor: Cursor, functions: Functions): ReadCalls {
  const isList = cursor.take(/\s*\[/y) !== undefined;
  const calls: WrittenCall[] = [];
  for (;;) {
    const call = takePythonCall(cursor, functions);
    if (call === "text") return "text";
    if (call === "undecided") return calls.length > 0 ? calls : "undecided";
    calls.push(call);
    cursor.take(/\s*[,;]?\s*/y);
    if (cursor.isAtEnd || (isList ? cursor.take(/\]/y) : cursor.text[cursor.at] === "<")) return calls;
  }
}

/** Takes one call. If the text ends before its name does, or it is no call, the cursor stays. */
export function takePythonCall(cursor: Cursor, functions: Functions): WrittenCall | "undecided" | "text" {
  const start = cursor.at;
  const [, name] = cursor.take(head) ?? [];
  if (name === undefined) {
    const [, begun] = cursor.take(cutHead) ?? [];
    cursor.at = start;
    return begun === undefined || !mayBeName(begun, functions) ? "text" : "undecided";
  }
  const known = knownName(name, functions);
  const written = known === undefined ? undefined : takeArguments(cursor, parametersOf(functions.get(known)));
  return known === undefined || written === undefined ? "text" : { name: known, arguments: written };
}

/** The names of a function's parameters, in the order of its schema. */
function parametersOf(schema: unknown): readonly string[] {
  return isFields(schema) && isFields(schema.properties) ? Object.keys(schema.properties) : [];
}

/** The arguments as JSON, which has no end if the text ends before it; undefined: they are anything else. */
function takeArguments(cursor: Cursor, parameters: readonly string[]): string | undefined {
  const written = new Map<string, string>();
  const json = () => [...written].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",");
  let isByName = false;
  for (;;) {
    if (cursor.take(/\s*\)/y)) return `{${json()}}`;
    const [, keyword] = cursor.take(/\s*([A-Za-z_]\w*)\s*=\s*/y) ?? [];
    isByName ||= keyword !== undefined;
    // As in Python, no argument by its place follows one by its name.
    const name = keyword ?? (isByName ? undefined : parameters[written.size]);
    if (keyword === undefined) cursor.take(/\s*(?:[A-Za-z_]\w*\s*$)?/y);
    const value = cursor.isAtEnd ? "cut" : takeValue(cursor);
    if (value === "cut") return `{${json()}`;
    if (name === undefined || value === undefined || written.has(name)) return undefined;
    written.set(name, value);
    if (!cursor.take(/\s*(?:,|(?=\))|$)/y)) return undefined;
  }
}

/** A literal as JSON; undefined: it is none, or its meaning is not clear. */
function takeValue(cursor: Cursor): string | "cut" | undefined {
  const { text, at } = cursor;
  const [plain] = cursor.take(/[-+.\w]+/y) ?? [];
  if (plain !== undefined) {
    if (cursor.isAtEnd) return "cut";
    return words.get(plain) ?? (/^-?\d/.test(plain) && tryParseJson(plain) !== undefined ? plain : undefined);
  }
  const quotes = ['"""', "'''"].find((each) => text.startsWith(each, at));
  if (quotes !== undefined) {
    cursor.at += quotes.length;
    const { before, isFound } = cursor.takeUntil(new RegExp(quotes, "g"));
    return !isFound || cursor.isAtEnd ? "cut" : before.includes("\\") ? undefined : JSON.stringify(before);
  }
  if (!/["'[{]/.test(text.charAt(at))) return undefined;
  const found = readObject(text, at);
  cursor.at = found ? found.end : text.length;
  if (!found) return "cut";
  return found.dropsEscape || tryParseJson(found.repaired) === undefined ? undefined : found.repaired;
}
