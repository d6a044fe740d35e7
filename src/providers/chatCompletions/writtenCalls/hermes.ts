/** JSON in tags: Hermes and Qwen, Granite, Phi-4-mini, Nemotron and Command R7B. Sources: the models' templates, vLLM's parsers. */
import type { CallForm } from "./callForm.ts";
import { readJsonCalls } from "./jsonCalls.ts";

const close = /\s*(?:<\/tool_call>|<\|\/tool_call\|>|<\/TOOLCALL>|<\|END_ACTION\|>)/y;

export const hermes: CallForm = {
  openings: ["<tool_call>", "<|tool_call|>", "<TOOLCALL>", "<|START_ACTION|>"],
  firstWords: [],
  read: (cursor, functions) => readJsonCalls(cursor, functions, close),
};
