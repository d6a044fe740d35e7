import { describePrompt } from "../artifacts/linkSyntax.ts";

/** Characters that a row of the side bar shows beside its age, at a width of 300 pixels. */
const rowCharacters = 26;
/** What distinguishes variants of a prompt is often at its end. */
const endCharacters = 11;

/** A prompt in one short line: its beginning and its end. */
export function shortenPrompt(prompt: string): string {
  const line = describePrompt(prompt, Number.POSITIVE_INFINITY);
  if (line.length <= rowCharacters) return line;
  const beginning = line.slice(0, rowCharacters - endCharacters - 1).trimEnd();
  return `${beginning}…${line.slice(-endCharacters).trimStart()}`.toWellFormed();
}
