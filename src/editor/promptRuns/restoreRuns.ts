/** Restores a prompt document's last run after a reload or in a new window. */
import * as vscode from "vscode";
import { isRunning, type Task } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { originOf } from "../artifacts/taskOrigin.ts";
import { artifactUri } from "../base/artifactUri.ts";
import type { SavedRun, State } from "../base/state.ts";
import type { RequestOutcome, Run, RunRegister } from "./runRegister.ts";

/** Maximum number of tasks to search for a document's tasks. */
const mostTasks = 500;

/**
 * Does nothing if this window has run the document itself. Media runs are restored from the journal, text runs from the memento, because
 * their answers are in editors.
 */
export async function restoreRun(register: RunRegister, tasks: Tasks | undefined, state: State, document: vscode.Uri): Promise<void> {
  const last = findLastRun(tasks?.list({ limit: mostTasks }) ?? [], document);
  const saved = state.lastRun(document.toString());
  const startedAt = Math.min(...last.map((task) => task.createdAt));
  if (saved && (last.length === 0 || startedAt <= saved.endedAt)) {
    if (!register.of(document)) restoreSaved(register.start(document, saved.total, saved.startedAt), saved);
    return;
  }
  const settled = last.filter((task) => !isRunning(task));
  if (last.length === 0 || register.of(document)) return;
  const run = register.start(document, last.length, startedAt);
  for (const task of settled) run.count(outcomeOf(task));
  const finishedAt = Math.max(...last.map((task) => task.finishedAt ?? task.createdAt));
  if (settled.length === last.length) run.end(finishedAt);
  else if (tasks) void follow(tasks, last.filter(isRunning), run);
}

/** The tasks of a document's newest run. */
function findLastRun(tasks: readonly Task[], document: vscode.Uri): Task[] {
  let last: string | undefined;
  return tasks.filter((task) => {
    const origin = originOf(task);
    if (origin.type !== "promptDocument" || origin.document !== document.toString()) return false;
    last ??= origin.run;
    return origin.run === last;
  });
}

function restoreSaved(run: Run, saved: SavedRun): void {
  countSaved(run, saved);
  run.end(saved.endedAt);
}

/** Counts the outcomes of an earlier part of a run. */
export function countSaved(run: Run, saved: SavedRun): void {
  for (const { results, ...outcome } of saved.outcomes) {
    run.count({ ...outcome, results: results.map(({ label, address }) => ({ label, uri: vscode.Uri.parse(address, true) })) });
  }
}

/** The part of a run that the memento stores. */
export function saveRun(run: Run): SavedRun {
  const outcomes = run.outcomes.map(({ failed, cost, unit, tokens, responseId, results }) => ({
    failed,
    ...(responseId === undefined ? {} : { responseId }),
    ...(cost === undefined ? {} : { cost }),
    ...(unit === undefined ? {} : { unit }),
    ...(tokens === undefined ? {} : { tokens }),
    results: results.map(({ label, uri }) => ({ label, address: uri.toString() })),
  }));
  const { total, milliseconds = 0 } = run.describe();
  return { startedAt: run.startedAt, endedAt: run.startedAt + milliseconds, total, outcomes };
}

async function follow(tasks: Tasks, running: readonly Task[], run: Run): Promise<void> {
  const stop = (): void => {
    for (const task of running) tasks.handle(task.key).stop();
  };
  run.signal.addEventListener("abort", stop);
  try {
    run.setPhase("processing");
    await Promise.all(running.map(async (task) => run.count(outcomeOf(await tasks.handle(task.key).end()))));
  } catch {
    // The journal was closed; the next window continues.
  } finally {
    run.signal.removeEventListener("abort", stop);
    run.end();
  }
}

/** The outcome of a task. */
export function outcomeOf(task: Task): RequestOutcome {
  const files = task.artifacts.map(artifactUri);
  return {
    failed: task.state !== "saved" || task.error !== undefined,
    cost: task.cost?.amount,
    unit: task.cost?.unit,
    tokens: task.usage?.total_tokens ?? undefined,
    results: files.map((uri) => ({ label: uri.path.slice(uri.path.lastIndexOf("/") + 1), uri })),
  };
}
