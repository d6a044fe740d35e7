/** The journal, the memento and a prompt document in; the document's last run, as an earlier window or a reload left it, in the register again out. */
import * as vscode from "vscode";
import { runningStates, type Task } from "../../tasks/task.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { deliverArtifacts, locateArtifacts } from "../generate/delivery.ts";
import type { SavedRun, State } from "../state.ts";
import type { RequestOutcome, Run, RunRegister } from "./runRegister.ts";

/** Tasks that are looked through for a document's. */
const mostTasks = 500;

/** Does nothing where this window has run the document itself. Of media the journal knows, of text the memento: its answers are in editors. */
export async function restoreRun(register: RunRegister, tasks: Tasks | undefined, state: State, document: vscode.Uri): Promise<void> {
  const own = tasks?.list({ limit: mostTasks }).filter((task) => task.origin.promptDocument === document.toString()) ?? [];
  const last = own.filter((task) => task.origin.mark === own[0]?.origin.mark);
  const saved = state.lastRun(document.toString());
  const startedAt = Math.min(...last.map((task) => task.createdAt));
  if (saved && (last.length === 0 || startedAt <= saved.endedAt)) {
    if (!register.of(document)) restoreSaved(register.start(document, saved.total, saved.startedAt), saved);
    return;
  }
  const settled = last.filter((task) => !isRunning(task));
  const outcomes = await Promise.all(settled.map(outcomeOf));
  if (last.length === 0 || register.of(document)) return;
  const run = register.start(document, last.length, startedAt);
  for (const outcome of outcomes) run.count(outcome);
  const finishedAt = Math.max(...last.map((task) => task.finishedAt ?? task.createdAt));
  if (settled.length === last.length) run.end(finishedAt);
  else if (tasks) void follow(tasks, last.filter(isRunning), run);
}

function restoreSaved(run: Run, saved: SavedRun): void {
  for (const { results, ...outcome } of saved.outcomes) {
    run.count({ ...outcome, results: results.map(({ label, address }) => ({ label, uri: vscode.Uri.parse(address, true) })) });
  }
  run.end(saved.endedAt);
}

/** What the memento keeps of a run. */
export function saveRun(run: Run): SavedRun {
  const outcomes = run.outcomes.map(({ failed, cost, tokens, results }) => ({
    failed,
    ...(cost === undefined ? {} : { cost }),
    ...(tokens === undefined ? {} : { tokens }),
    results: results.map(({ label, uri }) => ({ label, address: uri.toString() })),
  }));
  const { total, milliseconds = 0 } = run.describe();
  return { startedAt: run.startedAt, endedAt: run.startedAt + milliseconds, total, outcomes };
}

async function follow(tasks: Tasks, running: readonly Task[], run: Run): Promise<void> {
  const stop = (): void => {
    for (const task of running) tasks.stop(task.key);
  };
  run.signal.addEventListener("abort", stop);
  try {
    run.tell("processing");
    await Promise.all(running.map(async (task) => run.count(await receive(tasks, task))));
  } catch {
    // The journal was closed: the next window carries on.
  } finally {
    run.signal.removeEventListener("abort", stop);
    run.end();
  }
}

async function receive(tasks: Tasks, task: Task): Promise<RequestOutcome> {
  const settled = await tasks.settled(task.key);
  // A file system that refuses is told of by the window's own watch over its tasks.
  await deliverArtifacts(settled).catch(() => undefined);
  return outcomeOf(settled);
}

function isRunning(task: Task): boolean {
  return runningStates.some((state) => state === task.state);
}

/** What came of a task, its files where they are now. */
export async function outcomeOf(task: Task): Promise<RequestOutcome> {
  const files = await locateArtifacts(task);
  return {
    failed: task.state !== "saved",
    cost: task.cost?.amount ?? undefined,
    tokens: task.usage?.total_tokens ?? undefined,
    results: files.map((uri) => ({ label: uri.path.slice(uri.path.lastIndexOf("/") + 1), uri })),
  };
}
