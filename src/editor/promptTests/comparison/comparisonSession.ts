/** The comparison of a document or folder: its table, and the run that fills it. */
import { hash } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import type { ComparedCell, Comparison } from "../../../library/comparison/comparison.ts";
import type { Ratings } from "../../../promptTests/ratings.ts";
import type { RepetitionEnd } from "../../../promptTests/runTests.ts";
import { documentName, type NamedRequest } from "../namedRequest.ts";
import type { PlannedLeaf } from "../planDocuments.ts";
import { rememberRun } from "../rememberRun.ts";
import type { TestRunOptions } from "../runOptions.ts";
import type { TestRunner } from "../testRunner.ts";
import { type ComparedCase, nameDocuments } from "./findCases.ts";
import { type RepetitionResult, readCell, readEnd } from "./readEnd.ts";
import type { SavedTable, SavedTables } from "./savedTables.ts";

/** One request of a cell. */
interface CellRequest extends NamedRequest {
  row: number;
  column: number;
}

export interface ChangedCell {
  row: number;
  column: number;
}

export class ComparisonSession implements vscode.Disposable {
  readonly target: vscode.Uri;
  readonly #runner: TestRunner;
  readonly #ratings: Ratings;
  readonly #tables: SavedTables;
  readonly #changed = new vscode.EventEmitter<ChangedCell | "all">();
  #saved: SavedTable | undefined;
  #abort: AbortController | undefined;

  constructor(target: vscode.Uri, runner: TestRunner, ratings: Ratings, tables: SavedTables) {
    this.target = target;
    this.#runner = runner;
    this.#ratings = ratings;
    this.#tables = tables;
  }

  readonly onDidChange = this.#changed.event;

  get isRunning(): boolean {
    return this.#abort !== undefined;
  }

  /** Whether the current run was stopped and has not ended yet. */
  get isStopped(): boolean {
    return this.#abort?.signal.aborted === true;
  }

  /** Addresses of files are paths. undefined: nothing was compared yet. */
  get table(): Comparison | undefined {
    if (this.#saved === undefined) return undefined;
    const { cases, ...table } = this.#saved.table;
    const rate = (row: number, cell: ComparedCell | null, column: number) =>
      cell && { ...cell, rating: this.#ratings.of(this.#nameAnswer(row, column)) };
    return { ...table, cases: cases.map((one, row) => ({ ...one, cells: one.cells.map((cell, column) => rate(row, cell, column)) })) };
  }

  cell({ row, column }: ChangedCell): ComparedCell | undefined {
    const cell = this.#saved?.table.cases[row]?.cells[column];
    return cell ? { ...cell, rating: this.#ratings.of(this.#nameAnswer(row, column)) } : undefined;
  }

  /** The compared documents, in the order of the table. */
  get documents(): vscode.Uri[] {
    return [...new Set(this.#saved?.rows.map(({ document }) => document))].map((document) => vscode.Uri.parse(document, true));
  }

  locationOf(row: number): { file: vscode.Uri; line: number } | undefined {
    const found = this.#saved?.rows[row];
    return found && { file: vscode.Uri.parse(found.file, true), line: found.line };
  }

  /** Loads the table of the last run, without sending anything. */
  async restore(): Promise<void> {
    this.#saved ??= await this.#tables.read(this.target.toString());
  }

  /** Asks before anything is sent. undefined: cancelled. Throws ServiceError. */
  async prepare(
    cases: readonly ComparedCase[],
    models: readonly string[],
    options: TestRunOptions,
  ): Promise<(() => Promise<void>) | undefined> {
    const requests = cases.flatMap(({ document, test, fits }, row) =>
      models.flatMap((model, column): CellRequest[] =>
        fits(model) ? Array.from({ length: test.repeat }, (_, index) => ({ document, key: test.key, model, index, row, column })) : [],
      ),
    );
    const plan = await this.#runner.plan(requests, options.token);
    const run = await this.#runner.confirm(plan.planned, options);
    if (run === undefined) return undefined;
    return async () => {
      this.#abort = new AbortController();
      this.#saved = layOut(this.target, cases, models);
      const ended = new Map<string, { at: number; one: RepetitionResult }[]>();
      const take = ({ row, column, index }: CellRequest, one: RepetitionResult): void => {
        const { repeat = 1, atLeast = 1 } = cases[row]?.test ?? {};
        const known = ended.get(`${row} ${column}`) ?? [];
        ended.set(`${row} ${column}`, known);
        known.push({ at: index, one });
        const inOrder = known.toSorted((first, second) => first.at - second.at).map((each) => each.one);
        this.#setCell({ row, column }, { ...readCell(inOrder, repeat, atLeast), rating: 0 });
      };
      this.#changed.fire("all");
      for (const { leaf, reason } of plan.unplanned) {
        if (reason === undefined) take(leaf, { type: "notRun", note: vscode.l10n.t("It was not run.") });
        else take(leaf, { type: "error", note: reason.replaceAll("`", "'") });
      }
      const onEnd = (one: PlannedLeaf<CellRequest>, end: RepetitionEnd): void => {
        if (end.type === "judged") rememberRun(this.#runner.history, one, end);
        take(one.leaf, readEnd(one, end));
      };
      const onStart = ({ leaf }: PlannedLeaf<CellRequest>): void => {
        if (!ended.has(`${leaf.row} ${leaf.column}`)) this.#setCell(leaf, { state: "running", answers: [], rating: 0 });
      };
      try {
        await run({ onStart, onEnd }, this.#abort.signal);
      } finally {
        this.#abort = undefined;
        this.#changed.fire("all");
        await this.#tables.write(this.target.toString(), this.#saved);
      }
    };
  }

  stop(): void {
    this.#abort?.abort();
  }

  async rate(at: ChangedCell, rating: number): Promise<void> {
    if (!this.cell(at)?.answers.length) return;
    const rated = this.#ratings.rate(this.#nameAnswer(at.row, at.column), rating);
    this.#changed.fire(at);
    await rated;
  }

  dispose(): void {
    this.stop();
    this.#changed.dispose();
  }

  #setCell({ row, column }: ChangedCell, cell: ComparedCell): void {
    this.#saved?.table.cases[row]?.cells.splice(column, 1, cell);
    this.#changed.fire({ row, column });
  }

  /** The same name for the same answers of a model to a case, in any comparison. */
  #nameAnswer(row: number, column: number): string {
    const { table, rows } = this.#saved ?? {};
    const answers = table?.cases[row]?.cells[column]?.answers.map(({ text, files }) => [text, files.map(({ address }) => address)]);
    return hash("sha256", JSON.stringify([rows?.[row]?.document, rows?.[row]?.key, table?.models[column], answers]));
  }
}

function layOut(target: vscode.Uri, cases: readonly ComparedCase[], models: readonly string[]): SavedTable {
  const documents = nameDocuments(cases);
  const waiting = (): ComparedCell => ({ state: "waiting", answers: [], rating: 0 });
  return {
    table: {
      title: target.path.endsWith(".gen.md") ? documentName(target) : path.posix.basename(target.path),
      models: [...models],
      cases: cases.map(({ test, fits }, row) => ({
        name: test.name,
        document: documents[row] ?? "",
        cells: models.map((model) => (fits(model) ? waiting() : null)),
      })),
    },
    rows: cases.map(({ document, test, location: { file, line } }) => ({
      document: document.toString(),
      key: test.key,
      file: file.toString(),
      line,
    })),
  };
}
