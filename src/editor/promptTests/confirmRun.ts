/** Asks before a run sends anything, with the number of requests per model and their past cost. */

import * as vscode from "vscode";
import type { Allowance } from "../../generations/allowance.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { type ExpectedRequest, expectRequests } from "../../promptTests/expectRequests.ts";
import type { AnswerSource } from "../../promptTests/findAnswer.ts";
import type { RunHistory } from "../../promptTests/runHistory.ts";
import { choose } from "../base/report.ts";
import { settings } from "../base/settings.ts";
import { askFor } from "../requests/budget.ts";
import type { Studio } from "../service/studio.ts";
import { describeBilling } from "../showing/billing.ts";
import { amountUnit, formatAmount } from "../showing/formatAmount.ts";
import type { PlannedLeaf } from "./planDocuments.ts";
import type { TestRunOptions } from "./runOptions.ts";

const { t } = vscode.l10n;

export interface ConfirmParts extends AnswerSource, TestRunOptions {
  studio: Pick<Studio, "tasks">;
  tasks: Pick<Tasks, "costs">;
  /** Of the service, as recorded with tasks. */
  baseUrl: string;
  history: Pick<RunHistory, "costsOf">;
}

/** Maximum number of tasks of a model to examine for their cost. */
const mostTasks = 100;

export interface ConfirmedRun {
  type: "cacheOnly" | "send";
  allowance: Allowance;
}

/** undefined: cancelled, also because it would exceed the user's budget. */
export async function confirmRun(leaves: readonly PlannedLeaf[], parts: ConfirmParts): Promise<ConfirmedRun | undefined> {
  const { use, confirmed } = parts;
  if (use === "cacheOnly" || confirmed === "cacheOnly") return allow("cacheOnly", 0, parts);
  const requests = await expectRequests(leaves, parts, use);
  const sent = requests.filter(({ isCached }) => !isCached);
  if (sent.length === 0) return allow("send", 0, parts);
  const chosen = confirmed ?? (await ask(requests, sent, parts));
  return chosen && allow(chosen, chosen === "send" ? estimateRun(sent, parts) : 0, parts);
}

async function allow(
  type: ConfirmedRun["type"],
  estimate: number | undefined,
  { studio }: ConfirmParts,
): Promise<ConfirmedRun | undefined> {
  const allowance = await askFor(studio, () => estimate);
  return allowance && { type, allowance };
}

/** undefined: cancelled. */
async function ask(requests: readonly ExpectedRequest[], sent: readonly ExpectedRequest[], parts: ConfirmParts) {
  const [runAll, fromCache] = [t("Run All"), t("Use Saved Answers Only")];
  const question = sent.length === 1 ? t("Send 1 request?") : t("Send {0} requests?", sent.length);
  const billing = describeBilling(
    sent.map(({ model }) => model),
    sent.length,
  );
  // The first run has nothing in the cache.
  const isSomeCached = sent.length < requests.length;
  const about = [describeModels(requests, sent, parts), billing].join("\n\n");
  const answer = await choose(question, isSomeCached ? [runAll, fromCache] : [runAll], about);
  const chosen = answer === runAll ? "send" : answer === fromCache ? "cacheOnly" : undefined;
  if (chosen !== undefined) parts.onConfirmed?.(chosen);
  return chosen;
}

/** By what earlier answers cost, in the unit of the budget; undefined: nothing is known. 0: all costs are in other units. */
function estimateRun(sent: readonly ExpectedRequest[], parts: ConfirmParts): number | undefined {
  const counted = sent.filter(({ model }) => (unitOf(model, parts) ?? amountUnit()) === amountUnit());
  if (counted.length === 0) return 0;
  const known = [...Map.groupBy(counted, ({ model }) => model)].flatMap(([model, its]) => {
    const costs = findCosts(model, its, parts);
    return costs.length === 0 ? [] : [medianOf(costs) * its.length];
  });
  // Answers that were free before may cost something now.
  return known.reduce((sum, cost) => sum + cost, 0) || undefined;
}

/** One line per model. */
function describeModels(requests: readonly ExpectedRequest[], sent: readonly ExpectedRequest[], parts: ConfirmParts): string {
  const lines = [...Map.groupBy(sent, ({ model }) => model)].map(([model, its]) => {
    const count = t("{0}: {1} of {2}", model, its.length, requests.filter((one) => one.model === model).length);
    if (settings.biller([model]) === "nobody") return count;
    const costs = findCosts(model, its, parts);
    if (costs.length === 0) return t("{0} · what its answers cost is not known", count);
    const [middle, unit] = [medianOf(costs), unitOf(model, parts)];
    const together = formatAmount(middle * its.length, unit);
    return t("{0} · {1} each before, about {2} together", count, formatAmount(middle, unit), together);
  });
  const cached = requests.length - sent.length;
  return [...lines, ...(cached > 0 ? [t("From the cache: {0}", cached)] : [])].join("\n");
}

const unitOf = (model: string, { tasks, baseUrl }: ConfirmParts) => tasks.costs.unitOf(baseUrl, model);

function findCosts(model: string, requests: readonly ExpectedRequest[], parts: ConfirmParts): number[] {
  const { tasks, baseUrl, history } = parts;
  const unit = unitOf(model, parts) ?? amountUnit();
  const kinds = [...new Set(requests.map(({ kind }) => kind))];
  return [...kinds.flatMap((kind) => tasks.costs.newest(baseUrl, kind, model, mostTasks, unit)), ...history.costsOf(model)];
}

function medianOf(amounts: readonly number[]): number {
  return amounts.toSorted((one, other) => one - other)[Math.floor(amounts.length / 2)] ?? 0;
}
