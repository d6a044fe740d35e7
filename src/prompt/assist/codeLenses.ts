/** The code lenses above a prompt document, as values. */

import { writeSums } from "../../contract/amountSums.ts";
import { t, writeNumber } from "../../contract/translate.ts";
import { countBlocking, type Diagnostic } from "../diagnostic.ts";
import type { Facts, RunFact } from "../facts.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { readText } from "../parse/promptDocument.ts";
import { findEntry } from "../text/frontMatter.ts";
import type { TextRange } from "../text/textRange.ts";
import { batchSets } from "../variables/definedVariables.ts";

export interface CodeLens {
  range: TextRange;
  title: string;
  action: "new" | "run" | "test" | "runWith" | "showRequest" | "stop" | "showResults" | "showProblems";
}

/** @param shown The visible diagnostics: the lens shows the number of errors. */
export function codeLenses(document: PromptDocument, facts: Facts, shown: readonly Diagnostic[]): CodeLens[] {
  const newline = document.text.indexOf("\n");
  const range = { start: 0, end: newline === -1 ? document.text.length : newline };
  const lens = (action: CodeLens["action"], title: string): CodeLens => ({ range, title, action });
  if (document.text.trim() === "") return [lens("new", `$(new-file) ${t("Insert Template…")}`)];
  const { run } = facts;
  if (run?.state === "running") return [lens("showResults", describeProgress(run)), lens("stop", `$(debug-stop) ${t("Stop")}`)];
  const count = countBlocking(shown);
  const first =
    count > 0
      ? lens("showProblems", `$(error) ${count === 1 ? t("1 problem") : t("{0} problems", count)}`)
      : lens("run", runTitle(document, facts));
  // A narrow editor hides the last lenses, so those whose content is not in menus come first.
  const result = run ? [lens("showResults", describeResult(run, facts.unit))] : [];
  const test = findEntry(document.fields, "tests") === undefined ? [] : [lens("test", `$(beaker) ${t("Test")}`)];
  return [first, ...result, ...test, lens("runWith", t("Run with…")), lens("showRequest", t("Show Request"))];
}

function runTitle(document: PromptDocument, facts: Facts): string {
  const count = countRequests(document, facts);
  return `$(play) ${count === undefined || count === 1 ? t("Run") : t("Run {0} Tasks", count)}`;
}

/** The number of requests of the document; undefined if the rows of its CSV file are not known. */
function countRequests(document: PromptDocument, facts: Facts): number | undefined {
  const value = findEntry(document.fields, "batch")?.value;
  if (value?.type === "list") return batchSets(document).length;
  if (value?.type !== "scalar" || value.source === "") return 1;
  return facts.files?.[readText(document.fields, "batch") ?? ""]?.rows;
}

function describeProgress(run: RunFact): string {
  const count = run.total > 1 ? t("{0} of {1}", run.finished, run.total) : (run.phase ?? t("running"));
  return `$(loading~spin) ${count} · ${formatDuration(run.milliseconds ?? 0)}`;
}

function describeResult(run: RunFact, unit: string | undefined): string {
  const good = run.finished - run.failed;
  const rest = run.total - run.finished;
  const parts = good > 0 || (run.failed === 0 && rest === 0) ? [good === 1 ? t("1 result") : t("{0} results", good)] : [];
  if (run.failed > 0) parts.push(t("{0} failed", run.failed));
  if (rest > 0) parts.push(t("{0} not run", rest));
  if (run.costs !== undefined) parts.push(t("cost {0}", writeSums(run.costs, unit ?? "credits")));
  else if (run.tokens !== undefined) parts.push(run.tokens === 1 ? t("1 token") : t("{0} tokens", writeNumber(run.tokens)));
  if (run.milliseconds !== undefined) parts.push(formatDuration(run.milliseconds));
  return `${run.state === "failed" ? "$(warning)" : "$(check)"} ${parts.join(" · ")}`;
}

/** Milliseconds as `0.4 s`, `12 s` or `3 min 5 s`. */
function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
