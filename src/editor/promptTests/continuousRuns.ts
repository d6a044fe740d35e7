/** Runs tests each time their document is saved, until the user turns that off. */
import * as vscode from "vscode";
import { report } from "../base/report.ts";
import { isPromptDocument } from "../prompts/promptLanguage.ts";
import type { TestRunOptions } from "./runOptions.ts";
import type { TestTree } from "./testTree.ts";
import { type DocumentWatch, readEditedText } from "./watchDocuments.ts";

export interface ContinuousRuns extends vscode.Disposable {
  add(request: vscode.TestRunRequest, token: vscode.CancellationToken): void;
}

interface ContinuousRun {
  request: vscode.TestRunRequest;
  token: vscode.CancellationToken;
  /** The user's answer. Asked once, at the first request that is not in the cache. */
  confirmed: TestRunOptions["confirmed"];
  /** Saved documents that wait for their run. */
  waiting: Map<string, vscode.Uri>;
  isRunning: boolean;
}

export function createContinuousRuns(
  tree: TestTree,
  /** Updates the cases of a document in the tree. */
  update: DocumentWatch["update"],
  run: (request: vscode.TestRunRequest, options: TestRunOptions) => Promise<unknown>,
): ContinuousRuns {
  const sessions = new Set<ContinuousRun>();
  const runOne = async (session: ContinuousRun, document: vscode.Uri): Promise<void> => {
    const { request, token, confirmed } = session;
    const items = tree.leavesOf(request).flatMap((leaf) => (leaf.document.toString() === document.toString() ? [leaf.item] : []));
    if (items.length === 0) return;
    const own = new vscode.TestRunRequest(items, undefined, request.profile, true, true);
    const onConfirmed = (answer: "send" | "cacheOnly"): void => {
      session.confirmed = answer;
    };
    await run(own, { use: "cacheFirst", token, onConfirmed, ...(confirmed === undefined ? {} : { confirmed }) });
  };
  /** One run at a time, so that a second save does not send a request again that is already in progress. */
  const runWaiting = async (session: ContinuousRun): Promise<void> => {
    if (session.isRunning) return;
    session.isRunning = true;
    try {
      for (const [id, document] of session.waiting) {
        session.waiting.delete(id);
        if (!session.token.isCancellationRequested) await runOne(session, document);
      }
    } finally {
      session.isRunning = false;
    }
  };
  const runSaved = async (uri: vscode.Uri): Promise<void> => {
    const text = await readEditedText(uri);
    if (text !== undefined) await update(uri, text);
    for (const session of sessions) {
      session.waiting.set(uri.toString(), uri);
      void runWaiting(session).catch(report);
    }
  };
  const saved = vscode.workspace.onDidSaveTextDocument((document) => {
    const documents = isPromptDocument(document) ? [document.uri] : tree.documentsWith(document.uri);
    for (const uri of documents) void runSaved(uri).catch(report);
  });
  return {
    add(request, token) {
      const session: ContinuousRun = { request, token, confirmed: undefined, waiting: new Map(), isRunning: false };
      sessions.add(session);
      token.onCancellationRequested(() => sessions.delete(session));
    },
    dispose() {
      saved.dispose();
      sessions.clear();
    },
  };
}
