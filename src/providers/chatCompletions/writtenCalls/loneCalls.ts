/**
 * Calls without marks. They are calls as the whole text: JSON, as Llama 3 and small models write it, also in a block of code, and a list
 * as Python writes it, which may also be on lines of its own at the end of a text. Sources: the models' templates, and reports of the users
 * of Ollama, llama.cpp, vLLM and LM Studio.
 */
import { Cursor, type Functions, type ReadCalls } from "./callForm.ts";
import { readJsonCalls } from "./jsonCalls.ts";
import { readPythonCalls } from "./pythonCalls.ts";

const fence = /```(?:json)?\s+/y;
/** A fence that is cut off, or after which nothing has arrived. */
const cutFence = /^`{1,3}$|^```(?:j|js|jso|json)$|^```(?:json)?\s+$/;
/** What may follow: the end of a block of code, and marks of the model's template, of which the last one may be cut off. */
const rest = /\s*(?:`{1,3}\s*)?(?:<\|?(?:\w+\|?)?>?\s*)*$/y;

/** From this length on, what does not name a function is no call. */
const longestStart = 320;

/** Whether the first character of a text lets it be such calls. */
export const mayBeLone = (text: string, at: number) => /[[{`]/.test(text.charAt(at));

/** `isFirst`: no text is before them. Otherwise they begin a line. */
export function readLoneCalls(cursor: Cursor, functions: Functions, isFirst: boolean): ReadCalls {
  if (!isFirst && cursor.text[cursor.at] !== "[") return "text";
  if (cutFence.test(cursor.text.slice(cursor.at, cursor.at + 20))) return "undecided";
  cursor.take(fence);
  const start = cursor.at;
  if (!mayBeLone(cursor.text, start)) return "text";
  let isUndecided = false;
  for (const read of isFirst ? [readLoneJson, readPythonCalls] : [readPythonCalls]) {
    cursor.at = start;
    const calls = read(cursor, functions);
    if (calls === "undecided") isUndecided = true;
    else if (calls !== "text" && (cursor.take(rest) || read(new Cursor(cursor.text, cursor.at), functions) === "undecided")) return calls;
  }
  return isUndecided && cursor.text.length - start < longestStart ? "undecided" : "text";
}

const readLoneJson = (cursor: Cursor, functions: Functions) => readJsonCalls(cursor, functions, /\s*(?=[`<])/y, true);
