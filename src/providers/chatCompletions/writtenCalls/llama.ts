/** Llama 3 and 4: JSON or Python after a mark. Sources: Meta, "Llama 3.1: JSON based tool calling" and "Llama 4: tool calling". */
import type { CallForm } from "./callForm.ts";
import { readJsonCalls } from "./jsonCalls.ts";
import { readPythonCalls } from "./pythonCalls.ts";

const close = /\s*<\|(?:eom_id|eot_id|eom|eot|python_end)\|>/y;

export const llama: CallForm = {
  openings: ["<|python_tag|>", "<|python_start|>"],
  firstWords: [],
  read(cursor, functions) {
    const isPython = /\s*(?:\[\s*)?[A-Za-z_]/y;
    isPython.lastIndex = cursor.at;
    if (!isPython.test(cursor.text)) return readJsonCalls(cursor, functions, close);
    const calls = readPythonCalls(cursor, functions);
    while (typeof calls !== "string" && cursor.take(close));
    return calls;
  },
};
