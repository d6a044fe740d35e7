/** Media and v2 requests in; their durable tasks, submitted and followed to the end, out. */
import path from "node:path";
import type * as vscode from "vscode";
import type { CompiledRequest } from "../../prompt/compile.ts";
import type { Task, TaskRequest } from "../../tasks/task.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { awaitMark } from "../generate/awaitedTasks.ts";
import { deliverArtifacts } from "../generate/delivery.ts";
import { reportUndelivered } from "../generate/reportUndelivered.ts";
import { report, reportFacts } from "../report.ts";
import type { Studio } from "../studio.ts";
import { AnswerEditor } from "./answerEditor.ts";
import { chooseArtifactTarget } from "./chooseArtifactTarget.ts";
import { outcomeOf } from "./restoreRuns.ts";
import type { RequestOutcome, Run } from "./runRegister.ts";

export interface TaskJob {
  compiled: CompiledRequest;
  request: TaskRequest;
}

/** Resolves when every task is over or was stopped. The first failure is told; all are in the Tasks view. */
export async function runAsTasks(studio: Studio, prompt: vscode.Uri, jobs: readonly TaskJob[], run: Run): Promise<void> {
  const tasks = await studio.tasks();
  const { baseUrl } = await studio.connection();
  let isTold = false;
  const tellFirst = (tell: () => unknown): void => {
    if (!isTold) void tell();
    isTold = true;
  };
  const followed: Promise<void>[] = [];
  // The lens tells how the run goes: no message for each task besides.
  const { mark, release } = awaitMark();
  const unsubscribe = tasks.onChange(({ task }) => {
    if (task?.origin.mark === mark && (task.state === "pending" || task.state === "processing")) run.tell(task.state);
  });
  try {
    for (const job of jobs) {
      if (run.signal.aborted) break;
      try {
        const { destination, ...target } = await chooseArtifactTarget(studio, prompt, job.request.kind, job.compiled.output);
        const task = await tasks.submit({
          baseUrl,
          request: job.request,
          target,
          origin: { promptDocument: prompt.toString(), mark, ...(destination === undefined ? {} : { destination }) },
          signal: run.signal,
        });
        followed.push(follow(studio, tasks, task, job, prompt, run, tellFirst));
      } catch (error) {
        run.count({ failed: true, results: [] });
        tellFirst(() => report(error));
      }
    }
    await Promise.all(followed);
  } finally {
    unsubscribe();
    release();
  }
}

async function follow(
  studio: Studio,
  tasks: Tasks,
  task: Task,
  job: TaskJob,
  prompt: vscode.Uri,
  run: Run,
  tellFirst: (tell: () => unknown) => void,
): Promise<void> {
  const stop = (): void => tasks.stop(task.key);
  run.signal.addEventListener("abort", stop);
  try {
    const settled = await tasks.settled(task.key);
    await deliverArtifacts(settled).catch((error: unknown) => void reportUndelivered(studio, settled, error));
    run.count(await showOutcome(settled, job, prompt));
    if (settled.state === "saved") await studio.state.learn(settled.model, settled.kind, "worked");
    else if (settled.state !== "stopped" && settled.error) {
      const { error } = settled;
      tellFirst(() => reportFacts(error, { taskKey: settled.key }));
    }
  } finally {
    run.signal.removeEventListener("abort", stop);
  }
}

async function showOutcome(task: Task, job: TaskJob, prompt: vscode.Uri): Promise<RequestOutcome> {
  const outcome = await outcomeOf(task);
  if (task.kind === "text" && task.text !== undefined) {
    const answer = await AnswerEditor.open(prompt, job.compiled.output);
    answer.append(task.text);
    await answer.finish();
    return { ...outcome, results: [{ label: path.posix.basename(answer.document.uri.path), uri: answer.document.uri }] };
  }
  return outcome;
}
