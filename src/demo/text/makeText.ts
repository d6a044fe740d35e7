/** Generates a Markdown answer with reasoning, citations and an image where requested. */
import { imageToolCapability } from "../capabilities.ts";
import type { DemoTextRequest, TextResult } from "../request.ts";
import { findDemoAnswer, outlineAnswer } from "./answers.ts";
import { citeSources, followInstructions, judgeByRubric, reason } from "./requestedForms.ts";
import { readTextTask, type TextTask } from "./task.ts";
import { wantsTextAlone, writeInPlace } from "./writeInPlace.ts";

const drawingWords = /\b(?:draw|paint|sketch|illustrat\w*|picture|image|photo\w*|logo|icon|poster|wallpaper|drawing|painting)\b/i;

/** The end of a question, with question marks of all scripts. */
const question = /[?？؟;՞᥅⁇]\s*$/u;
const words = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * The demo model draws if the prompt mentions an image in English, or, in any language, if it is neither a question nor a task that it
 * answers in words.
 */
function wantsImage(task: TextTask): boolean {
  if (drawingWords.test(task.prompt)) return true;
  if (question.test(task.prompt) || findDemoAnswer(task) !== undefined) return false;
  return [...words.segment(task.prompt)].filter(({ isWordLike }) => isWordLike).length > 1;
}

/** Draws if the prompt asks for an image: the model itself decides whether to call the tool. */
async function draw(task: TextTask, request: DemoTextRequest): Promise<TextResult["image"]> {
  if (!request.imageTool || !wantsImage(task)) return undefined;
  const { drawPng } = await import("../image/makeImage.ts");
  const references = request.files.filter((file) => file.mediaType.startsWith("image/"));
  return { prompt: task.prompt, bytes: await drawPng(task.prompt, request.imageTool, imageToolCapability, references) };
}

/** If the last message asks to continue the previous answer, generates the whole answer again and returns the rest of it. */
async function continueText(request: DemoTextRequest): Promise<TextResult | undefined> {
  const [partial, last] = request.turns.slice(-2);
  const isAsked = last?.role === "user" && /\bcontinue (?:it|your answer)\b/i.test(last.text);
  if (!isAsked || partial?.role !== "assistant") return undefined;
  const whole = await makeText({ ...request, turns: request.turns.slice(0, -2) });
  if (!whole.text.startsWith(partial.text)) return undefined;
  const { length } = partial.text;
  const citations = whole.citations.filter(({ start }) => start >= length);
  return {
    ...whole,
    text: whole.text.slice(length),
    citations: citations.map((citation) => ({ ...citation, start: citation.start - length, end: citation.end - length })),
    image: undefined,
  };
}

/** The longest answer in UTF-16 code units: a longer one would be sent for minutes. */
const longestAnswer = 12_000;

export async function makeText(request: DemoTextRequest): Promise<TextResult> {
  const made = (await continueText(request)) ?? (await answerPrompt(request));
  if (made.text.length <= longestAnswer) return made;
  const text = `${made.text.slice(0, longestAnswer).toWellFormed()}…\n`;
  return { ...made, text, citations: made.citations.filter(({ end }) => end <= longestAnswer) };
}

/** v2 has no field for instructions, so the editor's stand before the prompt. */
function readInstructions(request: DemoTextRequest): DemoTextRequest {
  const last = request.turns.at(-1);
  const [first = "", ...rest] = last?.text.split("\n\n") ?? [];
  if (last === undefined || request.instructions !== undefined || rest.length === 0 || !wantsTextAlone(first)) return request;
  return { ...request, instructions: first, turns: [...request.turns.slice(0, -1), { ...last, text: rest.join("\n\n") }] };
}

async function answerPrompt(given: DemoTextRequest): Promise<TextResult> {
  const request = readInstructions(given);
  const task = await readTextTask(request);
  const made = { kind: "text", reasoning: request.effort && reason(task, request.effort), citations: [], image: undefined } as const;
  const judged = judgeByRubric(task.prompt, request.instructions);
  if (judged !== undefined) return { ...made, reasoning: undefined, text: judged, citations: [] };
  const image = await draw(task, request);
  if (!image && wantsTextAlone(request.instructions)) return { ...made, text: writeInPlace(task, request.instructions), citations: [] };
  const body = image
    ? "Here is the picture that you asked for, painted by the demo model from the words of your request."
    : (findDemoAnswer(task) ?? outlineAnswer(task));
  const signed = `${followInstructions(body, request.instructions)}\n\n*Demo answer from \`${request.model}\`, the built-in model of Generation Studio.*\n`;
  return { ...made, image, ...(request.webSearch ? citeSources(signed.trimEnd(), task.prompt) : { text: signed, citations: [] }) };
}
