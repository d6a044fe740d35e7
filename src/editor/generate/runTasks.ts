/** Prompts and a wish in; their tasks followed to the end with progress, and the artifacts shown and linked, out. */
import * as vscode from "vscode";
import { ServiceError } from "../../client/serviceError.ts";
import type { Task } from "../../tasks/task.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { report, reportFacts } from "../report.ts";
import { settings } from "../settings.ts";
import type { Studio } from "../studio.ts";
import { saveTaskElsewhere } from "../tasks/saveAgain.ts";
import { forgetTyped } from "./askText.ts";
import { awaitMark, isAwaited } from "./awaitedTasks.ts";
import { buildTaskRequest } from "./buildTaskRequest.ts";
import { chooseOptions } from "./chooseOptions.ts";
import { askTarget } from "./chooseTarget.ts";
import { chooseOtherModel } from "./chooseWish.ts";
import { deliverArtifacts } from "./delivery.ts";
import { offerLink } from "./insertLink.ts";
import { learnFromFailure, learnFromSuccess } from "./learn.ts";
import { countField } from "./optionFields.ts";
import { originOf } from "./origin.ts";
import { reportUndelivered } from "./reportUndelivered.ts";
import { saveAsDocuments } from "./saveAsDocuments.ts";
import { showArtifacts } from "./showArtifacts.ts";
import { trackPlace } from "./trackPlace.ts";
import type { ChosenTarget, FoundPrompt, GenerateArguments, Wish } from "./wish.ts";

export interface Job {
  prompt: FoundPrompt;
  target: ChosenTarget;
}

export type RunOptions = Pick<GenerateArguments, "insertLink" | "show">;

/** Resolves with every task that was written down, in the order of the jobs. Reports at most one error. */
export async function runTasks(studio: Studio, wish: Wish, jobs: readonly Job[], options: RunOptions = {}): Promise<Task[]> {
  const tasks = await studio.tasks();
  const { baseUrl } = await studio.connection();
  const count = Math.max(1, Number(wish.choices[countField] ?? "1") || 1);
  await studio.state.rememberChoices(wish.kind, { model: wish.model, choices: wish.choices });
  const failures: Failure[] = [];
  const run: Run = { studio, tasks, wish, baseUrl, failures };
  const results = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: progressTitle(wish, jobs.length * count), cancellable: true },
    async (progress, token) => {
      const stopTelling = tellPhases(tasks, progress);
      try {
        return await Promise.all(jobs.map((job) => runJob(run, job, count, token, options)));
      } finally {
        stopTelling();
      }
    },
  );
  const [first] = failures;
  if (first !== undefined) void tellFailure(run, jobs, options, first);
  return results.flat();
}

interface Run {
  studio: Studio;
  tasks: Tasks;
  wish: Wish;
  baseUrl: string;
  failures: Failure[];
}

/** A submission that was refused, or a task that ended without a result. */
interface Failure {
  /** undefined: what the task remembers of it is all that is known. */
  error?: unknown;
  /** undefined: nothing was written down. */
  task: Task | undefined;
}

async function runJob(run: Run, job: Job, count: number, token: vscode.CancellationToken, options: RunOptions): Promise<Task[]> {
  const place = job.prompt.place === undefined ? undefined : trackPlace(job.prompt.place);
  let offered: Promise<unknown> = Promise.resolve();
  try {
    const ended = await Promise.all(Array.from({ length: count }, () => runOne(run, job, token)));
    const known = ended.filter((task) => task !== undefined);
    const uris = (await Promise.all(known.map((task) => deliver(run, task)))).flat();
    if (uris.length === 0 || run.wish.kind === "text") return known;
    if (options.show !== false) await showArtifacts(uris, place !== undefined);
    if (place === undefined) return known;
    const { uri, languageId } = place.now();
    const choice = options.insertLink ?? settings.insertLink({ uri: vscode.Uri.parse(uri, true), languageId });
    offered = offerLink({ kind: run.wish.kind, prompt: job.prompt.text, uris }, place.now, choice);
    // A question may stay open: the command does not wait for it, and the place is tracked until it is answered.
    if (choice !== "ask") await offered;
    return known;
  } finally {
    void offered.catch((error: unknown) => report(error)).finally(() => place?.dispose());
  }
}

/** A file system that refuses is told of; the files stay with the task meanwhile. */
async function deliver(run: Run, task: Task): Promise<vscode.Uri[]> {
  try {
    return await deliverArtifacts(task);
  } catch (error) {
    void reportUndelivered(run.studio, task, error);
    return [];
  }
}

/** undefined: nothing was written down. */
async function runOne(run: Run, job: Job, token: vscode.CancellationToken): Promise<Task | undefined> {
  const { studio, tasks, wish, baseUrl } = run;
  const controller = new AbortController();
  const { mark, release } = awaitMark();
  let key: string | undefined;
  const listener = token.onCancellationRequested(() => {
    if (key === undefined) controller.abort();
    else tasks.stop(key);
  });
  try {
    const task = await tasks.submit({
      baseUrl,
      request: buildTaskRequest(job.prompt.text, wish),
      target: job.target,
      origin: originOf(job.prompt, mark, job.target.destination),
      signal: controller.signal,
    });
    key = task.key;
    forgetTyped(job.prompt.text);
    if (token.isCancellationRequested) tasks.stop(key);
    const ended = await tasks.settled(key);
    if (ended.state === "saved") await learnFromSuccess(studio, ended);
    else if (ended.state !== "stopped") {
      await learnFromFailure(studio, wish, ended.error);
      run.failures.push({ task: ended });
    }
    return ended;
  } catch (error) {
    if (error instanceof ServiceError) await learnFromFailure(studio, wish, error);
    const written = tasks.list({ limit: 50 }).find((task) => task.origin.mark === mark);
    run.failures.push({ error, task: written });
    if (written !== undefined) forgetTyped(job.prompt.text);
    return written;
  } finally {
    listener.dispose();
    release();
  }
}

/** One message for the whole batch: that of the first failure. */
async function tellFailure(run: Run, jobs: readonly Job[], options: RunOptions, { error, task }: Failure): Promise<void> {
  const { studio, wish } = run;
  const retry = () => runTasks(studio, wish, jobs, options);
  const chooseModel = async () => {
    const other = await chooseOtherModel(studio, wish);
    if (other !== undefined) await runTasks(studio, other, jobs, options);
  };
  const changeOptions = async () => {
    const before = { model: wish.model, choices: wish.choices };
    const chosen = await chooseOptions(studio, wish.kind, wish.interface, before);
    if (chosen === undefined) return;
    const { isDocumentWanted, ...changed } = chosen;
    if (!isDocumentWanted) await runTasks(studio, { ...wish, ...changed }, jobs, options);
    else
      await saveAsDocuments(
        jobs.map((job) => job.prompt.text),
        { ...wish, ...changed },
      );
  };
  const saveElsewhere = async () => {
    // What is paid for already is not made again.
    if (task?.state === "unsaved") return saveTaskElsewhere(studio, task);
    const [job] = jobs;
    const target = job === undefined ? undefined : await askTarget(studio, wish.kind, job.prompt.text);
    if (target === undefined) return;
    const moved = jobs.map((one) => ({ ...one, target }));
    await runTasks(studio, wish, moved, options);
  };
  const help = { retry, chooseModel, changeOptions, saveElsewhere, ...(task === undefined ? {} : { taskKey: task.key }) };
  if (error !== undefined) return report(error, help);
  if (task?.error !== undefined) return reportFacts({ ...task.error, maybeAccepted: task.state === "maybeAccepted" }, help);
}

function progressTitle(wish: Wish, count: number): string {
  const { l10n } = vscode;
  if (count > 1) return l10n.t("Generating {0} with {1}", `${count} × ${wish.kind}`, wish.model);
  switch (wish.kind) {
    case "text":
      return l10n.t("Generating text with {0}", wish.model);
    case "image":
      return l10n.t("Generating an image with {0}", wish.model);
    case "audio":
      return l10n.t("Generating audio with {0}", wish.model);
    case "video":
      return l10n.t("Generating a video with {0}", wish.model);
  }
}

function tellPhases(tasks: Tasks, progress: vscode.Progress<{ message?: string }>): () => void {
  const { l10n } = vscode;
  return tasks.onChange(({ task }) => {
    if (task === undefined || !isAwaited(task)) return;
    if (task.state === "pending") progress.report({ message: l10n.t("waiting") });
    if (task.state === "processing") progress.report({ message: l10n.t("at work") });
  });
}
