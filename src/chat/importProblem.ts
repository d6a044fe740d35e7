/** A file that was not read as a conversation in; why not, out. */
import * as z from "zod/mini";
import { readMarks } from "./markdownMarks.ts";
import { conversationFormat, conversationVersion } from "./movedConversation.ts";

/** `foreign`: something else altogether; `newer`: of a later version of this format; `broken`: cut off, or altered so that it does not hold together. */
export type ImportProblem = "foreign" | "newer" | "broken";

const headSchema = z.object({ version: z.number() });
const jsonHeadSchema = z.extend(headSchema, { format: z.literal(conversationFormat) });

function judgeVersion(version: number): ImportProblem {
  return version > conversationVersion ? "newer" : "broken";
}

export function whyNotJson(text: string): ImportProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The format's name stands at the beginning of every export, which is what is left of one that was cut off.
    return text.slice(0, 200).includes(`"${conversationFormat}"`) ? "broken" : "foreign";
  }
  const { data } = jsonHeadSchema.safeParse(value);
  return data === undefined ? "foreign" : judgeVersion(data.version);
}

export function whyNotMarkdown(text: string): ImportProblem {
  const head = readMarks(text).find(({ name }) => name === "conversation");
  if (head === undefined) return "foreign";
  const { data } = headSchema.safeParse(head.facts);
  return data === undefined ? "broken" : judgeVersion(data.version);
}
