/** What the journal stores of an answer that is written into a file. */
import * as z from "zod/mini";
import type { Tasks } from "../../generations/tasks.ts";
import { belongsHere } from "../service/windowOfAnswer.ts";

const originSchema = z.object({
  /** URIs of the prompt document, and of the file that the answer is written into. */
  document: z.string(),
  file: z.string(),
  /** `windowFolders` of the window. */
  folders: z.array(z.string()),
  /** What is in the file directly before the answer. */
  heading: z.string(),
  /** The run of the document: its start in Unix milliseconds, and its number of requests. */
  startedAt: z.number(),
  total: z.number(),
  /** What the metadata of the answer's images state. */
  stated: z.object({ model: z.string(), isProcedural: z.boolean(), prompt: z.string() }),
});

export type AnswerOrigin = z.infer<typeof originSchema>;

/** undefined: the answer is another feature's. */
export function parseAnswerOrigin(recorded: unknown): AnswerOrigin | undefined {
  return originSchema.safeParse(recorded).data;
}

/** undefined: the answer is another feature's, or another window's. */
export function readAnswerOrigin(recorded: unknown): AnswerOrigin | undefined {
  const origin = parseAnswerOrigin(recorded);
  return origin !== undefined && belongsHere(origin.document, origin.folders) ? origin : undefined;
}

/** Whether an ended window has left an answer to a prompt document of this window. */
export function hasLeftTexts(answers: Tasks["answers"]): boolean {
  return answers.left().some(({ origin }) => readAnswerOrigin(origin) !== undefined);
}

/** Forgets the interrupted answers of a file whose content is replaced. */
export async function forgetLeftTexts(answers: Tasks["answers"], file: string): Promise<void> {
  for (const { key, origin } of answers.left()) if (parseAnswerOrigin(origin)?.file === file) await answers.end(key);
}
