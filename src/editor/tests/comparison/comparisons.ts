/** The comparisons of models: one per document or folder, each in its own editor tab. */
import path from "node:path";
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { Comparison } from "../../../comparison/comparison.ts";
import { diagnose } from "../../../prompt/diagnose.ts";
import { countBlocking } from "../../../prompt/diagnostic.ts";
import { parsePromptDocument } from "../../../prompt/parse/promptDocument.ts";
import { openRatings } from "../../../promptTests/ratings.ts";
import { announceErrors } from "../../prompts/announceErrors.ts";
import { requireRunning } from "../../prompts/requireRunning.ts";
import { announce, report } from "../../report.ts";
import type { RunOptions } from "../runOptions.ts";
import type { TestRunner } from "../testRunner.ts";
import { readDocument } from "../watchDocuments.ts";
import { chooseModels } from "./chooseModels.ts";
import { comparisonEditor } from "./comparisonEditor.ts";
import { ComparisonSession } from "./comparisonSession.ts";
import { fillComparison } from "./fillComparison.ts";
import { type FoundCase, findCases } from "./findCases.ts";
import { openSavedTables } from "./savedTables.ts";

/** Answers to questions that are then not asked. */
export interface GivenComparison {
  models: readonly string[] | undefined;
  isConfirmed: boolean;
}

export interface Comparisons extends vscode.Disposable {
  /** Resolves with the table when its run has ended; undefined: cancelled. */
  compare(target: vscode.Uri, given: GivenComparison): Promise<Comparison | undefined>;
  /** Restores the content of a panel from an earlier window. */
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}

interface Shown {
  session: ComparisonSession;
  panel: vscode.WebviewPanel;
}

interface Started {
  session: ComparisonSession;
  /** Set until the user has chosen the models; cancelling it withdraws the question. */
  question: vscode.CancellationTokenSource | undefined;
  /** Rejects with the error of the comparison. */
  ended: Promise<unknown>;
}

const stateSchema = z.object({ target: z.string() });

export async function createComparisons(extensionUri: vscode.Uri, runner: TestRunner): Promise<Comparisons> {
  const ratings = await openRatings(path.join(runner.folder, "ratings.json"));
  const tables = openSavedTables(path.join(runner.folder, "comparisons"));
  /** By target. */
  const shown = new Map<string, Shown>();
  const panels = new Set<vscode.Disposable>();
  /** The comparisons that are being prepared or are running, by target. */
  const started = new Map<string, Started>();

  function fill(panel: vscode.WebviewPanel, session: ComparisonSession | undefined): void {
    const run = (one: ComparisonSession, chooses: boolean) =>
      start(one, { models: chooses ? undefined : one.table?.models, isConfirmed: false });
    const filled = fillComparison(panel, session, { extensionUri, filesFolder: path.join(runner.folder, "files"), run });
    panels.add(filled);
    if (session !== undefined) shown.set(session.target.toString(), { session, panel });
    panel.onDidDispose(() => {
      filled.dispose();
      panels.delete(filled);
      if (session === undefined) return;
      session.dispose();
      shown.delete(session.target.toString());
    });
  }

  /** Waits for the end of a run that was stopped, and asks a question that is still open again. undefined: cancelled, or the target is already being compared. */
  async function start(session: ComparisonSession, given: GivenComparison): Promise<Comparison | undefined> {
    const target = session.target.toString();
    if (!requireRunning()) return undefined;
    for (let other = started.get(target); other !== undefined; other = started.get(target)) {
      if (!other.session.isStopped && other.question === undefined) return undefined;
      other.question?.cancel();
      await other.ended.catch(() => undefined);
    }
    const question = given.models === undefined ? new vscode.CancellationTokenSource() : undefined;
    const one: Started = { session, question, ended: Promise.resolve() };
    started.set(target, one);
    const ended = prepareAndRun(one, given).finally(() => started.delete(target));
    one.ended = ended;
    return ended;
  }

  /** undefined: cancelled, or the comparison was started again. */
  async function askModels(one: Started, cases: readonly FoundCase[]): Promise<string[] | undefined> {
    const { question, session } = one;
    const chosen = await chooseModels(cases, runner.facts.knownModels() ?? [], session.table?.models, question?.token);
    one.question = undefined;
    return question?.token.isCancellationRequested === true ? undefined : chosen;
  }

  /** Opens the tab before anything is sent, so that the user can see the run. */
  async function prepareAndRun(one: Started, { models, isConfirmed }: GivenComparison): Promise<Comparison | undefined> {
    const { session } = one;
    await runner.listModels();
    const cases = await findCases(session.target, runner);
    if (cases.length === 0) {
      void announce(vscode.l10n.t("There is no prompt document to compare models with."));
      return undefined;
    }
    const errors = await countErrors(session.target);
    if (errors > 0) {
      announceErrors(errors);
      return undefined;
    }
    const chosen = models ?? (await askModels(one, cases));
    if (chosen === undefined) return undefined;
    const source = new vscode.CancellationTokenSource();
    try {
      const options: RunOptions = { use: "cacheFirst", token: source.token, ...(isConfirmed ? { confirmed: "send" } : {}) };
      const run = await session.prepare(cases, chosen, options);
      if (run === undefined) return undefined;
      const running = run();
      if (!shown.has(session.target.toString())) fill(open(), session);
      await running;
      return session.table;
    } finally {
      source.dispose();
    }
  }

  /** The number of errors of a document, which *Run* refuses too; in a folder, the cells of its cases show them. */
  async function countErrors(target: vscode.Uri): Promise<number> {
    const text = target.path.endsWith(".gen.md") ? await readDocument(target) : undefined;
    if (text === undefined) return 0;
    const parsed = parsePromptDocument(text);
    await runner.facts.lookAtFiles({ uri: target }, parsed);
    return countBlocking(diagnose(parsed, runner.facts.known({ uri: target }, parsed)));
  }

  function open(): vscode.WebviewPanel {
    return vscode.window.createWebviewPanel(comparisonEditor, "", vscode.ViewColumn.Active);
  }

  return {
    async compare(target, given) {
      const known = shown.get(target.toString());
      known?.panel.reveal();
      const session = known?.session ?? new ComparisonSession(target, runner, ratings, tables);
      try {
        await session.restore();
        return await start(session, given);
      } catch (error) {
        void report(error);
        return undefined;
      }
    },
    async restore(panel, state) {
      const target = stateSchema.safeParse(state).data?.target;
      if (target === undefined || shown.has(target)) return fill(panel, undefined);
      const session = new ComparisonSession(vscode.Uri.parse(target), runner, ratings, tables);
      if (vscode.workspace.isTrusted) await session.restore();
      fill(panel, session);
    },
    dispose() {
      for (const { session } of shown.values()) session.dispose();
      for (const filled of panels) filled.dispose();
    },
  };
}
