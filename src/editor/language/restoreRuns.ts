/** The journal and a prompt document in; the document's last run, as an earlier window or a reload left it, in the register again out. */
import path from "node:path";
import * as vscode from "vscode";
import { runningStates, type Task } from "../../tasks/task.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import type { RequestOutcome, Run, RunRegister } from "./runRegister.ts";

/** Tasks that are looked through for a document's. */
const mostTasks = 500;

/** Does nothing where this window has run the document itself. v1 text is not a task and leaves no trace. */
export function restoreRun(register: RunRegister, tasks: Tasks, document: vscode.Uri): void {
  if (register.of(document)) return;
  const own = tasks.list({ limit: mostTasks }).filter((task) => task.origin.promptDocument === document.toString());
  const last = own.filter((task) => task.origin.mark === own[0]?.origin.mark);
  if (last.length === 0) return;
  const run = register.start(document, last.length, Math.min(...last.map((task) => task.createdAt)));
  const settled = last.filter((task) => !isRunning(task));
  for (const task of settled) run.count(outcomeOf(task));
  const finishedAt = Math.max(...last.map((task) => task.finishedAt ?? task.createdAt));
  if (settled.length === last.length) run.end(finishedAt);
  else void follow(tasks, last.filter(isRunning), run);
}

async function follow(tasks: Tasks, running: readonly Task[], run: Run): Promise<void> {
  const stop = (): void => {
    for (const task of running) tasks.stop(task.key);
  };
  run.signal.addEventListener("abort", stop);
  try {
    run.tell("processing");
    await Promise.all(running.map(async (task) => run.count(outcomeOf(await tasks.settled(task.key)))));
  } catch {
    // The journal was closed: the next window carries on.
  } finally {
    run.signal.removeEventListener("abort", stop);
    run.end();
  }
}

function isRunning(task: Task): boolean {
  return runningStates.some((state) => state === task.state);
}

/** What came of a task. */
export function outcomeOf(task: Task): RequestOutcome {
  return {
    failed: task.state !== "saved",
    cost: task.cost?.amount ?? undefined,
    tokens: task.usage?.total_tokens ?? undefined,
    results: task.artifacts.map((artifact) => ({ label: path.basename(artifact.path), uri: vscode.Uri.file(artifact.path) })),
  };
}
