/**
 * One change of a growing Markdown text. Blocks are numbered from 0 in the order of the text; each consists of one or more Markdown blocks
 * that are rendered together. `html` is not sanitized.
 */
export type BlockOperation =
  /** Replaces the content of the block. */
  | { type: "block"; block: number; html: string }
  /**
   * Adds items of a list, or rows of a table, to the block. They replace the items added before, if those were not `final`. `html` is a
   * list or table that contains only them; "": none.
   */
  | { type: "items"; block: number; list: "list" | "table"; html: string; final: boolean }
  /** Shows an empty code block. `info` is the info string, which starts with the language. */
  | { type: "code"; block: number; language: string; info: string }
  /** Appends complete lines, each with its line feed, to the last block, which is a code block. */
  | { type: "codeLines"; lines: string }
  /** Replaces the incomplete last line of the code. */
  | { type: "codePartial"; line: string }
  /** "cut": the text ended before the closing fence, and is not whole. */
  | { type: "codeEnd"; end: "whole" | "cut" };
