/** Writes one answer into its editor, while the journal has what another process needs to fetch the rest of it. */
import path from "node:path";
import * as vscode from "vscode";
import { describeError } from "../../client/errors/describeError.ts";
import { budgetCode } from "../../client/errors/ownCodes.ts";
import { describeCutOff } from "../../client/responses/cutOff.ts";
import type { ResponseObject } from "../../contract/response.ts";
import { responseReasoning, responseSources } from "../../contract/responseText.ts";
import type { Generation, GenerationEnd } from "../../generations/generation.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { createTextReader } from "../../output/textReader.ts";
import { stateOriginOfImage } from "../artifacts/originOf.ts";
import { targetUri } from "../base/artifactUri.ts";
import { report } from "../base/report.ts";
import { writeSources } from "../showing/writeSources.ts";
import type { AnswerEditor } from "./answerEditor.ts";
import type { AnswerOrigin } from "./answerOrigin.ts";
import { chooseArtifactTarget } from "./chooseArtifactTarget.ts";
import type { PromptRun, RequestOutcome } from "./runRegister.ts";

const { t } = vscode.l10n;

export interface ReceivingParts {
  /** The URI of the prompt document. */
  prompt: vscode.Uri;
  stated: AnswerOrigin["stated"];
  answer: AnswerEditor;
  answers: Tasks["answers"];
  run: PromptRun;
}

/**
 * Resolves when the answer is in its file, and counts it as an outcome of the run. undefined: this window is closing, so that another one
 * writes the rest.
 */
export async function receiveAnswer(generation: Generation, parts: ReceivingParts): Promise<RequestOutcome | undefined> {
  const { answer, answers, run } = parts;
  const outcome = await receive(generation, parts);
  if (outcome === undefined) return undefined;
  const result = { label: path.posix.basename(answer.document.uri.path), uri: answer.document.uri };
  let isWritten = false;
  try {
    await answer.finish();
    isWritten = true;
    await answers.end(generation.key);
  } finally {
    run.count({ ...outcome, failed: outcome.failed || !isWritten, results: [...outcome.results, result] });
  }
  return outcome;
}

async function receive(
  generation: Generation,
  { prompt, stated, answer, answers, run }: ReceivingParts,
): Promise<RequestOutcome | undefined> {
  try {
    const readText = createTextReader();
    for await (const changes of generation) {
      const text = changes.map((change) => readText(change)?.text ?? "").join("");
      if (text === "") continue;
      run.setPhase("writing");
      answer.append(text);
    }
    const { outcome, response, error, id } = await generation.end;
    if (!answers.isWriting(generation.key)) return undefined;
    if (response) await appendExtras((image) => saveImage(prompt, image, stated), response, answer);
    const failed = outcome !== "completed" && outcome !== "refused";
    if (failed) answer.append(`\n\n*${describeOutcome({ outcome, response, error })}*\n`);
    // The user does not want to exceed the budget, and is not asked again for the other requests.
    if (error?.code === budgetCode) run.controller.abort();
    if (failed && error) void report(error);
    return { failed, results: [], tokens: response?.usage?.total_tokens ?? undefined, responseId: id };
  } catch (error) {
    if (!answers.isWriting(generation.key)) return undefined;
    void report(error);
    return { failed: true, results: [] };
  }
}

/** Appends the answer's reasoning, sources and images below its text. */
async function appendExtras(saver: (base64: string) => Promise<string>, response: ResponseObject, answer: AnswerEditor): Promise<void> {
  const reasoning = responseReasoning(response);
  if (reasoning !== "") answer.append(writeReasoning(reasoning));
  const sources = writeSources(responseSources(response));
  if (sources !== "") answer.append(sources);
  const images = (response.output ?? []).flatMap((item) => (item.type === "image_generation_call" && item.result ? [item.result] : []));
  for (const image of images) answer.append(`\n\n![](<${await saver(image)}>)\n`);
}

/** Collapsed in a rendered document. */
function writeReasoning(reasoning: string): string {
  return `\n\n<details><summary>${t("Reasoning")}</summary>\n\n${reasoning}\n\n</details>\n`;
}

/** Returns the image's address for a Markdown link. */
async function saveImage(prompt: vscode.Uri, base64: string, stated: AnswerOrigin["stated"]): Promise<string> {
  const folder = targetUri(await chooseArtifactTarget(prompt, "image", undefined));
  const name = `picture-${Date.now()}-${Math.random().toString(36).slice(2, 8)}.png`;
  const file = vscode.Uri.joinPath(folder, name);
  const bytes = Buffer.from(base64.replace(/^data:[^,]*,/, ""), "base64");
  await vscode.workspace.fs.writeFile(file, await stateOriginOfImage(bytes, file, stated));
  const isNear = prompt.scheme === file.scheme && prompt.authority === file.authority;
  return isNear ? path.posix.relative(path.posix.dirname(prompt.path), file.path) : file.toString();
}

function describeOutcome({ outcome, response, error }: Pick<GenerationEnd, "outcome" | "response" | "error">): string {
  if (error?.code === budgetCode) return describeError(error).sentence;
  switch (outcome) {
    case "aborted":
      return t("Stopped.");
    case "truncated":
      return t("The answer was cut off.");
    case "incomplete":
      return describeError(error ?? describeCutOff(response?.incomplete_details?.reason)).sentence;
    default:
      return t("The generation failed.");
  }
}
