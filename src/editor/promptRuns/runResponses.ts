/** Runs v1 text requests one after another, and streams the answers into editors. */
import path from "node:path";
import * as vscode from "vscode";
import type { ServiceClient } from "../../client/serviceClient.ts";
import type { ResponseObject } from "../../contract/response.ts";
import type { ResponseRequest } from "../../contract/responseRequest.ts";
import { responseReasoning, responseSources } from "../../contract/responseText.ts";
import type { CompiledRequest } from "../../prompt/compile/compile.ts";
import { generateText } from "../../tasks/generate.ts";
import { targetUri } from "../artifacts/artifactUri.ts";
import { stateOriginOfImage } from "../artifacts/stateOrigin.ts";
import { report } from "../report.ts";
import type { Studio } from "../studio.ts";
import { writeSources } from "../writeSources.ts";
import { AnswerEditor } from "./answerEditor.ts";
import { chooseArtifactTarget } from "./chooseArtifactTarget.ts";
import type { RequestOutcome, Run } from "./runRegister.ts";

export interface ResponseToRun {
  compiled: CompiledRequest;
  body: ResponseRequest;
}

export async function runResponses(
  studio: Pick<Studio, "client" | "context" | "isDemo">,
  prompt: vscode.Uri,
  requests: readonly ResponseToRun[],
  run: Run,
): Promise<void> {
  const client = await studio.client();
  let shared: AnswerEditor | undefined;
  for (const [index, request] of requests.entries()) {
    if (run.signal.aborted) return;
    const output = request.compiled.output?.replaceAll("{n}", String(index + 1));
    const isShared = output === undefined || output === request.compiled.output;
    const answer = isShared && shared ? shared : await AnswerEditor.open(studio.context, prompt, output);
    if (isShared) shared = answer;
    if (requests.length > 1 && isShared) answer.append(`${index > 0 ? "\n\n" : ""}## ${describeRequest(request, index, requests)}\n\n`);
    run.setPhase("waiting");
    const saver = (base64: string) => saveImage(prompt, base64, request, studio.isDemo(request.body.model));
    const outcome = await runOne({ client, saver }, request, answer, run);
    let isWritten = false;
    try {
      await answer.finish();
      isWritten = true;
    } finally {
      run.count({
        ...outcome,
        failed: outcome.failed || !isWritten,
        results: [...outcome.results, { label: path.posix.basename(answer.document.uri.path), uri: answer.document.uri }],
      });
    }
  }
}

/** Names a request by what distinguishes it from the others: its model, and the variables that differ. */
function describeRequest(request: ResponseToRun, index: number, requests: readonly ResponseToRun[]): string {
  const isOneModel = requests.every((other) => other.body.model === request.body.model);
  const values = Object.entries(request.compiled.variables).filter(([name, value]) =>
    requests.some((other) => other.compiled.variables[name] !== value),
  );
  const location = vscode.l10n.t("{0} of {1}", index + 1, requests.length);
  const parts = [location, ...(isOneModel ? [] : [request.body.model]), ...values.map(([name, value]) => `${name}: ${value}`)];
  return parts.join(" · ").replace(/\s+/g, " ");
}

async function runOne(
  parts: { client: ServiceClient; saver: (base64: string) => Promise<string> },
  request: ResponseToRun,
  answer: AnswerEditor,
  run: Run,
): Promise<RequestOutcome> {
  try {
    const generation = generateText(parts.client, request.body, run.signal);
    for await (const progress of generation) {
      if (progress.type === "task") continue;
      run.setPhase("writing");
      answer.append(progress.text);
    }
    const { outcome, response, error, id } = await generation.end;
    if (response) await appendExtras(parts.saver, response, answer);
    const failed = outcome !== "completed" && outcome !== "refused";
    if (failed) answer.append(`\n\n*${describeOutcome(outcome)}*\n`);
    if (failed && error) void report(error);
    return { failed, results: [], tokens: response?.usage?.total_tokens ?? undefined, responseId: id };
  } catch (error) {
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
  return `\n\n<details><summary>${vscode.l10n.t("Reasoning")}</summary>\n\n${reasoning}\n\n</details>\n`;
}

/** Returns the image's address for a Markdown link. */
async function saveImage(prompt: vscode.Uri, base64: string, { body }: ResponseToRun, isProcedural: boolean): Promise<string> {
  const folder = targetUri(await chooseArtifactTarget(prompt, "image", undefined));
  const name = `picture-${Date.now()}-${Math.random().toString(36).slice(2, 8)}.png`;
  const file = vscode.Uri.joinPath(folder, name);
  const bytes = Buffer.from(base64.replace(/^data:[^,]*,/, ""), "base64");
  const stated = { model: body.model, isProcedural, prompt: typeof body.input === "string" ? body.input : "" };
  await vscode.workspace.fs.writeFile(file, await stateOriginOfImage(bytes, file, stated));
  const isNear = prompt.scheme === file.scheme && prompt.authority === file.authority;
  return isNear ? path.posix.relative(path.posix.dirname(prompt.path), file.path) : file.toString();
}

function describeOutcome(outcome: string): string {
  switch (outcome) {
    case "aborted":
      return vscode.l10n.t("Stopped.");
    case "truncated":
      return vscode.l10n.t("The answer was cut off.");
    case "incomplete":
      return vscode.l10n.t("The answer is incomplete.");
    default:
      return vscode.l10n.t("The generation failed.");
  }
}
