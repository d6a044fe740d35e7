/** Judges an answer by a rubric with a simple rule: the key words of the rubric must be in the answer. */
import { keyWords } from "./analyseText.ts";

/** undefined: the request does not contain a rubric. */
export function judgeByRubric(prompt: string, instructions: string | undefined): string | undefined {
  if (!/\bjudge\b[^.]*\brubric\b/i.test(instructions ?? prompt)) return undefined;
  const given = readGiven(prompt.slice(Math.max(0, prompt.indexOf('{"rubric"'))));
  if (given === undefined) return undefined;
  const answer = given.answer.toLowerCase();
  const wanted = keyWords(given.rubric, 20).map(({ word }) => word);
  const missing = wanted.filter((word) => !answer.includes(word));
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
