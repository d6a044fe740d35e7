/** Reads from a text request what the demo model works with. */
import { createRandomNumbers, hashText, type RandomNumbers } from "../randomNumbers.ts";
import type { TextRequest } from "../request.ts";
import { describeFile, type FileDescription } from "./describeFile.ts";

export interface TextTask {
  /** The last message of the user. */
  prompt: string;
  /** The messages before it, oldest first. */
  history: TextRequest["turns"];
  files: FileDescription[];
  /** The text to work on: of the files, else what follows the instruction in the prompt; undefined when there is none. */
  material: string | undefined;
  random: RandomNumbers;
}

/** What follows a first line that ends in a colon, a blank line, or opens a block. */
function materialIn(prompt: string): string | undefined {
  const block = /```[^`\n]*\n([\s\S]*?)```/.exec(prompt)?.[1] ?? /"""([\s\S]+?)"""/.exec(prompt)?.[1];
  const rest = block ?? /^[^\n]{1,200}?:\s+([\s\S]+)$/.exec(prompt)?.[1] ?? /^[^\n]+\n\s*\n?([\s\S]+)$/.exec(prompt)?.[1];
  return rest?.trim() || undefined;
}

export async function readTask(request: TextRequest): Promise<TextTask> {
  const lastUser = request.turns.findLastIndex((turn) => turn.role === "user");
  const prompt = request.turns[lastUser]?.text.trim() ?? "";
  const history = request.turns.slice(0, Math.max(0, lastUser));
  const files = await Promise.all(request.files.map(describeFile));
  const texts = files.flatMap((file) => file.text ?? []);
  const lastAnswer = history.findLast((turn) => turn.role === "assistant")?.text;
  const material = texts.length > 0 ? texts.join("\n\n") : (materialIn(prompt) ?? lastAnswer);
  return { prompt, history, files, material, random: createRandomNumbers(hashText(JSON.stringify(request.turns))) };
}

/** One thing that the demo model can do: its answer as Markdown, or undefined when it was not asked for. */
export type Skill = (task: TextTask) => string | undefined;
