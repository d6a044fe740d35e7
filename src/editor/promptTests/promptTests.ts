/** The tests of prompt documents in the Testing view: finds them, and runs them on request. */

import * as vscode from "vscode";
import { report } from "../base/report.ts";
import { readEditedText } from "../prompts/readEditedText.ts";
import { ContinuousRuns } from "./continuousRuns.ts";
import type { Use } from "./runOptions.ts";
import type { TestOutcome } from "./testOutcome.ts";
import type { TestRunner } from "./testRunner.ts";
import type { TestRuns } from "./testRuns.ts";
import { TestTree } from "./testTree.ts";
import { type DocumentWatch, watchDocuments } from "./watchDocuments.ts";

export class PromptTests implements vscode.Disposable {
  readonly #runner: () => Promise<TestRunner>;
  readonly #controller: vscode.TestController;
  readonly #profiles: readonly vscode.TestRunProfile[];
  readonly #tree: TestTree;
  readonly #watch: DocumentWatch;
  readonly #continuous: ContinuousRuns;
  #loading: Promise<TestRuns> | undefined;

  constructor(runner: () => Promise<TestRunner>, controller: vscode.TestController, profiles: readonly vscode.TestRunProfile[]) {
    this.#runner = runner;
    this.#controller = controller;
    this.#profiles = profiles;
    this.#tree = new TestTree(controller);
    const renameHistory = async (from: vscode.Uri, to: vscode.Uri): Promise<void> => (await this.#runs()).rename(from, to);
    this.#watch = watchDocuments(this.#tree, (from, to) => void renameHistory(from, to).catch(report));
    this.#continuous = new ContinuousRuns(this.#tree, this.#watch.update, async (request, options) =>
      (await this.#runs()).run(request, options),
    );
  }

  discover(): Promise<void> {
    return this.#watch.discover();
  }

  update(document: vscode.TextDocument): void {
    void this.#watch.update(document.uri, document.getText()).catch(report);
  }

  /** If the request is continuous, runs the documents each time they are saved, until the token is cancelled. */
  async run(request: vscode.TestRunRequest, use: Use, token: vscode.CancellationToken): Promise<void> {
    if (request.continuous === true) return this.#continuous.add(request, token);
    if (request.include === undefined) await this.#watch.discover();
    await (await this.#runs()).run(request, { use, token });
  }

  /** Runs all tests of a document, for the command. */
  async runDocument(
    document: vscode.Uri,
    { isConfirmed, use = "cacheFirst" }: { isConfirmed: boolean; use: string | undefined },
  ): Promise<TestOutcome[]> {
    const text = await readEditedText(document);
    if (text !== undefined) await this.#watch.update(document, text);
    const item = this.#tree.itemOf(document);
    if (item === undefined) return [];
    const source = new vscode.CancellationTokenSource();
    const uses: readonly Use[] = ["cacheFirst", "cacheOnly", "askAll"];
    const chosen = uses.find((one) => one === use) ?? "cacheFirst";
    const request = new vscode.TestRunRequest([item], undefined, this.#profiles[uses.indexOf(chosen)]);
    try {
      return await (await this.#runs()).run(request, { use: chosen, token: source.token, ...(isConfirmed ? { confirmed: "send" } : {}) });
    } finally {
      source.dispose();
    }
  }

  dispose(): void {
    this.#watch.dispose();
    this.#continuous.dispose();
  }

  #runs(): Promise<TestRuns> {
    this.#loading ??= import("./testRuns.ts").then(async ({ createTestRuns }) =>
      createTestRuns(await this.#runner(), this.#controller, this.#tree),
    );
    return this.#loading;
  }
}
