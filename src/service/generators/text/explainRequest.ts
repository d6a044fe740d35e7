/** A task that no other skill takes in; a formatted answer built from its own words out. */
import { capitalised, keyWords, sentencesOf, topicOf, wordsOf } from "./analyseText.ts";
import type { TextTask } from "./task.ts";

/** Always answers. */
export function explainRequest({ prompt, history, random }: TextTask): string {
  if (/^(?:hi|hello|hey|good (?:morning|evening|day))\b[^\n]{0,30}$/i.test(prompt)) {
    return "Hello! I am the demo model of Generation Studio. Ask me to *summarise* a file, *count* its words, write a *table*, a *list*, a *poem* or some *code*, or to look at a picture.";
  }
  const topic = topicOf(prompt);
  const keys = keyWords(prompt, 4).map(({ word }) => word);
  const previous = history.filter((turn) => turn.role === "user").length;
  const sentences = sentencesOf(prompt);
  const points = (keys.length > 0 ? keys : ["it"]).map(
    (word) =>
      `- **${capitalised(word)}**: ${random.choose(["worth a closer look before anything else", "best shown with one small example", "easy to begin with, and rewarding later", "the part that people ask about most"])}`,
  );
  return [
    `## ${capitalised(topic)}`,
    "",
    `You asked: “${(sentences[0] ?? prompt).slice(0, 200)}”`,
    "",
    ...points,
    "",
    "| Your request | |",
    "| --- | --- |",
    `| Words | ${wordsOf(prompt).length} |`,
    `| Sentences | ${sentences.length} |`,
    `| Earlier messages of yours | ${previous} |`,
    "",
    "> A real model would know more about this. The demo model shows how an answer arrives, looks and is saved.",
  ].join("\n");
}
