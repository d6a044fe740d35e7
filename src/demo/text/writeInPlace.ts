/** Writes text that is inserted directly into a document, marked as demo. */
import { keyWords, sentencesOf, summarise, topicOf } from "./analyseText.ts";
import type { TextTask } from "./task.ts";

/** Whether the instruction requests only the text, without an introduction. */
export function wantsTextAlone(instructions: string | undefined): instructions is string {
  return instructions !== undefined && /\balone\b(?:(?!\balone\b)[^.])*\bno introduction\b/i.test(instructions);
}

/** Edits of a passage, or of a prompt that is to be improved, that the demo model supports, in the order in which they are tried. */
const edits: readonly (readonly [pattern: RegExp, edit: (passage: string) => string])[] = [
  [/\b(?:louder|shout\w*|upper ?case|capital\w*)\b/i, (passage) => passage.toUpperCase()],
  [/\b(?:quieter|whisper\w*|lower ?case)\b/i, (passage) => passage.toLowerCase()],
  [/\b(?:short\w*|brief\w*|summar\w*|concise\w*|tighten\w*)\b/i, (passage) => summarise(passage, 1).join(" ")],
  [/\b(?:bullets?|list)\b/i, (passage) => `- ${sentencesOf(passage).join("\n- ")}`],
  [
    /\b(?:numbered|steps)\b/i,
    (passage) =>
      sentencesOf(passage)
        .map((sentence, index) => `${index + 1}. ${sentence}`)
        .join("\n"),
  ],
  [
    /\b(?:proofread|correct|fix|improve|rewrite|polish|rephrase|tidy)\b/i,
    (passage) => passage.replace(/[ \t]+/g, " ").replace(/\b(\p{L}+) \1\b/giu, "$1"),
  ],
];

const before = /\n--- Text before the cursor ---\n/;
const after = /\n--- Text after the cursor ---(?:\n|$)/;

/** The task without the text around the cursor, which is material only if the instruction is about it. */
export function withoutSurroundings(task: TextTask): TextTask {
  const [instruction = "", surroundings] = task.prompt.split(before, 2);
  if (surroundings === undefined) return task;
  const isAbout = /\b(?:above|below|this|text|paragraph|section|document|summar\w*|translat\w*|conclu\w*)\b/i.test(instruction);
  const material = isAbout ? surroundings.replace(after, "\n").trim() : "";
  return { ...task, prompt: instruction.trim(), material: material === "" ? undefined : material };
}

/** A paragraph for a request that the demo model does not support. */
export function writePlaceholder({ prompt }: TextTask): string {
  return `Here a real model writes about ${topicOf(prompt)}.`;
}

/** Writes a new passage, a continuation, or other requested text. An edit that needs understanding is named, and left to a real model. */
export function writeInPlace({ prompt, material }: TextTask, instructions: string, answer: () => string): string {
  if (/\bcomes next\b/i.test(instructions)) {
    const words = keyWords(prompt, 3).map(({ word }) => word);
    return `And so the text goes on${words.length > 0 ? `, with ${words.join(", ")}` : ""}. (demo)`;
  }
  if (material === undefined || !/\bnew (?:passage|prompt)\b/i.test(instructions)) return `${answer()} (demo)`;
  const instruction = prompt.split("\n")[0]?.trim() ?? "";
  const edit = edits.find(([pattern]) => pattern.test(instruction))?.[1];
  return edit === undefined ? `${material} (demo: “${instruction}” needs a real model)` : `${edit(material)} (demo)`;
}
