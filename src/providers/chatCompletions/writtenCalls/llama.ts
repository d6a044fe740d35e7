/** Llama 3: JSON after a mark for other programs. Source: Meta, "Llama 3.1: JSON based tool calling". */
import type { CallForm } from "./callForm.ts";
import { readJsonCalls } from "./jsonCalls.ts";

export const llama: CallForm = {
  openings: ["<|python_tag|>"],
  firstWords: [],
  read: (cursor, functions) => readJsonCalls(cursor, functions, /\s*<\|(?:eom_id|eot_id)\|>/y),
};
