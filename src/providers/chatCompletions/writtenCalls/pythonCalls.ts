/** Calls as Python writes them, with arguments by name. Sources: Meta, "Llama 4: tool calling"; the pythonic parsers of vLLM and SGLang. */
import { tryParseJson } from "../../../contract/tryParseJson.ts";
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
    const start = cursor.at;
    const [, name] = cursor.take(head) ?? [];
    if (name === undefined) {
      const [, begun] = cursor.take(cutHead) ?? [];
      cursor.at = start;
      if (begun === undefined || !mayBeName(begun, functions)) return "text";
      return calls.length > 0 ? calls : "undecided";
    }
    const known = knownName(name, functions);
    const written = known === undefined ? undefined : takeKeywords(cursor);
    if (known === undefined || written === undefined) return "text";
    calls.push({ name: known, arguments: written });
    cursor.take(/\s*[,;]?\s*/y);
    if (cursor.isAtEnd || (isList ? cursor.take(/\]/y) : cursor.text[cursor.at] === "<")) return calls;
  }
}

/** The arguments as JSON, which has no end if the text ends before it; undefined: they are anything else. */
function takeKeywords(cursor: Cursor): string | undefined {
  const written: string[] = [];
  for (;;) {
    if (cursor.take(/\s*\)/y)) return `{${written.join(",")}}`;
    const [, name] = cursor.take(/\s*([A-Za-z_]\w*)\s*=\s*/y) ?? [];
    if (name === undefined && !cursor.take(/\s*(?:[A-Za-z_]\w*\s*)?$/y)) return undefined;
    const value = cursor.isAtEnd ? "cut" : takeValue(cursor);
    if (value === "cut") return `{${written.join(",")}`;
    if (name === undefined || value === undefined) return undefined;
    written.push(`${JSON.stringify(name)}:${value}`);
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
