/** Runs tests each time their document is saved, until the user turns that off. */

import * as vscode from "vscode";
import { report } from "../base/report.ts";
import { isPromptDocument } from "../prompts/promptLanguage.ts";
import { readEditedText } from "../prompts/readEditedText.ts";
import type { TestRunOptions } from "./runOptions.ts";
import type { TestTree } from "./testTree.ts";
import type { DocumentWatch } from "./watchDocuments.ts";

interface ContinuousRun {
  request: vscode.TestRunRequest;
  token: vscode.CancellationToken;
  /** The user's answer. Asked once, at the first request that is not in the cache. */
  confirmed: TestRunOptions["confirmed"];
  /** Saved documents that wait for their run. */
  waiting: Map<string, vscode.Uri>;
  isRunning: boolean;
}

export class ContinuousRuns implements vscode.Disposable {
  readonly #tree: TestTree;
  readonly #update: DocumentWatch["update"];
  readonly #run: (request: vscode.TestRunRequest, options: TestRunOptions) => Promise<unknown>;
  readonly #sessions = new Set<ContinuousRun>();
  readonly #saved: vscode.Disposable;

  /** `update`: updates the cases of a document in the tree. */
  constructor(
    tree: TestTree,
    update: DocumentWatch["update"],
    run: (request: vscode.TestRunRequest, options: TestRunOptions) => Promise<unknown>,
  ) {
    this.#tree = tree;
    this.#update = update;
    this.#run = run;
    this.#saved = vscode.workspace.onDidSaveTextDocument((document) => {
      const documents = isPromptDocument(document) ? [document.uri] : tree.documentsWith(document.uri);
      for (const uri of documents) void this.#runSaved(uri).catch(report);
    });
  }

  add(request: vscode.TestRunRequest, token: vscode.CancellationToken): void {
    const session: ContinuousRun = { request, token, confirmed: undefined, waiting: new Map(), isRunning: false };
    this.#sessions.add(session);
    token.onCancellationRequested(() => this.#sessions.delete(session));
  }

  dispose(): void {
    this.#saved.dispose();
    this.#sessions.clear();
  }

  async #runSaved(uri: vscode.Uri): Promise<void> {
    const text = await readEditedText(uri);
    if (text !== undefined) await this.#update(uri, text);
    for (const session of this.#sessions) {
      session.waiting.set(uri.toString(), uri);
      void this.#runWaiting(session).catch(report);
    }
  }

  /** One run at a time, so that a second save does not send a request again that is already in progress. */
  async #runWaiting(session: ContinuousRun): Promise<void> {
    if (session.isRunning) return;
    session.isRunning = true;
    try {
      for (const [id, document] of session.waiting) {
        session.waiting.delete(id);
        if (!session.token.isCancellationRequested) await this.#runOne(session, document);
      }
    } finally {
      session.isRunning = false;
    }
  }

  async #runOne(session: ContinuousRun, document: vscode.Uri): Promise<void> {
    const { request, token, confirmed } = session;
    const leaves = this.#tree.leavesOf(request);
    const items = leaves.flatMap((leaf) => (leaf.document.toString() === document.toString() ? [leaf.item] : []));
    if (items.length === 0) return;
    const own = new vscode.TestRunRequest(items, undefined, request.profile, true, true);
    const onConfirmed = (answer: "send" | "cacheOnly"): void => {
      session.confirmed = answer;
    };
    await this.#run(own, { use: "cacheFirst", token, onConfirmed, ...(confirmed === undefined ? {} : { confirmed }) });
  }
}
