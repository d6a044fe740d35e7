/** The comparisons of models: one per document or folder, each in its own editor tab. */
import path from "node:path";
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { Comparison } from "../../../library/comparison/comparison.ts";
import { diagnose } from "../../../prompt/diagnose.ts";
import { countBlocking } from "../../../prompt/diagnostic.ts";
import { parsePromptDocument } from "../../../prompt/parse/promptDocument.ts";
import { openRatings, type Ratings } from "../../../promptTests/ratings.ts";
import { announce, report } from "../../base/report.ts";
import { announceErrors } from "../../prompts/announceErrors.ts";
import { readEditedText } from "../../prompts/readEditedText.ts";
import { requireRunning } from "../../prompts/requireRunning.ts";
import type { TestRunOptions } from "../runOptions.ts";
import type { TestRunner } from "../testRunner.ts";
import { chooseModels } from "./chooseModels.ts";
import { comparisonEditor } from "./comparisonEditor.ts";
import { ComparisonPage } from "./comparisonPage.ts";
import { ComparisonSession } from "./comparisonSession.ts";
import { type ComparedCase, findCases } from "./findCases.ts";
import { openSavedTables, type SavedTables } from "./savedTables.ts";

/** Answers to questions that are then not asked. */
export interface GivenComparison {
  models: readonly string[] | undefined;
  isConfirmed: boolean;
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

export class Comparisons implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #runner: TestRunner;
  readonly #ratings: Ratings;
  readonly #tables: SavedTables;
  /** By target. */
  readonly #shown = new Map<string, Shown>();
  readonly #pages = new Set<vscode.Disposable>();
  /** The comparisons that are being prepared or are running, by target. */
  readonly #started = new Map<string, Started>();

  private constructor(extensionUri: vscode.Uri, runner: TestRunner, ratings: Ratings) {
    this.#extensionUri = extensionUri;
    this.#runner = runner;
    this.#ratings = ratings;
    this.#tables = openSavedTables(path.join(runner.folder, "comparisons"));
  }

  static async open(extensionUri: vscode.Uri, runner: TestRunner): Promise<Comparisons> {
    return new Comparisons(extensionUri, runner, await openRatings(path.join(runner.folder, "ratings.json")));
  }

  /** Resolves with the table when its run has ended; undefined: cancelled. */
  async compare(target: vscode.Uri, given: GivenComparison): Promise<Comparison | undefined> {
    const known = this.#shown.get(target.toString());
    known?.panel.reveal();
    const session = known?.session ?? this.#newSession(target);
    try {
      return await this.#start(session, given);
    } catch (error) {
      void report(error);
      return undefined;
    }
  }

  /** Restores the content of a panel from an earlier window. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const target = stateSchema.safeParse(state).data?.target;
    if (target === undefined || this.#shown.has(target)) return this.#show(panel, undefined);
    const session = this.#newSession(vscode.Uri.parse(target));
    if (vscode.workspace.isTrusted) await session.restore();
    this.#show(panel, session);
  }

  dispose(): void {
    for (const { session } of this.#shown.values()) session.dispose();
    for (const page of this.#pages) page.dispose();
  }

  #newSession(target: vscode.Uri): ComparisonSession {
    return new ComparisonSession(target, this.#runner, this.#ratings, this.#tables);
  }

  #show(panel: vscode.WebviewPanel, session: ComparisonSession | undefined): void {
    const page = new ComparisonPage({
      panel,
      session,
      extensionUri: this.#extensionUri,
      filesFolder: path.join(this.#runner.folder, "files"),
      run: (one, chooses) => this.#start(one, { models: chooses ? undefined : one.table?.models, isConfirmed: false }),
    });
    this.#pages.add(page);
    if (session !== undefined) this.#shown.set(session.target.toString(), { session, panel });
    panel.onDidDispose(() => {
      page.dispose();
      this.#pages.delete(page);
      if (session === undefined) return;
      session.dispose();
      this.#shown.delete(session.target.toString());
    });
  }

  /** Waits for the end of a run that was stopped, and asks a question that is still open again. undefined: cancelled, or the target is already being compared. */
  async #start(session: ComparisonSession, given: GivenComparison): Promise<Comparison | undefined> {
    const target = session.target.toString();
    if (!requireRunning()) return undefined;
    for (let other = this.#started.get(target); other !== undefined; other = this.#started.get(target)) {
      if (!other.session.isStopped && other.question === undefined) return undefined;
      other.question?.cancel();
      await other.ended.catch(() => undefined);
    }
    const question = given.models === undefined ? new vscode.CancellationTokenSource() : undefined;
    const one: Started = { session, question, ended: Promise.resolve() };
    this.#started.set(target, one);
    const ended = this.#prepareAndRun(one, given).finally(() => this.#started.delete(target));
    one.ended = ended;
    return ended;
  }

  /** Opens the tab before anything is sent, so that the user can see the run. */
  async #prepareAndRun(one: Started, { models, isConfirmed }: GivenComparison): Promise<Comparison | undefined> {
    const { session } = one;
    // After this comparison was registered, so that of several ones the last that was started remains.
    await session.restore();
    await this.#runner.listModels();
    const cases = await findCases(session.target, this.#runner);
    if (cases.length === 0) {
      void announce(vscode.l10n.t("There is no prompt document to compare models with."));
      return undefined;
    }
    const errors = await this.#countErrors(session.target);
    if (errors > 0) {
      announceErrors(errors);
      return undefined;
    }
    const chosen = models ?? (await this.#askModels(one, cases));
    if (chosen === undefined) return undefined;
    const source = new vscode.CancellationTokenSource();
    try {
      const options: TestRunOptions = { use: "cacheFirst", token: source.token, ...(isConfirmed ? { confirmed: "send" } : {}) };
      const run = await session.prepare(cases, chosen, options);
      if (run === undefined) return undefined;
      const running = run();
      if (!this.#shown.has(session.target.toString()))
        this.#show(vscode.window.createWebviewPanel(comparisonEditor, "", vscode.ViewColumn.Active), session);
      await running;
      return session.table;
    } finally {
      source.dispose();
    }
  }

  /** undefined: cancelled, or the comparison was started again. */
  async #askModels(one: Started, cases: readonly ComparedCase[]): Promise<string[] | undefined> {
    const { question, session } = one;
    const chosen = await chooseModels(cases, this.#runner.facts.knownModels() ?? [], session.table?.models, question?.token);
    one.question = undefined;
    return question?.token.isCancellationRequested === true ? undefined : chosen;
  }

  /** The number of errors of a document, which *Run* refuses too; in a folder, the cells of its cases show them. */
  async #countErrors(target: vscode.Uri): Promise<number> {
    const text = target.path.endsWith(".gen.md") ? await readEditedText(target) : undefined;
    if (text === undefined) return 0;
    const parsed = parsePromptDocument(text);
    const { facts } = this.#runner;
    await facts.lookAtFiles({ uri: target }, parsed);
    return countBlocking(diagnose(parsed, facts.known({ uri: target }, parsed)));
  }
}
