import { randomUUID } from "node:crypto";
import type * as vscode from "vscode";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import type { Allowance } from "../../generations/allowance.ts";
import { errorFactsOf, isLeft, isLeftRunning, type Task } from "../../generations/task.ts";
import type { CompiledRequest } from "../../prompt/compile/compile.ts";
import type { TaskOrigin } from "../artifacts/taskOrigin.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { isCancellation } from "../base/isCancellation.ts";
import { mention, report, reportFacts } from "../base/report.ts";
import type { TaskSource } from "../requests/taskSource.ts";
import { describeStopped } from "../showing/billing.ts";
import { stateName } from "../showing/describeTask.ts";
import { AnswerEditor, chooseAnswerFile, type StorageContext } from "./answerEditor.ts";
import { chooseArtifactTarget } from "./chooseArtifactTarget.ts";
import { outcomeOf } from "./restoreRuns.ts";
import type { PromptRun } from "./runRegister.ts";

type CompiledTask = CompiledRequest & { request: TaskRequest };

/**
 * Runs media and v2 requests as durable tasks. Resolves with their files when all tasks have ended or were stopped. Reports the first
 * error; all errors are in the Tasks view.
 */
export async function runAsTasks(
  runner: Pick<TaskSource, "state" | "generations" | "connection" | "models"> & { context: StorageContext; allowance: Allowance },
  prompt: vscode.Uri,
  requests: readonly CompiledTask[],
  run: PromptRun,
): Promise<vscode.Uri[]> {
  const { baseUrl } = await runner.connection();
  const common = { type: "promptDocument" as const, document: prompt.toString(), run: randomUUID() };
  const files: vscode.Uri[] = [];
  let isReported = false;
  const reportFirst = (reportOne: () => unknown): void => {
    if (!isReported) void reportOne();
    isReported = true;
  };
  const runOne = async ({ request, output }: CompiledTask, onAnswered: () => void): Promise<void> => {
    const onChange = ({ state }: Task): void => {
      if (state !== "submitting") onAnswered();
      if (state === "pending" || state === "processing") run.setPhase(stateName(state));
    };
    try {
      const target = await chooseArtifactTarget(prompt, request.kind, output);
      const file = request.kind === "text" ? await chooseAnswerFile(runner.context, prompt, output) : undefined;
      const origin: TaskOrigin = file === undefined ? common : { ...common, file: file.toString() };
      const generations = await runner.generations(runner.allowance);
      const task = await generations.run({ baseUrl, request, target, origin, signal: run.signal }, onChange);
      if (file !== undefined && task.text !== undefined && task.artifacts.length === 0) await showText(file, task.text);
      files.push(...task.artifacts.map(artifactUri));
      run.count(outcomeOf(task));
      const facts = errorFactsOf(task);
      if (isLeftRunning(task)) mention(describeStopped(task.model));
      if (isLeft(task) || facts === undefined) return;
      reportFirst(() => reportFacts(facts, { taskKey: task.key }));
    } catch (error) {
      // The user does not want to exceed the budget, and is not asked again for the other requests.
      if (isCancellation(error)) run.controller.abort();
      run.count({ failed: true, results: [] });
      reportFirst(() => report(error));
    } finally {
      onAnswered();
    }
  };
  const running: Promise<void>[] = [];
  for (const request of requests) {
    if (run.signal.aborted) break;
    // One POST at a time, because a large batch would exceed the service's limits at once.
    await new Promise<void>((resolve) => running.push(runOne(request, resolve)));
  }
  await Promise.all(running);
  return files;
}

async function showText(file: vscode.Uri, text: string): Promise<void> {
  const answer = await AnswerEditor.open(file);
  answer.append(text);
  await answer.finish();
}
