/** Plans and runs tests for every view: asks before anything is billed, and caches the answers. */

import path from "node:path";
import type * as vscode from "vscode";
import { freeContent } from "../../disclosure/judge.ts";
import { type FolderBounds, pruneFolder } from "../../ownFiles/pruneFolder.ts";
import { openAnswerCache } from "../../promptTests/answerCache.ts";
import { createBudget } from "../../promptTests/budget.ts";
import { openRunHistory, type RunHistory } from "../../promptTests/runHistory.ts";
import { type RepetitionEnd, runTests } from "../../promptTests/runTests.ts";
import { report } from "../base/report.ts";
import { FactGatherer } from "../prompts/factGatherer.ts";
import { LastEditor } from "../prompts/lastEditor.ts";
import { readNamedFile, resolvePath } from "../prompts/promptPaths.ts";
import type { Studio } from "../service/studio.ts";
import { amountUnit } from "../showing/formatAmount.ts";
import { confirmRun } from "./confirmRun.ts";
import type { NamedRequest } from "./namedRequest.ts";
import { type Plan, type PlannedLeaf, type PlanParts, planDocuments } from "./planDocuments.ts";
import type { TestRunOptions } from "./runOptions.ts";

export interface RunListener<One extends NamedRequest> {
  onStart(one: PlannedLeaf<One>): void;
  onEnd(one: PlannedLeaf<One>, end: RepetitionEnd): void;
}

/** A run that the user has confirmed. */
export type Confirmed<One extends NamedRequest> = (listener: RunListener<One>, signal: AbortSignal) => Promise<void>;

export interface TestRunner extends vscode.Disposable {
  readonly history: RunHistory;
  /** Folder of the cached answers and files. */
  readonly folder: string;
  readonly facts: FactGatherer;
  listModels(): Promise<void>;
  plan<One extends NamedRequest>(requests: readonly One[], token: vscode.CancellationToken): Promise<Plan<One>>;
  /** undefined: cancelled. Throws ServiceError. */
  confirm<One extends NamedRequest>(planned: readonly PlannedLeaf<One>[], options: TestRunOptions): Promise<Confirmed<One> | undefined>;
}

/** Concurrent requests. */
const atOnce = 4;

const day = 24 * 60 * 60 * 1000;
/** Maximum age since the last use, and maximum total size, of answers, generated files and comparison tables. */
const bounds: Readonly<Record<"answers" | "files" | "comparisons", FolderBounds>> = {
  answers: { age: 90 * day, bytes: 100_000_000 },
  files: { age: 90 * day, bytes: 1_000_000_000 },
  comparisons: { age: 90 * day, bytes: 100_000_000 },
};

export async function createTestRunner(studio: Studio): Promise<TestRunner> {
  const facts = new FactGatherer(studio, () => undefined);
  const lastEditor = new LastEditor();
  const folder = path.join((studio.context.storageUri ?? studio.context.globalStorageUri).fsPath, "prompt-tests");
  const listModels = async (): Promise<void> => void (await studio.models.list().catch(() => undefined));
  const history = await openRunHistory(path.join(folder, "history.json"));
  const cache = openAnswerCache(path.join(folder, "answers"), report);
  const parts: PlanParts = { facts, listModels, lastEditor };
  const prune = async (): Promise<void> => {
    for (const [name, bound] of Object.entries(bounds)) await pruneFolder(path.join(folder, name), bound, Date.now());
  };
  return {
    history,
    folder,
    facts,
    listModels,
    plan: (requests, token) => planDocuments(requests, parts, token),
    async confirm(planned, options) {
      const { baseUrl, isBuiltIn } = await studio.connection();
      const source = { cache, service: isBuiltIn ? "built-in" : baseUrl };
      const tasks = await studio.tasks();
      const confirmed = await confirmRun(planned, { ...source, ...options, studio, tasks, baseUrl, history });
      if (confirmed === undefined) return undefined;
      const { allowance } = confirmed;
      const counts = (model: string) => (tasks.costs.unitOf(baseUrl, model) ?? amountUnit()) === amountUnit();
      const asked = { generations: await studio.generations(allowance), baseUrl, folder: path.join(folder, "files") };
      return async (listener, signal) => {
        await runTests(planned, {
          ...source,
          ...listener,
          asked,
          use: confirmed.type === "cacheOnly" ? "cacheOnly" : options.use,
          budget: createBudget(allowance.most, counts),
          readExpected: ({ document }, address) => readExpected(document, address),
          atOnce,
          signal,
        });
        await history.save();
        void prune().catch(report);
      };
    },
    dispose() {
      facts.dispose();
      lastEditor.dispose();
    },
  };
}

/** Reads a file of the workspace that a document's tests name; undefined: it cannot be read, or may be private. */
async function readExpected(document: vscode.Uri, address: string): Promise<Uint8Array | undefined> {
  const uri = resolvePath(document, address);
  const judged = uri && (await readNamedFile(document, uri));
  return judged && freeContent(judged);
}
