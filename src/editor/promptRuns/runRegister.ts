/** The runs of prompt documents, for their code lenses. A document has at most one run at a time. */
import * as vscode from "vscode";
import { sumByUnit } from "../../contract/amountSums.ts";
import type { RunFact } from "../../prompt/facts.ts";

export interface RunResult {
  label: string;
  uri: vscode.Uri;
}

/** The outcome of one request. */
export interface RequestOutcome {
  failed: boolean;
  results: readonly RunResult[];
  /** As reported by the service. */
  cost?: number | undefined;
  /** Of the cost; undefined: that of the service. */
  unit?: string | undefined;
  tokens?: number | undefined;
  /** The id of a v1 response, which has no task. */
  responseId?: string | undefined;
}

export class PromptRun {
  readonly controller = new AbortController();
  /** In Unix milliseconds. */
  readonly startedAt: number;
  readonly #counted: RequestOutcome[] = [];
  readonly #changed: () => void;
  #fact: RunFact;

  /** `startedAt` in Unix milliseconds. */
  constructor(total: number, startedAt: number, changed: () => void) {
    this.startedAt = startedAt;
    this.#fact = { state: "running", total, finished: 0, failed: 0 };
    this.#changed = changed;
  }

  get outcomes(): readonly RequestOutcome[] {
    return this.#counted;
  }

  /** Each file or editor is listed once, even if several requests have written to it. */
  get results(): RunResult[] {
    const found = this.#counted.flatMap((outcome) => outcome.results);
    return [...new Map(found.map((result) => [result.uri.toString(), result])).values()];
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get isRunning(): boolean {
    return this.#fact.state === "running";
  }

  describe(): RunFact {
    return this.isRunning ? { ...this.#fact, milliseconds: Date.now() - this.startedAt } : this.#fact;
  }

  setPhase(phase: string): void {
    if (this.#fact.phase === phase) return;
    this.#fact = { ...this.#fact, phase };
    this.#changed();
  }

  count(outcome: RequestOutcome): void {
    this.#counted.push(outcome);
    this.#fact = {
      ...this.#fact,
      finished: this.#fact.finished + 1,
      failed: this.#fact.failed + (outcome.failed ? 1 : 0),
      ...(outcome.cost === undefined
        ? {}
        : { costs: sumByUnit([...(this.#fact.costs ?? []), { amount: outcome.cost, unit: outcome.unit }]) }),
      ...(outcome.tokens === undefined ? {} : { tokens: (this.#fact.tokens ?? 0) + outcome.tokens }),
    };
    this.#changed();
  }

  /** `at` in Unix milliseconds. */
  end(at = Date.now()): void {
    const failed = this.#fact.failed > 0 || this.#fact.finished < this.#fact.total;
    this.#fact = { ...this.#fact, state: failed ? "failed" : "completed", milliseconds: at - this.startedAt };
    this.#changed();
  }
}

export class RunRegister {
  readonly #runs = new Map<string, PromptRun>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  /** Runs only while something is running, to update the elapsed time in the lens. */
  #ticking: ReturnType<typeof setInterval> | undefined;
  readonly #shownContexts = new Map<string, string>();

  constructor() {
    this.#updatePalette();
  }

  of(document: vscode.Uri): PromptRun | undefined {
    return this.#runs.get(document.toString());
  }

  start(document: vscode.Uri, total: number, startedAt = Date.now()): PromptRun {
    const run = new PromptRun(total, startedAt, () => this.#notify());
    this.#runs.set(document.toString(), run);
    this.#notify();
    return run;
  }

  forget(document: vscode.Uri): void {
    this.#runs.delete(document.toString());
    this.#notify();
  }

  dispose(): void {
    clearInterval(this.#ticking);
    this.#changed.dispose();
  }

  /** For the palette's `when` clauses. `resourcePath` is a path on this machine or, in a remote window, the path of the URI. */
  #updatePalette(): void {
    const pathsOf = (isMeant: (run: PromptRun) => boolean) =>
      [...this.#runs].flatMap(([address, run]) => {
        const uri = vscode.Uri.parse(address, true);
        return isMeant(run) ? [uri.fsPath, uri.path] : [];
      });
    const contexts = { runningDocuments: pathsOf((run) => run.isRunning), documentsWithResults: pathsOf((run) => run.results.length > 0) };
    for (const [name, paths] of Object.entries(contexts)) {
      const text = paths.join("\n");
      if (this.#shownContexts.get(name) === text) continue;
      this.#shownContexts.set(name, text);
      void vscode.commands.executeCommand("setContext", `generationStudio.${name}`, paths);
    }
  }

  #notify(): void {
    this.#updatePalette();
    const isRunning = [...this.#runs.values()].some((run) => run.isRunning);
    if (isRunning) this.#ticking ??= setInterval(() => this.#changed.fire(), 1000);
    else {
      clearInterval(this.#ticking);
      this.#ticking = undefined;
    }
    this.#changed.fire();
  }
}
