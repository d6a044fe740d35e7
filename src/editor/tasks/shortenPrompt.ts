import { describePrompt } from "../artifacts/linkSyntax.ts";

/** Characters that fit into a row of the side bar beside its age and cost, at a width of 258 pixels. */
const rowCharacters = 18;
/** Variants of a prompt often differ at the end. */
const endCharacters = 7;

/** Shortens a prompt to one line: its beginning and its end. */
export function shortenPrompt(prompt: string): string {
  const line = describePrompt(prompt, Number.POSITIVE_INFINITY);
  if (line.length <= rowCharacters) return line;
  const beginning = line.slice(0, rowCharacters - endCharacters - 1).trimEnd();
  return `${beginning}…${line.slice(-endCharacters).trimStart()}`.toWellFormed();
}
