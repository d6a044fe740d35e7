/** A text request in; a Markdown answer, with reasoning, citations and a picture where asked for, out. */
import { imageToolCapability } from "../capabilities.ts";
import type { TextRequest, TextResult } from "../generator.ts";
import { answerExactlySkills } from "./answerExactly.ts";
import { citeSources } from "./citeSources.ts";
import { explainRequest } from "./explainRequest.ts";
import { followInstructions } from "./followInstructions.ts";
import { reason } from "./reason.ts";
import { readTask, type TextTask } from "./task.ts";
import { bareCode, codeFallback, codeSkills } from "./workOnCode.ts";
import { fileSkill, materialSkills } from "./workOnMaterial.ts";
import { wantsTextAlone, writeInPlace } from "./writeInPlace.ts";
import { sampleSkills } from "./writeSample.ts";

const drawingWords = /\b(?:draw|paint|sketch|illustrat\w*|picture|image|photo\w*|logo|icon|poster|wallpaper|drawing|painting)\b/i;

function answer(task: TextTask): string {
  const skills =
    task.files.length > 0
      ? [...codeSkills, ...materialSkills, ...answerExactlySkills, codeFallback, fileSkill]
      : [bareCode, ...answerExactlySkills, ...codeSkills, ...materialSkills, ...sampleSkills, codeFallback];
  for (const skill of skills) {
    const text = skill(task);
    if (text !== undefined) return text;
  }
  return explainRequest(task);
}

/** The picture when the prompt asks for one: the model itself decides whether to call the tool. */
async function draw(task: TextTask, request: TextRequest): Promise<TextResult["image"]> {
  if (!request.imageTool || !drawingWords.test(task.prompt)) return undefined;
  const { drawPng } = await import("../image/makeImage.ts");
  const references = request.files.filter((file) => file.mediaType.startsWith("image/"));
  return { prompt: task.prompt, bytes: drawPng(task.prompt, request.imageTool, imageToolCapability, references) };
}

export async function makeText(request: TextRequest): Promise<TextResult> {
  const task = readTask(request);
  const image = await draw(task, request);
  if (!image && wantsTextAlone(request.instructions)) {
    return {
      kind: "text",
      reasoning: request.effort && reason(task, request.effort),
      text: writeInPlace(task, request.instructions, () => answer(task)),
      citations: [],
      image,
    };
  }
  const body = image ? "Here is the picture that you asked for, painted by the demo model from the words of your request." : answer(task);
  const signed = `${followInstructions(body, request.instructions)}\n\n*Demo answer from \`${request.model}\`, the built-in model of Generation Studio.*\n`;
  const { text, citations } = request.webSearch ? citeSources(signed.trimEnd(), task.prompt) : { text: signed, citations: [] };
  return { kind: "text", reasoning: request.effort && reason(task, request.effort), text, citations, image };
}
