/** Writes a summary of the reasoning, longer for more effort. */
import type { TextRequest } from "../request.ts";
import { keyWords, topicOf, wordsOf } from "./analyseText.ts";
import type { TextTask } from "./task.ts";

const stepCounts = { low: 1, medium: 3, high: 6 } as const;

export function reason(task: TextTask, effort: NonNullable<TextRequest["effort"]>): string {
  const keys = keyWords(task.prompt, 4).map(({ word }) => word);
  const read = task.files.map(({ name }) => name);
  const steps = [
    ["Reading the request", `The request has ${wordsOf(task.prompt).length} words and is about ${topicOf(task.prompt)}.`],
    [
      "Looking at the context",
      `There are ${task.history.length} earlier messages and ${read.length} attached files${read.length > 0 ? ` (${read.join(", ")})` : ""}.`,
    ],
    ["Choosing the form", `A short answer in Markdown fits${keys.length > 0 ? `; the key words are ${keys.join(", ")}` : ""}.`],
    ["Considering alternatives", "A table would be denser and a story longer; neither is better unless it was asked for."],
    ["Checking against the request", "Every statement of the answer is taken from the request or its files, or is marked as made up."],
    ["Checking the answer", "The answer is complete, says that it comes from the demo model, and keeps to the instruction."],
  ];
  return steps
    .slice(0, stepCounts[effort])
    .map(([title, text]) => `**${title}**\n\n${text}`)
    .join("\n\n");
}
