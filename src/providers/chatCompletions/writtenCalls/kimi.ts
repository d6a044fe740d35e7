/** Kimi K2. Source: Moonshot AI, "Kimi-K2 tool call guidance". */
import { type CallForm, readHeadedCalls } from "./callForm.ts";

const begin = "<|tool_call_begin|>";

export const kimi: CallForm = {
  openings: [`<|tool_calls_section_begin|>${begin}`, `<|tool_calls_section_begin|>\n${begin}`, begin],
  firstWords: [],
  read(cursor, functions) {
    const calls = readHeadedCalls(cursor, functions, {
      next: /\s*<\|tool_call_begin\|>/y,
      head: /\s*([\w.:-]+)\s*<\|tool_call_argument_begin\|>\s*/y,
      cutHead: /\s*([\w.:-]+)\s*(?:<\|?[\w|]*)?$/y,
      close: /\s*(?:<\|tool_call_end\|>|(?=<\|tool_calls_section_end\|>))/y,
      end: /\s{0,9}<\|tool_call(?:s_section)?_end\|>/g,
    });
    if (typeof calls !== "string") cursor.take(/\s*<\|tool_calls_section_end\|>/y);
    return calls;
  },
};
