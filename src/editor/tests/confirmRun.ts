/** Asks before a run sends anything, with the number of requests per model and their past cost. */
import * as vscode from "vscode";
import { type ExpectedRequest, expectRequests } from "../../promptTests/expectRequests.ts";
import type { AnswerSource } from "../../promptTests/findAnswer.ts";
import type { RunHistory } from "../../promptTests/runHistory.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { choose } from "../report.ts";
import type { PlannedLeaf } from "./planDocuments.ts";
import type { RunOptions } from "./runOptions.ts";

export interface ConfirmParts extends AnswerSource, RunOptions {
  tasks: Pick<Tasks, "costsOfModel">;
  /** Of the service, as recorded with tasks. */
  baseUrl: string;
  history: Pick<RunHistory, "costsOf">;
}

/** Maximum number of tasks of a model to examine for their cost. */
const mostTasks = 100;

/** undefined: cancelled. */
export async function confirmRun(leaves: readonly PlannedLeaf[], parts: ConfirmParts): Promise<"send" | "cacheOnly" | undefined> {
  const { use, confirmed } = parts;
  if (use === "cacheOnly") return "cacheOnly";
  if (confirmed !== undefined) return confirmed;
  const requests = await expectRequests(leaves, parts, use);
  const sent = requests.filter(({ isCached }) => !isCached);
  if (sent.length === 0) return "send";
  const { l10n } = vscode;
  const [runAll, fromCache] = [l10n.t("Run All"), l10n.t("Run from Cache")];
  const question =
    sent.length === 1
      ? l10n.t("Send 1 request to test the prompts? The service bills it.")
      : l10n.t("Send {0} requests to test the prompts? The service bills each.", sent.length);
  const answer = await choose(question, [runAll, fromCache], describeModels(requests, sent, parts));
  const chosen = answer === runAll ? "send" : answer === fromCache ? "cacheOnly" : undefined;
  if (chosen !== undefined) parts.onConfirmed?.(chosen);
  return chosen;
}

/** One line per model. */
function describeModels(requests: readonly ExpectedRequest[], sent: readonly ExpectedRequest[], parts: ConfirmParts): string {
  const { l10n } = vscode;
  const lines = [...Map.groupBy(sent, ({ model }) => model)].map(([model, its]) => {
    const count = l10n.t("{0}: {1} of {2}", model, its.length, requests.filter((one) => one.model === model).length);
    const costs = findCosts(model, its, parts);
    if (costs.length === 0) return l10n.t("{0} · what its answers cost is not known", count);
    const middle = medianOf(costs);
    return l10n.t("{0} · {1} each before, about {2} together", count, writeAmount(middle), writeAmount(middle * its.length));
  });
  const cached = requests.length - sent.length;
  return [...lines, ...(cached > 0 ? [l10n.t("From the cache: {0}", cached)] : [])].join("\n");
}

function findCosts(model: string, requests: readonly ExpectedRequest[], { tasks, baseUrl, history }: ConfirmParts): number[] {
  const kinds = [...new Set(requests.map(({ kind }) => kind))];
  return [...kinds.flatMap((kind) => tasks.costsOfModel(baseUrl, kind, model, mostTasks)), ...history.costsOf(model)];
}

function medianOf(amounts: readonly number[]): number {
  return amounts.toSorted((one, other) => one - other)[Math.floor(amounts.length / 2)] ?? 0;
}

function writeAmount(amount: number): string {
  return String(Number(amount.toPrecision(3)));
}
