/**
 * One change of what a growing Markdown text shows. Blocks are numbered from 0 in the order of the text; each is one or more of
 * Markdown's blocks that are rendered together. `html` is not sanitized.
 */
export type BlockOperation =
  /** Shows this as the block, instead of what it showed. */
  | { type: "block"; block: number; html: string }
  /**
   * Adds the items of a list, or the rows of a table, to those that the block shows. They replace the ones that were added before, if
   * those were not `final`. `html` is a list or table that holds only them; "": none.
   */
  | { type: "items"; block: number; list: "list" | "table"; html: string; final: boolean }
  /** Shows an empty code block. `info` is the info string, which begins with the language. */
  | { type: "code"; block: number; language: string; info: string }
  /** Adds whole lines, each with its line feed, to the last block, which is code. */
  | { type: "codeLines"; lines: string }
  /** Shows the incomplete last line of the code, instead of what it showed. */
  | { type: "codePartial"; line: string }
  | { type: "codeEnd" };
