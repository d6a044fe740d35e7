/** Calls as JSON objects that contain the name and the arguments: one, several, or a list. */
import { isFields } from "../../errorReason.ts";
import { parseJson } from "../../parseJson.ts";
import { readObject } from "../looseJson.ts";
import { type Cursor, type Functions, knownName, mayBeName, type ReadCalls, type WrittenCall } from "./callForm.ts";

/** Where the arguments begin, if they follow the name. */
const head =
  /\{\s*(?:"(?:type|id|tool_call_id)"\s*:\s*"[^"]*"\s*,\s*)*"(?:name|tool_name|function)"\s*:\s*"([^"\\]*)("?)(?:\s*,\s*"(?:arguments|parameters|args)"\s*:\s*)?/y;

/** Reads calls and the mark after them. Without that mark, nothing or another mark must follow. */
export function readJsonCalls(cursor: Cursor, functions: Functions, close: RegExp): ReadCalls {
  const calls: WrittenCall[] = [];
  cursor.take(/[\s[]*/y);
  for (;;) {
    const start = cursor.at;
    const call = readCall(cursor, functions);
    if (typeof call === "string") {
      cursor.at = start;
      return calls.length > 0 ? calls : call;
    }
    calls.push(call);
    cursor.take(/[\s}\]]*/y);
    if (cursor.take(close) || cursor.isAtEnd) return calls;
    cursor.take(/[\s,;]*/y);
    if (cursor.isAtEnd) return calls;
    if (cursor.text[cursor.at] !== "{") return /^[<[]/.test(cursor.rest) ? calls : "text";
  }
}

function readCall(cursor: Cursor, functions: Functions): WrittenCall | "undecided" | "text" {
  const { text, at } = cursor;
  if (cursor.isAtEnd) return "undecided";
  if (text[at] !== "{") return "text";
  const [, name, quote] = cursor.take(head) ?? [];
  const known = name === undefined ? undefined : knownName(name, functions);
  const found = readObject(text, at);
  if (!found) {
    if (name === undefined) return cursor.unread;
    if (quote === "") return mayBeName(name, functions) ? "undecided" : "text";
    return known === undefined ? "text" : { name: known, arguments: takeCut(cursor) };
  }
  const written = known === undefined || text[cursor.at] !== "{" ? undefined : readObject(text, cursor.at);
  const exact = written && /^\s*\}$/.test(text.slice(written.end, found.end)) ? text.slice(cursor.at, written.end) : undefined;
  cursor.at = found.end;
  if (known !== undefined && exact !== undefined) return { name: known, arguments: exact };
  return callOf(parseJson(found.repaired), functions) ?? "text";
}

/** The arguments of an object without an end. */
function takeCut(cursor: Cursor): string {
  const { text, at } = cursor;
  const whole = text[at] === "{" ? readObject(text, at) : undefined;
  cursor.at = whole ? whole.end : text.length;
  const written = text.slice(at, cursor.at);
  // Another member of the object.
  cursor.take(/\s*,\s*(?:"[\s\S]*)?$/y);
  return written.startsWith("{") ? written : "{";
}

/** undefined: it is no call of one of the functions. */
function callOf(value: unknown, functions: Functions): WrittenCall | undefined {
  if (!isFields(value)) return undefined;
  const called = isFields(value.function) ? value.function : value;
  const name = [called.name, value.tool_name, value.function].find((each) => typeof each === "string");
  const known = typeof name === "string" ? knownName(name, functions) : undefined;
  if (known === undefined) return undefined;
  const given = called.arguments ?? called.parameters ?? called.args ?? {};
  return { name: known, arguments: typeof given === "string" ? given : JSON.stringify(given) };
}
