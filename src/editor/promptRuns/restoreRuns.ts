/** Restores a prompt document's last run from the journal, after a reload or in a new window. */
import path from "node:path";
import * as vscode from "vscode";
import { isRunning, type Task } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { taskOriginOf } from "../artifacts/taskOrigin.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { stateName } from "../showing/describeTask.ts";
import { parseAnswerOrigin } from "./answerOrigin.ts";
import type { PromptRun, RequestOutcome, RunRegister, RunResult } from "./runRegister.ts";

/** Maximum number of tasks to search for a document's tasks. */
const mostTasks = 500;

/** Does nothing if this window has run the document itself. */
export async function restoreRun(register: RunRegister, tasks: Tasks | undefined, document: vscode.Uri): Promise<void> {
  if (tasks === undefined || register.of(document) !== undefined) return;
  const last = findLastRun(tasks.list({ limit: mostTasks }), document);
  const answers = endedAnswers(tasks.answers, document.toString());
  const startedAt = Math.min(...last.map((task) => task.createdAt));
  const [answer] = answers;
  if (answer !== undefined && (last.length === 0 || startedAt <= answer.startedAt)) {
    const run = register.start(document, answer.total, answer.startedAt);
    for (const { outcome } of answers) run.count(outcome);
    run.end(Math.max(...answers.map(({ endedAt }) => endedAt)));
    return;
  }
  if (last.length === 0) return;
  const settled = last.filter((task) => !isRunning(task));
  const run = register.start(document, last.length, startedAt);
  for (const task of settled) run.count(outcomeOf(task));
  const finishedAt = Math.max(...last.map((task) => task.finishedAt ?? task.createdAt));
  if (settled.length === last.length) run.end(finishedAt);
  else void follow(tasks, last.filter(isRunning), run);
}

/** The tasks of a document's newest run. */
function findLastRun(tasks: readonly Task[], document: vscode.Uri): Task[] {
  let last: string | undefined;
  return tasks.filter((task) => {
    const origin = taskOriginOf(task);
    if (origin.type !== "promptDocument" || origin.document !== document.toString()) return false;
    last ??= origin.run;
    return origin.run === last;
  });
}

interface EndedOutcome {
  /** Of the run, in Unix milliseconds. */
  startedAt: number;
  /** How many requests the run has. */
  total: number;
  endedAt: number;
  outcome: RequestOutcome;
}

/** The outcomes of the texts of v1 in a run, which is known by its start in Unix milliseconds. Default: the last one. */
export function endedAnswers(answers: Tasks["answers"], document: string, ofRun?: number): EndedOutcome[] {
  const ended = answers.ofDocument(document).flatMap(({ id, origin, endedAt, isComplete, cost, usage }): EndedOutcome[] => {
    const read = parseAnswerOrigin(origin);
    if (read === undefined) return [];
    const { startedAt, total, file } = read;
    const reported = { cost: cost?.amount, unit: cost?.unit, tokens: usage?.total_tokens ?? undefined };
    return [{ startedAt, total, endedAt, outcome: { failed: !isComplete, ...reported, responseId: id, results: [resultAt(file)] } }];
  });
  const run = ofRun ?? Math.max(...ended.map(({ startedAt }) => startedAt));
  return ended.filter(({ startedAt }) => startedAt === run);
}

function resultAt(address: string): RunResult {
  const uri = vscode.Uri.parse(address, true);
  return { label: path.posix.basename(uri.path), uri };
}

async function follow(tasks: Tasks, running: readonly Task[], run: PromptRun): Promise<void> {
  const stop = (): void => {
    for (const task of running) tasks.handle(task.key).stop();
  };
  run.signal.addEventListener("abort", stop);
  try {
    run.setPhase(stateName("processing"));
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
  const files = task.artifacts.map(artifactUri).map((uri) => resultAt(uri.toString()));
  const origin = taskOriginOf(task);
  const text = task.text !== undefined && origin.type === "promptDocument" && origin.file !== undefined ? [resultAt(origin.file)] : [];
  return {
    failed: task.state !== "saved" || task.error !== undefined,
    cost: task.cost?.amount,
    unit: task.cost?.unit,
    tokens: task.usage?.total_tokens ?? undefined,
    results: files.length > 0 ? files : text,
  };
}
