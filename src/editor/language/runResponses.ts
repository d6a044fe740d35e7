/** v1 text requests in; their answers streamed into an editor, one after the other, out. */
import path from "node:path";
import * as vscode from "vscode";
import type { ServiceClient } from "../../client/serviceClient.ts";
import type { ResponseObject } from "../../contract/response.ts";
import type { ResponseRequest } from "../../contract/responseRequest.ts";
import { responseSources, responseText } from "../../contract/responseText.ts";
import type { CompiledRequest } from "../../prompt/compile.ts";
import { report } from "../report.ts";
import type { Studio } from "../studio.ts";
import { writeSources } from "../writeSources.ts";
import { AnswerEditor } from "./answerEditor.ts";
import { chooseArtifactTarget } from "./chooseArtifactTarget.ts";
import type { RequestOutcome, Run } from "./runRegister.ts";

export interface ResponseJob {
  compiled: CompiledRequest;
  body: ResponseRequest;
}

export async function runResponses(studio: Studio, prompt: vscode.Uri, jobs: readonly ResponseJob[], run: Run): Promise<void> {
  const client = await studio.client();
  let shared: AnswerEditor | undefined;
  for (const [index, job] of jobs.entries()) {
    if (run.signal.aborted) return;
    const output = job.compiled.output?.replaceAll("{n}", String(index + 1));
    const isShared = output === undefined || output === job.compiled.output;
    const answer = isShared && shared ? shared : await AnswerEditor.open(prompt, output);
    if (isShared) shared = answer;
    if (jobs.length > 1 && isShared) answer.append(`${index > 0 ? "\n\n" : ""}## ${describeSet(job.compiled, index, jobs.length)}\n\n`);
    run.tell("waiting");
    const outcome = await runOne(client, prompt, job, answer, run);
    await answer.finish();
    run.count({
      ...outcome,
      results: [...outcome.results, { label: path.posix.basename(answer.document.uri.path), uri: answer.document.uri }],
    });
  }
}

function describeSet(compiled: CompiledRequest, index: number, total: number): string {
  const values = Object.entries(compiled.variables).map(([name, value]) => `${name}: ${value}`);
  return [`${index + 1} of ${total}`, ...values].join(" · ").replace(/\s+/g, " ");
}

async function runOne(
  client: ServiceClient,
  prompt: vscode.Uri,
  job: ResponseJob,
  answer: AnswerEditor,
  run: Run,
): Promise<RequestOutcome> {
  try {
    const result = job.body.stream === false ? await readWhole(client, job, answer, run) : await readStream(client, job, answer, run);
    if (result.response) await appendExtras(prompt, result.response, answer);
    const failed = result.outcome !== "completed" && result.outcome !== "refused";
    if (failed) answer.append(`\n\n*${describeOutcome(result.outcome)}*\n`);
    if (failed && result.error) void report(result.error);
    return { failed, results: [], tokens: result.response?.usage?.total_tokens ?? undefined };
  } catch (error) {
    void report(error);
    return { failed: true, results: [] };
  }
}

async function readStream(client: ServiceClient, job: ResponseJob, answer: AnswerEditor, run: Run) {
  const stream = client.streamResponse({ ...job.body, stream: true }, { signal: run.signal });
  let written = "";
  for await (const event of stream) {
    if (event.type !== "response.output_text.delta" && event.type !== "response.refusal.delta") continue;
    if (written === "") run.tell("writing");
    written += event.delta;
    answer.append(event.delta);
  }
  const result = await stream.result;
  const whole = result.response ? responseText(result.response) : "";
  // Where the pieces do not add up, the terminal object is right; what was shown stays, and the rest is added.
  if (whole.startsWith(written)) answer.append(whole.slice(written.length));
  return result;
}

async function readWhole(client: ServiceClient, job: ResponseJob, answer: AnswerEditor, run: Run) {
  const result = await client.createResponse(job.body, { signal: run.signal });
  if (result.response) answer.append(responseText(result.response));
  return result;
}

/** Sources and pictures of the answer, below its text. */
async function appendExtras(prompt: vscode.Uri, response: ResponseObject, answer: AnswerEditor): Promise<void> {
  const sources = writeSources(responseSources(response));
  if (sources !== "") answer.append(sources);
  const pictures = (response.output ?? []).flatMap((item) => (item.type === "image_generation_call" && item.result ? [item.result] : []));
  for (const picture of pictures) answer.append(`\n\n![](<${await savePicture(prompt, picture)}>)\n`);
}

/** Returns the picture's address for a Markdown link. */
async function savePicture(prompt: vscode.Uri, base64: string): Promise<string> {
  const { folder } = await chooseArtifactTarget(prompt, "image", undefined);
  const name = `picture-${Date.now()}-${Math.random().toString(36).slice(2, 8)}.png`;
  const file = vscode.Uri.file(path.join(folder, name));
  await vscode.workspace.fs.writeFile(file, Buffer.from(base64.replace(/^data:[^,]*,/, ""), "base64"));
  const from = prompt.scheme === "file" ? path.dirname(prompt.fsPath) : undefined;
  return from ? path.relative(from, file.fsPath).replaceAll("\\", "/") : file.toString();
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
