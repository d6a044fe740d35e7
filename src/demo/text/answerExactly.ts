/** Answers tasks that have one correct answer. */
import { capitalised, keyWords, topicOf, wordsOf } from "./analyseText.ts";
import type { Skill, TextTask } from "./task.ts";

const longestCount = 2000;
const mostWords = 20_000;

const repeat: Skill = ({ prompt }) =>
  /^(?:please\s+)?(?:repeat|echo|say)(?:\s+(?:after me|exactly|this))?\s*:?\s+([\s\S]+)$/i.exec(prompt)?.[1];

const countTo: Skill = ({ prompt }) => {
  const match = /\bcount\s+(?:from\s+(\d+)\s+)?(?:up\s+)?to\s+(\d+)/i.exec(prompt);
  if (!match) return undefined;
  const first = Number(match[1] ?? 1);
  const last = Math.min(Number(match[2]), first + longestCount - 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index).join(", ");
};

const starts = [
  "The story of",
  "A closer look at",
  "What matters about",
  "Everyone remembers",
  "Slowly, people learn about",
  "Nothing is as quiet as",
];
const middles = [
  "begins with a small step",
  "grows from patient work",
  "rests on simple ideas",
  "changes with the light",
  "asks for a steady hand",
  "rewards a second look",
];
const ends = [
  "and ends where it began",
  "and leaves room for questions",
  "while the day moves on",
  "because details matter",
  "and nobody is in a hurry",
  "as long as someone cares",
];

/** Sentences about a topic with exactly `count` words in total. */
function exactWords(task: TextTask, count: number): string {
  const topic = topicOf(task.prompt.replace(/\b\d+\s+words?\b/i, ""), 40).replace("…", "");
  const { random } = task;
  const words: string[] = [];
  const paragraphs: string[] = [];
  let sentences = 0;
  let left = count;
  while (left > 0) {
    const sentence = `${random.choose(["The story of", ...starts])} ${topic} ${random.choose(["begins quietly", ...middles])}, ${random.choose(["and goes on", ...ends])}`;
    const part = sentence.split(/\s+/).slice(0, left);
    left -= part.length;
    words.push(`${part.join(" ").replace(/,$/, "")}.`);
    sentences += 1;
    if (sentences % 5 === 0 || left === 0) paragraphs.push(words.splice(0).join(" "));
  }
  return paragraphs.join("\n\n");
}

const writeWords: Skill = (task) => {
  const count = Number(/\b(?:write|give|make|generate|produce)\b[^\n]{0,40}?\b(\d{1,6})[\s-]words?\b/i.exec(task.prompt)?.[1] ?? 0);
  return count > 0 ? exactWords(task, Math.min(count, mostWords)) : undefined;
};

const calculate: Skill = ({ prompt }) => {
  const match = /((?:-|(?<!\d))\d+(?:\.\d+)?)\s*([+*×/÷^-])\s*(-?\d+(?:\.\d+)?)\s*(?:=|\?|$)/.exec(prompt);
  if (!match) return undefined;
  const [left, right] = [Number(match[1]), Number(match[3])];
  const results: Record<string, number> = {
    "+": left + right,
    "-": left - right,
    "*": left * right,
    "×": left * right,
    "/": left / right,
    "÷": left / right,
    "^": left ** right,
  };
  const result = results[match[2] ?? ""];
  return result !== undefined && Number.isFinite(result)
    ? `${match[0].replace(/(?<![=?\s])[=?\s]+$/, "")} = **${Number(result.toPrecision(12))}**`
    : undefined;
};

const recall: Skill = ({ prompt, history }) => {
  const said = history.filter((turn) => turn.role === "user").map((turn) => turn.text.trim());
  if (/\bwhat(?:'s|’s| is| was)\s+my\s+name\b/i.test(prompt)) {
    const name = said.map((text) => /\bmy name is\s+([\p{L}'’-]+)/iu.exec(text)?.[1]).findLast(Boolean);
    return name
      ? `Your name is **${name}**. You told me earlier in this conversation.`
      : "You have not told me your name in this conversation.";
  }
  if (!/\b(?:what|which)\b.*\b(?:did|have)\s+(?:i|we)\b.*\b(?:say|said|ask|asked|talk|talked|discuss\w*|tell|told)\b/i.test(prompt))
    return undefined;
  if (said.length === 0) return "This is the first message of our conversation.";
  return `Until now you wrote:\n\n${said.map((text, index) => `${index + 1}. ${text.split("\n")[0]}`).join("\n")}`;
};

const countWords: Skill = ({ prompt, material }) => {
  if (!/\b(?:how many|count|number of)\b.{0,24}\b(?:words?|characters?|letters?|lines?)\b/i.test(prompt)) return undefined;
  const text = material ?? prompt;
  const top = keyWords(text, 5).map(({ word, times }) => `${word} (${times})`);
  return [
    `The text has **${wordsOf(text).length} words**.`,
    "",
    "| What | Number |",
    "| --- | ---: |",
    `| Words | ${wordsOf(text).length} |`,
    `| Characters | ${Array.from(text).length} |`,
    `| Lines | ${text.split("\n").length} |`,
    `| Paragraphs | ${text.split(/\n\s*\n/).filter((part) => part.trim()).length} |`,
    ...(top.length > 0 ? ["", `Most frequent: ${top.join(", ")}.`] : []),
  ].join("\n");
};

const translate: Skill = ({ prompt, material }) => {
  const language = /\btranslat\w*\b(?:(?!\btranslat)[\s\S]){0,300}?\b(?:in)?to\s+(\p{L}+)/iu.exec(prompt)?.[1];
  if (!language) return undefined;
  const text = material ? `\n\n> ${material.split("\n").join("\n> ")}` : "";
  return `I cannot translate into ${capitalised(language)}: the demo model knows no other language. A real model will. Your text stays as it is:${text}`;
};

/** In the order in which they are tried. */
export const answerExactlySkills: readonly Skill[] = [repeat, countTo, writeWords, countWords, recall, translate, calculate];
