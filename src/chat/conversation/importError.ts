/** Determines why a file could not be read as a conversation. */
import * as z from "zod/mini";
import { readMarks } from "./markdownMarks.ts";
import { conversationFormat, conversationVersion } from "./movedConversation.ts";

/** `foreign`: not a conversation; `newer`: a later version of the format; `broken`: truncated, or modified so that it is inconsistent. */
export type ImportError = "foreign" | "newer" | "broken";

const headSchema = z.object({ version: z.number() });
const jsonHeadSchema = z.extend(headSchema, { format: z.literal(conversationFormat) });

function judgeVersion(version: number): ImportError {
  return version > conversationVersion ? "newer" : "broken";
}

export function whyNotJson(text: string): ImportError {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The format's name is at the beginning of every export, so a truncated file still has it.
    return text.slice(0, 200).includes(`"${conversationFormat}"`) ? "broken" : "foreign";
  }
  const { data } = jsonHeadSchema.safeParse(value);
  return data === undefined ? "foreign" : judgeVersion(data.version);
}

export function whyNotMarkdown(text: string): ImportError {
  const head = readMarks(text).find(({ name }) => name === "conversation");
  if (head === undefined) return "foreign";
  const { data } = headSchema.safeParse(head.facts);
  return data === undefined ? "broken" : judgeVersion(data.version);
}
