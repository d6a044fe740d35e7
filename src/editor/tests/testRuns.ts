/** Runs tests of the Testing view: plans them, asks before anything is billed, and records what became of each. */
import path from "node:path";
import * as vscode from "vscode";
import { openAnswerCache } from "../../promptTests/answerCache.ts";
import { createBudget } from "../../promptTests/budget.ts";
import { type FolderBounds, pruneFolder } from "../../promptTests/pruneFolder.ts";
import { openRunHistory, type RunHistory } from "../../promptTests/runHistory.ts";
import { runTests } from "../../promptTests/runTests.ts";
import { FactGatherer } from "../prompts/factGatherer.ts";
import { LastEditor } from "../prompts/lastEditor.ts";
import { requireRunning } from "../prompts/requireRunning.ts";
import { report } from "../report.ts";
import type { Studio } from "../studio.ts";
import { confirmRun } from "./confirmRun.ts";
import { planDocuments } from "./planDocuments.ts";
import { readNamedFile } from "./readNamedFile.ts";
import type { RunOptions } from "./runOptions.ts";
import { RunRecorder } from "./runRecorder.ts";
import type { TestOutcome } from "./testOutcome.ts";
import type { TestTree } from "./testTree.ts";

export interface TestRuns extends vscode.Disposable {
  /** Resolves when the run is over; never rejects. */
  run(request: vscode.TestRunRequest, options: RunOptions): Promise<TestOutcome[]>;
  /** A file or folder has another name: its tests keep their history. */
  rename(from: vscode.Uri, to: vscode.Uri): Promise<void>;
}

/** Requests at once. */
const atOnce = 4;

const day = 24 * 60 * 60 * 1000;
/** Answers and generated files are kept so long after their last use, and so many bytes of them. */
const answerBounds: FolderBounds = { age: 90 * day, bytes: 100_000_000 };
const fileBounds: FolderBounds = { age: 90 * day, bytes: 1_000_000_000 };

export async function createTestRuns(studio: Studio, controller: vscode.TestController, tree: TestTree): Promise<TestRuns> {
  const facts = new FactGatherer(studio, () => undefined);
  const lastEditor = new LastEditor();
  const folder = path.join((studio.context.storageUri ?? studio.context.globalStorageUri).fsPath, "prompt-tests");
  const listModels = async (): Promise<void> => void (await studio.models.list().catch(() => undefined));
  const history = await openRunHistory(path.join(folder, "history.json"));
  const [answers, files] = [path.join(folder, "answers"), path.join(folder, "files")];
  const cache = openAnswerCache(answers);
  const prune = async (): Promise<void> => {
    await pruneFolder(answers, answerBounds, Date.now());
    await pruneFolder(files, fileBounds, Date.now());
  };

  const runLeaves = async (
    recorder: RunRecorder,
    request: vscode.TestRunRequest,
    options: RunOptions,
    signal: AbortSignal,
  ): Promise<void> => {
    const leaves = tree.leavesOf(request);
    for (const leaf of leaves) recorder.enqueue(leaf);
    const plan = await planDocuments(leaves, { facts, listModels, lastEditor }, options.token);
    for (const one of plan.unplanned) recorder.refuse(one);
    if (plan.planned.length === 0) return;
    const { baseUrl, isBuiltIn } = await studio.connection();
    const source = { cache, service: isBuiltIn ? "built-in" : baseUrl };
    const tasks = await studio.tasks();
    const confirmed = await confirmRun(plan.planned, { ...source, ...options, tasks, baseUrl, history });
    if (confirmed === undefined) return recorder.skip(plan.planned);
    const asked = { client: await studio.client(), tasks, baseUrl, folder: files };
    recorder.expect(plan.planned);
    await runTests(plan.planned, {
      ...source,
      asked,
      use: confirmed === "cacheOnly" ? "cacheOnly" : options.use,
      budget: createBudget(undefined),
      readExpected: ({ document }, address) => readNamedFile(document, address),
      atOnce,
      signal,
      onStart: ({ leaf }) => recorder.start(leaf),
      onEnd: (one, end) => recorder.end(one, end),
    });
  };

  return {
    async run(request, options) {
      if (!requireRunning()) return [];
      const run = controller.createTestRun(request);
      const recorder = new RunRecorder(run, history);
      const abort = new AbortController();
      const stop = () => abort.abort();
      const listeners = [options.token.onCancellationRequested(stop), run.token.onCancellationRequested(stop)];
      if (options.token.isCancellationRequested) stop();
      try {
        await runLeaves(recorder, request, options, abort.signal);
        await history.save();
      } catch (error) {
        void report(error);
      } finally {
        vscode.Disposable.from(...listeners).dispose();
        run.end();
        void prune().catch(report);
      }
      return recorder.outcomes;
    },
    async rename(from, to) {
      renameTests(history, from, to);
      await history.save();
    },
    dispose() {
      vscode.Disposable.from(facts, lastEditor).dispose();
    },
  };
}

function renameTests(history: RunHistory, from: vscode.Uri, to: vscode.Uri): void {
  for (const end of ["\n", "/"]) history.rename(`${from.toString()}${end}`, `${to.toString()}${end}`);
}
