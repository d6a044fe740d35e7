/** Answers tasks about a given text or attached files. */
import { headingsOf, keyWords, sentencesOf, summarise, wordsOf } from "./analyseText.ts";
import type { Skill, TextTask } from "./task.ts";

const quoted = (text: string) => `> ${text.trim().split("\n").join("\n> ")}`;

/** "in 3 sentences", "three bullet points"; otherwise `usual`. */
function requestedNumber(prompt: string, usual: number): number {
  const words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
  const match =
    /\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:short\s+)?(?:sentences?|points?|bullets?|bullet points?|items?|lines?|key)\b/i.exec(
      prompt,
    );
  const word = match?.[1]?.toLowerCase();
  return word === undefined ? usual : Number(word) || words.indexOf(word) + 1;
}

const summariseMaterial: Skill = ({ prompt, material }) => {
  if (!material || !/\b(?:summar\w*|shorten|tl;?dr|key points|gist|main points)\b/i.test(prompt)) return undefined;
  const sentences = summarise(material, requestedNumber(prompt, 3));
  const keys = keyWords(material, 5).map(({ word }) => `\`${word}\``);
  return [
    "## Summary",
    "",
    ...sentences.map((sentence) => `- ${sentence}`),
    "",
    `*Taken from ${sentencesOf(material).length} sentences (${wordsOf(material).length} words). Key words: ${keys.join(", ")}.*`,
  ].join("\n");
};

const listHeadings: Skill = ({ prompt, material }) => {
  if (!material || !/\b(?:headings?|outline|table of contents|sections|structure)\b/i.test(prompt)) return undefined;
  const headings = headingsOf(material);
  if (headings.length === 0) return "The text has no headings.";
  const top = Math.min(...headings.map((heading) => heading.level));
  return `## Outline\n\n${headings.map(({ level, title }) => `${"  ".repeat(level - top)}- ${title}`).join("\n")}`;
};

const quote: Skill = ({ prompt, material }) => {
  if (!material || !/\b(?:quote|cite|first sentence|first line|last sentence|last line|find)\b/i.test(prompt)) return undefined;
  const sentences = sentencesOf(material);
  if (/\blast\b/i.test(prompt)) return quoted(sentences.at(-1) ?? material);
  const searched =
    /["“'‘]([^"“”'‘’]+)["”'’]/.exec(prompt)?.[1] ??
    /\b(?:about|mentions?|mentioning|containing|with)\s+(.+?)[.?!]?$/is.exec(prompt.split(/\r?\n/, 1)[0] ?? "")?.[1];
  const hits = searched ? sentences.filter((sentence) => sentence.toLowerCase().includes(searched.toLowerCase())) : [];
  if (searched && hits.length > 0) return hits.slice(0, 5).map(quoted).join("\n\n");
  return quoted(sentences[0] ?? material.split("\n")[0] ?? "");
};

/** Fixes spaces, doubled words and first letters, which needs no understanding. */
const correct: Skill = ({ prompt, material }) => {
  if (!material || !/\b(?:proofread|correct|fix|improve|rewrite|polish|rephrase|edit)\b/i.test(prompt)) return undefined;
  const corrected = material
    .replace(/[ \t]+/g, " ")
    .replace(/\b(\p{L}+) \1\b/giu, "$1")
    .replace(/ ([,.;:!?])/g, "$1")
    .replace(/(^|[.!?]\s+)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/\bi\b(?=[ '’])/g, "I");
  const lengths = sentencesOf(corrected).map((sentence) => wordsOf(sentence).length);
  const notes = [
    corrected === material
      ? "- Nothing was wrong with spaces, doubled words and first letters."
      : "- Spaces, doubled words and first letters were put right.",
    `- ${lengths.length} sentence${lengths.length === 1 ? "" : "s"}; the longest has ${Math.max(0, ...lengths)} words.`,
    "- A real model would also work on the style.",
  ];
  return `${corrected}\n\n### What was done\n\n${notes.join("\n")}`;
};

function describeFiles({ files }: TextTask): string {
  const parts = files.map(({ name, facts }, index) => `${index + 1}. \`${name}\`: ${facts.join("; ")}`);
  return `## What I see in the attached file${files.length === 1 ? "" : "s"}\n\n${parts.join("\n")}`;
}

const lookAtFiles: Skill = (task) => {
  if (task.files.length === 0) return undefined;
  const { material } = task;
  const texts = task.files.some((file) => file.text !== undefined);
  if (!texts || !material) return describeFiles(task);
  const opening = summarise(material, 2).join(" ");
  const headings = headingsOf(material).slice(0, 12);
  const outline =
    headings.length > 0 ? `\n\n### Outline\n\n${headings.map(({ level, title }) => `${"  ".repeat(level - 1)}- ${title}`).join("\n")}` : "";
  return `${describeFiles(task)}${outline}${opening ? `\n\n### In its own words\n\n${quoted(opening)}` : ""}`;
};

/** In the order in which they are tried. */
export const materialSkills: readonly Skill[] = [summariseMaterial, listHeadings, quote, correct];

/** Used if nothing else matches: describes the files. */
export const fileSkill: Skill = lookAtFiles;
