/** Extracts from a text request what the demo model needs. */
import { createRandomNumbers, hashText, type RandomNumbers } from "../randomNumbers.ts";
import type { TextRequest } from "../request.ts";
import { describeFile, type FileDescription } from "./describeFile.ts";

export interface TextTask {
  /** The last message of the user. */
  prompt: string;
  /** The messages before it, oldest first. */
  history: TextRequest["turns"];
  files: FileDescription[];
  /** The text to work on: of the files, otherwise the text after the instruction in the prompt; undefined if there is none. */
  material: string | undefined;
  random: RandomNumbers;
}

/** The content of a fenced or triple-quoted block; otherwise the text after a colon in the first line, or after the first line. */
function materialIn(prompt: string): string | undefined {
  const block = /```[^`\n]*\n([\s\S]*?)```/.exec(prompt)?.[1] ?? /"""([\s\S]+?)"""/.exec(prompt)?.[1];
  const rest = block ?? /^[^\n]{1,200}?:\s+([\s\S]+)$/.exec(prompt)?.[1] ?? /^[^\n]+\n\s*\n?([\s\S]+)$/.exec(prompt)?.[1];
  return rest?.trim() || undefined;
}

/** How much of a text, and of one of its lines, the demo reads, in UTF-16 code units: a longer one would occupy it for minutes. */
const readLength = 100_000;
const readLine = 2_000;

function shorten(text: string): string {
  const read = text.slice(0, readLength);
  const lines = read.split("\n").map((line) => (line.length > readLine ? `${line.slice(0, readLine).toWellFormed()}…` : line));
  return read.length < text.length ? `${lines.join("\n")}\n…` : lines.join("\n");
}

export async function readTask(request: TextRequest): Promise<TextTask> {
  const lastUser = request.turns.findLastIndex((turn) => turn.role === "user");
  const prompt = shorten(request.turns[lastUser]?.text.trim() ?? "");
  const history = request.turns.slice(0, Math.max(0, lastUser));
  const described = await Promise.all(request.files.map(describeFile));
  const files = described.map((file) => (file.text === undefined ? file : { ...file, text: shorten(file.text) }));
  const texts = files.flatMap((file) => file.text ?? []);
  const lastAnswer = history.findLast((turn) => turn.role === "assistant")?.text;
  const material = texts.length > 0 ? texts.join("\n\n") : (materialIn(prompt) ?? lastAnswer);
  return { prompt, history, files, material, random: createRandomNumbers(hashText(JSON.stringify(request.turns))) };
}

/** A skill of the demo model: returns its answer as Markdown, or undefined if the task does not request it. */
export type Skill = (task: TextTask) => string | undefined;
