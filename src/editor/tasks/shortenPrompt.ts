import { describePrompt } from "../artifacts/linkSyntax.ts";

/** Characters that fit into a row of the side bar beside its age, at a width of 300 pixels. */
const rowCharacters = 26;
/** Variants of a prompt often differ at the end. */
const endCharacters = 11;

/** Shortens a prompt to one line: its beginning and its end. */
export function shortenPrompt(prompt: string): string {
  const line = describePrompt(prompt, Number.POSITIVE_INFINITY);
  if (line.length <= rowCharacters) return line;
  const beginning = line.slice(0, rowCharacters - endCharacters - 1).trimEnd();
  return `${beginning}…${line.slice(-endCharacters).trimStart()}`.toWellFormed();
}
