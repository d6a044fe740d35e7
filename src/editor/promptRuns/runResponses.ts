/** Runs v1 text requests one after another, and streams the answers into editors. */
import * as vscode from "vscode";
import type { TextWireRequest } from "../../contract/wireRequest.ts";
import type { Allowance } from "../../generations/allowance.ts";
import type { CompiledRequest } from "../../prompt/compile/compile.ts";
import type { Studio } from "../service/studio.ts";
import { windowFolders } from "../service/windowOfAnswer.ts";
import { stateName } from "../showing/describeTask.ts";
import { AnswerEditor, chooseAnswerFile } from "./answerEditor.ts";
import { type AnswerOrigin, forgetLeftTexts } from "./answerOrigin.ts";
import { receiveAnswer } from "./receiveAnswer.ts";
import type { PromptRun } from "./runRegister.ts";

type CompiledText = CompiledRequest & { request: TextWireRequest };

/** Throws DatabaseError if the journal refuses an answer; then nothing is sent, because a paid answer's id could be lost. */
export async function runResponses(
  studio: Pick<Studio, "connection" | "context" | "generations" | "isDemo" | "tasks"> & { allowance: Allowance },
  prompt: vscode.Uri,
  requests: readonly CompiledText[],
  run: PromptRun,
): Promise<void> {
  const [{ answers }, { baseUrl }, generations] = await Promise.all([
    studio.tasks(),
    studio.connection(),
    studio.generations(studio.allowance),
  ]);
  let shared: AnswerEditor | undefined;
  for (const [index, compiled] of requests.entries()) {
    const { body } = compiled.request;
    if (run.signal.aborted) return;
    const output = compiled.output?.replaceAll("{n}", String(index + 1));
    const isShared = output === undefined || output === compiled.output;
    const answer = isShared && shared ? shared : await AnswerEditor.open(await chooseAnswerFile(studio.context, prompt, output));
    if (answer !== shared) await forgetLeftTexts(answers, answer.document.uri.toString());
    if (isShared) shared = answer;
    const heading = requests.length > 1 && isShared ? `${index > 0 ? "\n\n" : ""}## ${describeText(compiled, index, requests)}\n\n` : "";
    answer.append(heading);
    run.setPhase(stateName("pending"));
    const { model, input } = body;
    const stated = { model, isProcedural: studio.isDemo(model), prompt: typeof input === "string" ? input : "" };
    const origin: AnswerOrigin = {
      document: prompt.toString(),
      file: answer.document.uri.toString(),
      folders: windowFolders(),
      heading,
      startedAt: run.startedAt,
      total: run.describe().total,
      stated,
    };
    const generation = await generations.start(compiled.request, { baseUrl, origin, signal: run.signal });
    if ((await receiveAnswer(generation, { prompt, stated, answer, answers, run })) === undefined) return;
  }
}

/** Names a request by what distinguishes it from the others: its model, and the variables that differ. */
function describeText({ request, variables }: CompiledText, index: number, requests: readonly CompiledText[]): string {
  const isOneModel = requests.every((other) => other.request.body.model === request.body.model);
  const values = Object.entries(variables).filter(([name, value]) => requests.some((other) => other.variables[name] !== value));
  const location = vscode.l10n.t("{0} of {1}", index + 1, requests.length);
  const parts = [location, ...(isOneModel ? [] : [request.body.model]), ...values.map(([name, value]) => `${name}: ${value}`)];
  return parts.join(" · ").replace(/\s+/g, " ");
}
