/** Writes text that is inserted directly into a document, marked as demo. */
import { keyWords, sentencesOf, topicOf } from "./analyseText.ts";
import { findDemoAnswer } from "./answers.ts";
import type { TextTask } from "./task.ts";

/** Whether the instruction requests only the text, without an introduction. */
export function wantsTextAlone(instructions: string | undefined): instructions is string {
  return instructions !== undefined && /\balone\b(?:(?!\balone\b)[^.])*\bno introduction\b/i.test(instructions);
}

/** Edits of a passage, or of a prompt that is to be improved, that the demo model supports, in the order in which they are tried. */
const edits: readonly (readonly [pattern: RegExp, edit: (passage: string) => string])[] = [
  [/\b(?:louder|shout\w*|upper ?case|capital\w*)\b/i, (passage) => passage.toUpperCase()],
  [/\b(?:quieter|whisper\w*|lower ?case)\b/i, (passage) => passage.toLowerCase()],
  [/\b(?:short\w*|brief\w*|summar\w*|concise\w*|tighten\w*)\b/i, (passage) => sentencesOf(passage)[0] ?? passage],
  [/\b(?:bullets?|list)\b/i, (passage) => `- ${sentencesOf(passage).join("\n- ")}`],
];

/** The instruction, and the text around the cursor as material only if the instruction is about it. */
function withoutSurroundings(task: TextTask): TextTask {
  const [instruction = "", surroundings] = task.prompt.split("\n--- Text before the cursor ---\n", 2);
  if (surroundings === undefined) return { ...task, isAlone: true };
  const isAbout = /\b(?:above|below|this|text|paragraph|section|document|summar\w*|translat\w*|conclu\w*)\b/i.test(instruction);
  const material = isAbout ? surroundings.replace(/\n--- Text after the cursor ---(?:\n|$)/, "\n").trim() : "";
  return { ...task, prompt: instruction.trim(), material: material === "" ? undefined : material, isAlone: true };
}

/** On a line of its own where it would change the last one: the end of a code block, a table's row, a rule. */
const labelled = (text: string, label = "(demo)") =>
  `${text}${/^\s*(?:`{3}|~{3}|\||[-*_]{3,}\s*$).*$/.test(text.split("\n").at(-1) ?? "") ? "\n\n" : " "}${label}`;

/** Writes a new passage, a continuation, or other requested text. An edit that needs understanding is left to a real model. */
export function writeInPlace(task: TextTask, instructions: string): string {
  const { prompt } = task;
  if (/\bcomes next\b/i.test(instructions)) {
    const words = keyWords(prompt, 3);
    return labelled(`And so the text goes on${words.length > 0 ? `, with ${words.join(", ")}` : ""}.`);
  }
  const [, instruction, given = ""] = /^([\s\S]*?)\n\n([\s\S]+)$/.exec(prompt) ?? [];
  if (instruction === undefined || !/\bnew (?:passage|prompt)\b/i.test(instructions)) {
    const asked = withoutSurroundings(task);
    return labelled(findDemoAnswer(asked) ?? `Here a real model writes about ${topicOf(asked.prompt)}.`);
  }
  const passage = given.replace(/\(demo(?:: [^()]*)?\)$/, "").trimEnd();
  const edit = edits.find(([pattern]) => pattern.test(instruction))?.[1];
  return edit === undefined ? labelled(passage, "(demo: a real model changes this)") : labelled(edit(passage));
}
