/**
 * Words around the reasoning of models. They are marks only if the answer begins with the first and contains the last, because they may be
 * meant as words. Sources: vLLM's parser of reasoning for Granite 3.2, gpt-oss's format "harmony".
 */
import { foldMark } from "./thinkMarks.ts";

export interface WordMarks {
  /** The text as it is compared with the marks. */
  fold(text: string): string;
  readonly starts: readonly string[];
  /** Whether what follows the start lets it be a mark. There is at least one character. */
  isStart(after: string): boolean;
  /** Words at the end, and what of them is read as text. */
  readonly ends: ReadonlyMap<string, string>;
  /** Whether what is around the end lets it be a mark. `after` is empty at the end of the answer. */
  isEnd(before: string, after: string): boolean;
  /** What is between two parts of the reasoning. */
  readonly between?: string;
}

const longestGap = 40;

/** Granite's sentences, each of which begins a line or follows another sentence. */
const granite: WordMarks = {
  fold: foldMark,
  starts: ["here is my thought process:", "here's my thought process:"],
  isStart: () => true,
  ends: new Map([
    ["here is my response:", ""],
    ["here's my response:", ""],
  ]),
  isEnd(before) {
    const end = before.slice(-longestGap);
    const sentence = end.trimEnd();
    const gap = end.slice(sentence.length);
    return gap.includes("\n") || (gap !== "" && /[.!?…:)*]$/.test(sentence));
  },
};

/** What is left of gpt-oss's marks if its special tokens are removed. */
const bareHarmony: WordMarks = {
  fold: (text) => text,
  starts: ["analysis"],
  isStart: (after) => /^[\p{Lu}\p{Lo}\d"'*]/u.test(after),
  ends: new Map([
    ["assistantfinal", ""],
    ["assistantcommentary to=", "commentary to="],
    ["assistant to=functions.", "to=functions."],
  ]),
  isEnd: (before, after) => /[^\s"'`(]$/.test(before.slice(-1)) && !/^[ \t.,;:!?'`)]/.test(after),
  between: "assistantanalysis",
};

const wordMarks: readonly WordMarks[] = [granite, bareHarmony];

/** What an answer begins with: words, or "undecided" while it may be the start of words. */
export function findStart(text: string): { marks: WordMarks; start: string } | "undecided" | undefined {
  for (const marks of wordMarks) {
    const folded = marks.fold(text.slice(0, longestGap));
    for (const start of marks.starts) {
      if (start.startsWith(folded)) return "undecided";
      if (folded.startsWith(start) && marks.isStart(text.slice(start.length))) return { marks, start: text.slice(0, start.length) };
    }
  }
  return undefined;
}
