/** DeepSeek-R1 and V3 to V3.1. Sources: the models' templates, vLLM's and llama.cpp's parsers. */
import { type CallForm, readHeadedCalls } from "./callForm.ts";

const begin = "<｜tool▁call▁begin｜>";

export const deepSeek: CallForm = {
  openings: [`<｜tool▁calls▁begin｜>${begin}`, `<｜tool▁calls▁begin｜>\n${begin}`, begin],
  firstWords: [],
  read(cursor, functions) {
    const calls = readHeadedCalls(cursor, functions, {
      next: /\s*<｜tool▁call▁begin｜>/y,
      head: /(?:function<｜tool▁sep｜>)?\s*(?!function<)([\w.-]+)(?:<｜tool▁sep｜>\s*|\s*```(?:json)?\s*)/y,
      cutHead: /(?:function<｜tool▁sep｜>)?\s*([\w.-]+)[\s`<｜]*$/y,
      close: /\s*(?:```)?\s*(?:<｜tool▁call▁end｜>|(?=<｜tool▁calls▁end｜>))/y,
      end: /\s{0,9}(?:```\s{0,9})?<｜tool▁calls?▁end｜>/g,
    });
    if (typeof calls !== "string") cursor.take(/\s*<｜tool▁calls▁end｜>/y);
    return calls;
  },
};
