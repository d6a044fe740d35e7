/** The tests of prompt documents in the Testing view: finds them, and runs them on request. */
import * as vscode from "vscode";
import { report } from "../base/report.ts";
import { createContinuousRuns } from "./continuousRuns.ts";
import type { Use } from "./runOptions.ts";
import type { TestOutcome } from "./testOutcome.ts";
import type { TestRunner } from "./testRunner.ts";
import type { TestRuns } from "./testRuns.ts";
import { TestTree } from "./testTree.ts";
import { readEditedText, watchDocuments } from "./watchDocuments.ts";

export interface PromptTests extends vscode.Disposable {
  discover(): Promise<void>;
  update(document: vscode.TextDocument): void;
  /** If the request is continuous, runs the documents each time they are saved, until the token is cancelled. */
  run(request: vscode.TestRunRequest, use: Use, token: vscode.CancellationToken): Promise<void>;
  /** Runs all tests of a document, for the command. */
  runDocument(document: vscode.Uri, given: { isConfirmed: boolean; use: string | undefined }): Promise<TestOutcome[]>;
}

export function createPromptTests(
  runner: () => Promise<TestRunner>,
  controller: vscode.TestController,
  profiles: readonly vscode.TestRunProfile[],
): PromptTests {
  const tree = new TestTree(controller);
  let loading: Promise<TestRuns> | undefined;
  const runs = (): Promise<TestRuns> => {
    loading ??= import("./testRuns.ts").then(async ({ createTestRuns }) => createTestRuns(await runner(), controller, tree));
    return loading;
  };
  const renameHistory = async (from: vscode.Uri, to: vscode.Uri): Promise<void> => (await runs()).rename(from, to);
  const watch = watchDocuments(tree, (from, to) => void renameHistory(from, to).catch(report));
  const continuous = createContinuousRuns(tree, watch.update, async (request, options) => (await runs()).run(request, options));
  return {
    discover: watch.discover,
    update: (document) => void watch.update(document.uri, document.getText()).catch(report),
    async run(request, use, token) {
      if (request.continuous === true) return continuous.add(request, token);
      if (request.include === undefined) await watch.discover();
      await (await runs()).run(request, { use, token });
    },
    async runDocument(document, { isConfirmed, use = "cacheFirst" }) {
      const text = await readEditedText(document);
      if (text !== undefined) await watch.update(document, text);
      const item = tree.itemOf(document);
      if (item === undefined) return [];
      const source = new vscode.CancellationTokenSource();
      const uses: readonly Use[] = ["cacheFirst", "cacheOnly", "askAll"];
      const chosen = uses.find((one) => one === use) ?? "cacheFirst";
      const request = new vscode.TestRunRequest([item], undefined, profiles[uses.indexOf(chosen)]);
      try {
        return await (await runs()).run(request, { use: chosen, token: source.token, ...(isConfirmed ? { confirmed: "send" } : {}) });
      } finally {
        source.dispose();
      }
    },
    dispose() {
      watch.dispose();
      continuous.dispose();
    },
  };
}
