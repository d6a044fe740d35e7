/** Runs tests of the Testing view, and records their outcomes. */
import * as vscode from "vscode";
import type { RunHistory } from "../../promptTests/runHistory.ts";
import { report } from "../base/report.ts";
import { requireRunning } from "../prompts/requireRunning.ts";
import type { TestRunOptions } from "./runOptions.ts";
import { RunRecorder } from "./runRecorder.ts";
import type { TestOutcome } from "./testOutcome.ts";
import type { TestRunner } from "./testRunner.ts";
import type { TestTree } from "./testTree.ts";

export interface TestRuns {
  /** Resolves when the run is over; never rejects. */
  run(request: vscode.TestRunRequest, options: TestRunOptions): Promise<TestOutcome[]>;
  /** Called when a file or folder was renamed, so that its tests keep their history. */
  rename(from: vscode.Uri, to: vscode.Uri): Promise<void>;
}

export function createTestRuns(runner: TestRunner, controller: vscode.TestController, tree: TestTree): TestRuns {
  const { history } = runner;
  const runLeaves = async (
    recorder: RunRecorder,
    request: vscode.TestRunRequest,
    options: TestRunOptions,
    signal: AbortSignal,
  ): Promise<void> => {
    const leaves = tree.leavesOf(request);
    for (const leaf of leaves) recorder.enqueue(leaf);
    const plan = await runner.plan(leaves, options.token);
    for (const one of plan.unplanned) recorder.refuse(one);
    if (plan.planned.length === 0) return;
    const run = await runner.confirm(plan.planned, options);
    if (run === undefined) return recorder.skip(plan.planned);
    recorder.expect(plan.planned);
    await run({ onStart: ({ leaf }) => recorder.start(leaf), onEnd: (one, end) => recorder.end(one, end) }, signal);
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
      } catch (error) {
        void report(error);
      } finally {
        vscode.Disposable.from(...listeners).dispose();
        run.end();
      }
      return recorder.outcomes;
    },
    async rename(from, to) {
      renameTests(history, from, to);
      await history.save();
    },
  };
}

function renameTests(history: RunHistory, from: vscode.Uri, to: vscode.Uri): void {
  for (const end of ["\n", "/"]) history.rename(`${from.toString()}${end}`, `${to.toString()}${end}`);
}
