/** Answers tasks that no other function handles, in its own words. */
import { capitalised, keyWords, sentencesOf, topicOf, wordsOf } from "./analyseText.ts";
import type { TextTask } from "./task.ts";

/** Always answers. */
export function explainRequest({ prompt, history }: TextTask): string {
  if (/^(?:hi|hello|hey|good (?:morning|evening|day))\b[^\n]{0,30}$/i.test(prompt)) {
    return "Hello! I am the demo model of Generation Studio. Ask me to *summarise* a file, *count* its words, write a *table*, a *list*, a *poem* or some *code*, to *describe*, *review* or *test* a piece of code, or to look at a picture.";
  }
  const topic = topicOf(prompt);
  const keys = keyWords(prompt, 4).map(({ word }) => word);
  const previous = history.filter((turn) => turn.role === "user").length;
  const sentences = sentencesOf(prompt);
  return [
    `## ${capitalised(topic)}`,
    "",
    `You asked: “${(sentences[0] ?? prompt).slice(0, 200)}” The demo model knows no facts; here is how an answer could be built.`,
    "",
    ...outline(prompt),
    "",
    "### To ask a real model",
    "",
    "```text",
    `${(sentences[0] ?? prompt).slice(0, 200)}`,
    "Answer for a newcomer, with one example, in at most 200 words.",
    "```",
    "",
    "| Your request | |",
    "| --- | --- |",
    `| Words | ${wordsOf(prompt).length} |`,
    `| Key words | ${keys.join(", ") || "none"} |`,
    `| Earlier messages of yours | ${previous} |`,
  ].join("\n");
}

/** The parts that an answer to such a question needs, as a numbered list. */
function outline(prompt: string): string[] {
  const parts = /\bwhy\b/i.test(prompt)
    ? [
        "**The observation**: what happens, and when",
        "**The cause**: the one mechanism behind it",
        "**The evidence**: how one would notice if it were otherwise",
      ]
    : /\bhow (?:do|can|to|should)\b/i.test(prompt)
      ? [
          "**Before you start**: what has to be there",
          "**The steps**: each with what one sees after it",
          "**When it fails**: the most frequent obstacle",
        ]
      : [
          "**In one sentence**: what it is",
          "**An example**: the smallest one that works",
          "**What it is not**: the thing that it is mistaken for",
        ];
  return [...parts, "**Further**: where to read on"].map((part, index) => `${index + 1}. ${part}`);
}
