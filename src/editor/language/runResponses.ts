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
    if (jobs.length > 1 && isShared) answer.append(`${index > 0 ? "\n\n" : ""}## ${describeJob(job, index, jobs)}\n\n`);
    run.tell("waiting");
    const outcome = await runOne(studio, client, prompt, job, answer, run);
    await answer.finish();
    run.count({
      ...outcome,
      results: [...outcome.results, { label: path.posix.basename(answer.document.uri.path), uri: answer.document.uri }],
    });
  }
}

/** Which of the jobs it is, by what tells it from the others: its model, and the variables that differ. */
function describeJob(job: ResponseJob, index: number, jobs: readonly ResponseJob[]): string {
  const isOneModel = jobs.every((other) => other.body.model === job.body.model);
  const values = Object.entries(job.compiled.variables).filter(([name, value]) =>
    jobs.some((other) => other.compiled.variables[name] !== value),
  );
  const place = vscode.l10n.t("{0} of {1}", index + 1, jobs.length);
  const parts = [place, ...(isOneModel ? [] : [job.body.model]), ...values.map(([name, value]) => `${name}: ${value}`)];
  return parts.join(" · ").replace(/\s+/g, " ");
}

async function runOne(
  studio: Studio,
  client: ServiceClient,
  prompt: vscode.Uri,
  job: ResponseJob,
  answer: AnswerEditor,
  run: Run,
): Promise<RequestOutcome> {
  try {
    const result = job.body.stream === false ? await readWhole(client, job, answer, run) : await readStream(client, job, answer, run);
    if (result.response) await appendExtras(studio, prompt, result.response, answer);
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
async function appendExtras(studio: Studio, prompt: vscode.Uri, response: ResponseObject, answer: AnswerEditor): Promise<void> {
  const sources = writeSources(responseSources(response));
  if (sources !== "") answer.append(sources);
  const pictures = (response.output ?? []).flatMap((item) => (item.type === "image_generation_call" && item.result ? [item.result] : []));
  for (const picture of pictures) answer.append(`\n\n![](<${await savePicture(studio, prompt, picture)}>)\n`);
}

/** Returns the picture's address for a Markdown link. */
async function savePicture(studio: Studio, prompt: vscode.Uri, base64: string): Promise<string> {
  const { folder, destination } = await chooseArtifactTarget(studio, prompt, "image", undefined);
  const name = `picture-${Date.now()}-${Math.random().toString(36).slice(2, 8)}.png`;
  const place = destination === undefined ? vscode.Uri.file(folder) : vscode.Uri.parse(destination, true);
  const file = vscode.Uri.joinPath(place, name);
  await vscode.workspace.fs.writeFile(file, Buffer.from(base64.replace(/^data:[^,]*,/, ""), "base64"));
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
