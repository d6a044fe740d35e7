/** What a request can ask for beside the answer itself: an instruction, reasoning, sources, a verdict. */
import type { TextCitation } from "../../contract/generationRequest.ts";
import type { DemoTextRequest } from "../request.ts";
import { capitalised, keyWords, sentencesOf, topicOf, wordsOf } from "./analyseText.ts";
import type { TextTask } from "./task.ts";

/** Supports capital letters, brevity, and words to begin or end with; any other instruction is quoted. */
export function followInstructions(answer: string, instructions: string | undefined): string {
  if (!instructions) return answer;
  const wordsAfter = (verbs: string) =>
    new RegExp(`\\b(?:${verbs})\\b[^"“'‘\\n]{0,40}["“'‘]([^"“”'‘’\\n]+)["”'’]`, "i").exec(instructions)?.[1];
  const [opening, closing] = [wordsAfter("start|begin|prefix"), wordsAfter("end|finish|close|sign")];
  let result = answer;
  if (/\b(?:brief\w*|concise\w*|short answers?|one sentence|be terse)\b/i.test(instructions)) result = sentencesOf(result)[0] ?? result;
  if (/\b(?:upper ?case|capital letters|capitals|all caps)\b/i.test(instructions)) result = result.toUpperCase();
  if (opening !== undefined) result = `${opening}${/^[#|>`-]/.test(result) ? "\n\n" : " "}${result}`;
  if (closing !== undefined) result = `${result}\n\n${closing}`;
  return result === answer ? `${result}\n\n*Your instruction was read: “${instructions.replace(/\s+/g, " ").slice(0, 160)}”.*` : result;
}

const stepCounts = { low: 1, medium: 2, high: 4 } as const;

/** A summary of the reasoning, longer for more effort. */
export function reason({ prompt, history, files }: TextTask, effort: NonNullable<DemoTextRequest["effort"]>): string {
  const steps = [
    `**Reading the request**\n\nThe request has ${wordsOf(prompt).length} words and is about ${topicOf(prompt)}.`,
    `**Looking at the context**\n\nThere are ${history.length} earlier messages and ${files.length} attached files.`,
    "**Choosing the form**\n\nA short answer in Markdown fits. A table would be denser and a story longer.",
    "**Checking the answer**\n\nIt says that it comes from the demo model, and what is made up.",
  ];
  return steps.slice(0, stepCounts[effort]).join("\n\n");
}

/** Adds sentences from invented sources. They are at the reserved domain example.com. Indexes count UTF-16 code units. */
export function citeSources(answer: string, prompt: string): { text: string; citations: TextCitation[] } {
  const topic = topicOf(prompt);
  const key = keyWords(prompt, 1)[0] ?? topic;
  const folder = (topic.toLowerCase().match(/[a-z0-9]+/g) ?? ["topic"]).slice(0, 6).join("-");
  const sources = [
    ["overview", `${capitalised(topic)}, an overview`, `The overview describes ${topic} in general terms.`],
    ["questions", `Ten questions about ${key}`, `Readers most often ask where ${key} begins.`],
    ["figures", `${capitalised(key)} in figures`, `The figures on ${key} are from this year.`],
  ] as const;
  let text = `${answer}\n\n### From the demo web search\n`;
  const citations = sources.map(([path, title, sentence]) => {
    text += `\n- ${sentence}`;
    const [start, end] = [text.length - sentence.length, text.length];
    return { url: `https://example.com/demo/${folder}/${path}`, title: `Demo source: ${title}`, start, end };
  });
  return { text: `${text}\n`, citations };
}

/** Judges an answer by a rubric: the longer words of the rubric must be in the answer. undefined: the request contains no rubric. */
export function judgeByRubric(prompt: string, instructions: string | undefined): string | undefined {
  if (!/\bjudge\b[^.]*\brubric\b/i.test(instructions ?? prompt)) return undefined;
  const given = readGiven(prompt.slice(Math.max(0, prompt.indexOf('{"rubric"'))));
  if (given === undefined) return undefined;
  const wanted = keyWords(given.rubric, 20);
  const missing = wanted.filter((word) => !given.answer.toLowerCase().includes(word));
  const score = wanted.length === 0 ? 1 : Number(((wanted.length - missing.length) / wanted.length).toFixed(2));
  const found = missing.length === 0 ? "all words of the rubric are in the answer" : `the answer lacks: ${missing.join(", ")}`;
  return JSON.stringify({ reason: `The demo model compares words alone, and ${found}.`, pass: missing.length === 0, score });
}

function readGiven(prompt: string): { rubric: string; answer: string } | undefined {
  try {
    const { rubric, answer }: { rubric?: unknown; answer?: unknown } = JSON.parse(prompt);
    return typeof rubric === "string" && typeof answer === "string" ? { rubric, answer } : undefined;
  } catch {
    return undefined;
  }
}
