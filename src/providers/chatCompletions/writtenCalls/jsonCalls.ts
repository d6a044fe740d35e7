/** Calls as JSON objects that contain the name and the arguments: one, several, or a list. */

import { parseJson } from "../../../contract/parseJson.ts";
import { isFields } from "../../errorReason.ts";
import { readObject } from "../looseJson.ts";
import { type Cursor, type Functions, knownName, mayBeName, type ReadCalls, type WrittenCall } from "./callForm.ts";

/** Where the arguments begin, if they follow the name. */
const head =
  /\{\s*(?:"(?:type|id|tool_call_id)"\s*:\s*"[^"]*"\s*,\s*)*(?:"function"\s*:\s*\{\s*)?"(?:name|tool_name|function)"\s*:\s*"([^"\\]*)("?)(\s*,\s*"(?:arguments|parameters|args)"\s*:\s*)?/y;

/**
 * Reads calls and the mark after them. Without that mark, nothing or another mark must follow. `isLone`: there is no mark before them, so that
 * they must have all members of a call and no other.
 */
export function readJsonCalls(cursor: Cursor, functions: Functions, close: RegExp, isLone = false): ReadCalls {
  const calls: WrittenCall[] = [];
  cursor.take(/[\s[]*/y);
  for (;;) {
    const start = cursor.at;
    const call = readCall(cursor, functions, isLone);
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

function readCall(cursor: Cursor, functions: Functions, isLone: boolean): WrittenCall | "undecided" | "text" {
  const { text, at } = cursor;
  if (cursor.isAtEnd) return "undecided";
  if (text[at] !== "{") return "text";
  const [, name, quote, given] = cursor.take(head) ?? [];
  const known = name === undefined ? undefined : knownName(name, functions);
  const found = readObject(text, at);
  if (!found) {
    if (name === undefined) return isLone && !beginsMember(text.slice(at + 1), members) ? "text" : cursor.unread;
    if (quote === "") return mayBeName(name, functions) ? "undecided" : "text";
    if (known === undefined) return "text";
    if (isLone && given === undefined) return beginsMember(cursor.rest.replace(/^\s*,/, ""), argumentMembers) ? cursor.unread : "text";
    return { name: known, arguments: takeCut(cursor) };
  }
  if (isLone && !isLoneCall(parseJson(found.repaired))) return "text";
  const written = known === undefined || text[cursor.at] !== "{" ? undefined : readObject(text, cursor.at);
  const exact = written && /^(?:\s*\}){1,2}$/.test(text.slice(written.end, found.end)) ? text.slice(cursor.at, written.end) : undefined;
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

const argumentMembers = ["arguments", "parameters"];
const members = ["type", "id", "name", "function", ...argumentMembers];

/** Whether the next member of an object, which may be cut off, has one of these names. */
function beginsMember(text: string, names: readonly string[]): boolean {
  const [isMember, written = "", end] = /^\s*(?:["'](\w*)(?:(["'])|$)|$)/.exec(text) ?? [];
  return isMember !== undefined && names.some((name) => (end === undefined ? name.startsWith(written) : name === written));
}

/** Whether an object is a call with its arguments, and neither the definition of a function nor anything else with a name. */
function isLoneCall(value: unknown): boolean {
  if (!isFields(value)) return false;
  const called = isFields(value.function) ? value.function : value;
  if ([value, called].some((each) => Object.keys(each).some((name) => !members.includes(name)))) return false;
  const given = "arguments" in called ? called.arguments : called.parameters;
  if (isFields(given)) return !(given.type === "object" && isFields(given.properties));
  return typeof given === "string" ? given.trimStart().startsWith("{") : given === null;
}
