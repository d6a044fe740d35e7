/** Applies the system instruction to an answer, as far as the demo model can. */
import { sentencesOf } from "./analyseText.ts";

/** Supports capital letters, brevity, and words to begin or end with; any other instruction is quoted. */
export function followInstructions(answer: string, instructions: string | undefined): string {
  if (!instructions) return answer;
  let result = answer;
  let followed = false;
  const change = (requested: boolean, apply: (text: string) => string) => {
    if (!requested) return;
    result = apply(result);
    followed = true;
  };
  change(/\b(?:brief\w*|concise\w*|short answers?|one sentence|be terse)\b/i.test(instructions), (text) => sentencesOf(text)[0] ?? text);
  change(/\b(?:upper ?case|capital letters|capitals|all caps)\b/i.test(instructions), (text) => text.toUpperCase());
  const wordsAfter = (verbs: string) =>
    new RegExp(`\\b(?:${verbs})\\b[^"“'‘\\n]{0,40}["“'‘]([^"“”'‘’\\n]+)["”'’]`, "i").exec(instructions)?.[1];
  const opening = wordsAfter("start|begin|prefix");
  change(opening !== undefined, (text) => `${opening}${/^[#|>`-]/.test(text) ? "\n\n" : " "}${text}`);
  const closing = wordsAfter("end|finish|close|sign");
  change(closing !== undefined, (text) => `${text}\n\n${closing}`);
  return followed ? result : `${result}\n\n*Your instruction was read: “${instructions.replace(/\s+/g, " ").slice(0, 160)}”.*`;
}
