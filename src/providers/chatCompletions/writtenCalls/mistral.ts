/** Mistral: a list, or since version 11 of its template a name and its arguments. Source: mistral-common, "Tool calls". */
import { type CallForm, readHeadedCalls } from "./callForm.ts";
import { readJsonCalls } from "./jsonCalls.ts";

export const mistral: CallForm = {
  openings: ["[TOOL_CALLS]"],
  firstWords: [],
  read(cursor, functions) {
    const isJson = /\s*[[{]/y;
    isJson.lastIndex = cursor.at;
    if (isJson.test(cursor.text)) return readJsonCalls(cursor, functions, /\s*<\/s>/y);
    return readHeadedCalls(cursor, functions, {
      next: /\s*\[TOOL_CALLS\]/y,
      head: /\s*([\w.-]+)\s*(?:\[CALL_ID\]\s*(?:\w+\s*)?)?(?:\[ARGS\]\s*)?(?=\{)/y,
      cutHead: /\s*([\w.-]+)\s*(?:\[[\w\]\s[]*)?$/y,
      close: /\s*<\/s>/y,
      end: /<\/s>|\[TOOL_CALLS\]/g,
    });
  },
};
