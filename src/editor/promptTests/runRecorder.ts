/** Records the outcome of each test of a run: for VS Code, for the history, and for the caller. */

import * as vscode from "vscode";
import { describeError } from "../../client/errors/describeError.ts";
import { forTerminal } from "../../contract/hiddenCharacters.ts";
import { compareRuns, type RunHistory } from "../../promptTests/runHistory.ts";
import type { RepetitionEnd } from "../../promptTests/runTests.ts";
import { settings } from "../base/settings.ts";
import { describeStopped } from "../showing/billing.ts";
import type { DocumentTest, PlannedLeaf, UnplannedLeaf } from "./planDocuments.ts";
import { rememberRun, testId } from "./rememberRun.ts";
import { describeJudgement, describeNotRun, incompleteOf, writeMessage } from "./testMessages.ts";
import type { TestOutcome } from "./testOutcome.ts";
import type { Leaf } from "./testTree.ts";

const { t } = vscode.l10n;

type PlannedItem = PlannedLeaf<Leaf>;
type Judged = Extract<RepetitionEnd, { type: "judged" }>;
type Failed = Judged | Extract<RepetitionEnd, { type: "error" }>;

/** The repetitions of one test in this run. */
interface Group {
  size: number;
  /** Number that must pass. */
  needed: number;
  waiting: number;
  passed: number;
  failed: number;
  /** Failures that are not shown yet, because they may be tolerated. */
  held: { one: PlannedItem; end: Failed }[];
}

export class RunRecorder {
  readonly outcomes: TestOutcome[] = [];
  readonly #run: vscode.TestRun;
  readonly #history: RunHistory;
  readonly #groups = new Map<DocumentTest, Group>();

  constructor(run: vscode.TestRun, history: RunHistory) {
    this.#run = run;
    this.#history = history;
  }

  enqueue({ item }: Leaf): void {
    this.#run.enqueued(item);
  }

  /** Failures of a test are tolerated only if all its repetitions are in this run. */
  expect(leaves: readonly PlannedItem[]): void {
    for (const [planned, its] of Map.groupBy(leaves, (one) => one.planned)) {
      const { repeat, atLeast } = planned.test;
      const size = its.length;
      this.#groups.set(planned, { size, needed: size === repeat ? atLeast : size, waiting: size, passed: 0, failed: 0, held: [] });
    }
  }

  start({ item }: Leaf): void {
    this.#run.started(item);
  }

  refuse({ leaf, reason, location }: UnplannedLeaf<Leaf>): void {
    if (reason === undefined) this.#skipOne(leaf, t("It was not run."));
    else this.#error(leaf, reason.replaceAll("`", "'"), location);
  }

  skip(leaves: readonly PlannedItem[]): void {
    for (const { leaf } of leaves) this.#skipOne(leaf, t("It was not run."));
  }

  end(one: PlannedItem, end: RepetitionEnd): void {
    const { leaf, planned } = one;
    const group = this.#groups.get(planned) ?? { size: 1, needed: 1, waiting: 1, passed: 0, failed: 0, held: [] };
    group.waiting -= 1;
    if (end.type === "judged") {
      rememberRun(this.#history, one, end);
      this.#write(leaf, end.answer.text);
      for (const line of [...incompleteOf(end.answer), ...end.judgements.map(describeJudgement)]) this.#write(leaf, line);
    }
    if (end.type === "notRun") this.#skipOne(leaf, describeNotRun(end.because));
    else if (end.type === "error" && end.error.kind === "aborted") this.#skipOne(leaf, describeStopped(planned.model));
    else if (end.type === "judged" && end.unmet.length === 0) {
      group.passed += 1;
      this.#pass(one, end);
    } else {
      group.failed += 1;
      group.held.push({ one, end });
    }
    this.#release(group);
  }

  /** Shows failures once it is known whether they are tolerated. */
  #release(group: Group): void {
    const isFailed = group.failed > group.size - group.needed;
    if (!isFailed && group.waiting > 0) return;
    for (const { one, end } of group.held.splice(0)) {
      if (isFailed || group.passed < group.needed) this.#fail(one, end);
      else this.#skipOne(one.leaf, t("It failed, and enough of the others passed: {0}", describeUnmet(end).join(" ")));
    }
  }

  #pass({ leaf }: PlannedItem, { answer }: Judged): void {
    this.#run.passed(leaf.item, answer.latency);
    this.#note(leaf, "passed");
  }

  #fail({ leaf, planned }: PlannedItem, end: Failed): void {
    if (end.type === "error") this.#error(leaf, describeUnmet(end).join(" "), planned.locate(planned.test.range));
    else this.#showUnmet(leaf, planned, end);
  }

  #showUnmet(leaf: Leaf, planned: DocumentTest, { unmet, answer }: Judged): void {
    const before = this.#describeBefore(leaf);
    const messages = unmet.map(({ assertion, verdict }) => {
      const text = [...incompleteOf(answer), verdict.message, before].filter(Boolean).join(" ");
      const message = writeMessage(text, planned.document, assertion, verdict);
      message.location = planned.locate(assertion.range);
      return message;
    });
    this.#run.failed(leaf.item, messages, answer.latency);
    this.#note(leaf, "failed", messages[0]);
  }

  #error(leaf: Leaf, text: string, location: vscode.Location | undefined): void {
    const message = new vscode.TestMessage(text);
    if (location !== undefined) message.location = location;
    this.#run.errored(leaf.item, message);
    this.#note(leaf, "errored", message);
  }

  #skipOne(leaf: Leaf, why: string): void {
    this.#write(leaf, why);
    this.#run.skipped(leaf.item);
    this.#note(leaf, "skipped", new vscode.TestMessage(why));
  }

  #write({ item }: Leaf, text: string): void {
    // VS Code shows it in a terminal, which obeys the control characters of an answer.
    this.#run.appendOutput(forTerminal(`${text}\n`).replace(/\r?\n/g, "\r\n"), undefined, item);
  }

  #describeBefore(leaf: Leaf): string {
    const compared = compareRuns(this.#history.of(testId(leaf)));
    switch (compared.type) {
      case "first":
        return "";
      case "passedBefore":
        if (compared.edits === 0) return t("Passed before, with the same request.");
        if (compared.edits === 1) return t("Passed before, failing for 1 edit.");
        return t("Passed before, failing for {0} edits.", compared.edits);
      case "failedBefore":
        return compared.runs === 1 ? t("Failed in the run before, too.") : t("Failed in the {0} runs before, too.", compared.runs);
    }
  }

  #note({ item }: Leaf, state: TestOutcome["state"], message?: vscode.TestMessage): void {
    const labels: string[] = [];
    for (let at: vscode.TestItem | undefined = item; at?.parent !== undefined; at = at.parent) labels.unshift(at.label);
    const line = message?.location?.range.start.line;
    const text = message === undefined ? undefined : typeof message.message === "string" ? message.message : message.message.value;
    this.outcomes.push({
      path: labels,
      state,
      ...(line === undefined ? {} : { line }),
      ...(text === undefined ? {} : { message: text }),
    });
  }
}

function describeUnmet(end: Failed): string[] {
  if (end.type === "error") return [describeError(end.error, settings.isFree()).sentence];
  return end.unmet.map(({ verdict }) => verdict.message);
}
