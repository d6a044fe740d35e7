/** The user's budget: asks before a request exceeds it, and describes what is left. */
import * as vscode from "vscode";
import type { WireRequest } from "../../contract/wireRequest.ts";
import { Allowance } from "../../generations/allowance.ts";
import {
  AllowedGenerations,
  type AllowedStarter,
  type BudgetSource as Budget,
  type ModelMemory,
} from "../../generations/allowedGenerations.ts";
import { estimateAnswer, estimateCost, sumEstimates } from "../../generations/estimateCost.ts";
import { modelOf } from "../../generations/newTask.ts";
import { type BudgetExceeded, readSpending, type Spending } from "../../generations/spending.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { log } from "../base/log.ts";
import { settings } from "../base/settings.ts";
import type { Studio } from "../service/studio.ts";
import { amountUnit, formatAmount } from "../showing/formatAmount.ts";

const { t } = vscode.l10n;

function currentSpending(tasks: Pick<Tasks, "costs">): Spending[] {
  return readSpending(tasks.costs, settings.budget(), amountUnit(), new Date());
}

/** One line for each period with a limit. */
export function describeSpending(tasks: Pick<Tasks, "costs">): string[] {
  return currentSpending(tasks).map(({ period, spent, limit }) =>
    period === "day"
      ? t("Today: {0} of {1}", formatAmount(spent), formatAmount(limit))
      : t("This month: {0} of {1}", formatAmount(spent), formatAmount(limit)),
  );
}

type BudgetSource = Pick<Studio, "connection" | "models" | "tasks">;

/** Asks if the requests would exceed a budget; undefined: the user does not want to exceed it. */
export async function askForRequests(studio: BudgetSource, requests: readonly WireRequest[]): Promise<Allowance | undefined> {
  return askFor(studio, async (tasks) => {
    const { baseUrl } = await studio.connection();
    return sumEstimates(requests.map((request) => estimateRequest({ models: studio.models, tasks }, baseUrl, request)));
  });
}

interface GenerationSource extends Pick<Studio, "models" | "state">, Pick<Budget, "client" | "openTasks"> {}

/** What sends the requests of an action. */
export function allowedGenerations(allowance: Allowance, { models, state, client, openTasks }: GenerationSource): AllowedStarter {
  const budget: Budget = {
    limits: settings.budget,
    unit: amountUnit,
    findModel: (id) => models.find(id),
    client,
    openTasks,
    report: (error) => log.error("budget", error),
  };
  // Loaded later, because nothing of it is needed for a text.
  const memory: ModelMemory = {
    planTurns: async (request) => (await import("./planNarration.ts")).planNarration({ models, state }, request),
    rememberVoices: (model, voices) => state.rememberSpeakers(model, voices),
    rememberOutcome: async (task) => (await import("./recordOutcome.ts")).recordOutcome(state, task),
  };
  return new AllowedGenerations(allowance, budget, memory);
}

function estimateRequest(
  { models, tasks }: Pick<Studio, "models"> & { tasks: Pick<Tasks, "costs"> },
  baseUrl: string,
  request: WireRequest,
): number | undefined {
  const id = modelOf(request);
  return estimateCost(tasks, baseUrl, request, models.find(id) ?? { id }, amountUnit());
}

/** The same for an answer; undefined: it is not known which model will answer. `findModel` is only called if there is a budget. */
export async function askForAnswer(studio: BudgetSource, findModel: () => Promise<string | undefined>): Promise<Allowance | undefined> {
  return askFor(studio, async (tasks) => {
    const [id, { baseUrl }] = await Promise.all([findModel(), studio.connection()]);
    return id === undefined ? undefined : estimateAnswer(tasks, baseUrl, studio.models.find(id) ?? { id }, amountUnit());
  });
}

/** The same for requests with this estimate. */
export async function askFor(
  { tasks }: Pick<Studio, "tasks">,
  estimateAll: (tasks: Tasks) => Promise<number | undefined> | number | undefined,
): Promise<Allowance | undefined> {
  if (Object.keys(settings.budget()).length === 0) return Allowance.check([], 0, ask);
  const opened = await tasks();
  const estimate = await estimateAll(opened);
  return Allowance.check(currentSpending(opened), estimate, ask);
}

async function ask({ spending: { period, spent, limit, isUncertain }, estimate }: BudgetExceeded): Promise<boolean> {
  const { confirm } = await import("../base/report.ts");
  const question = period === "day" ? t("Exceed the budget of today?") : t("Exceed the budget of this month?");
  const facts = t("{0} of {1} is spent.", formatAmount(spent), formatAmount(limit));
  const running = isUncertain ? [t("The cost of a request in progress is not known.")] : [];
  const cost = estimate === undefined ? t("It is not known what this costs.") : t("This may cost {0}.", formatAmount(estimate));
  // A question that cannot be shown, such as in a window that closes, is not agreed to.
  return confirm(question, t("Generate Anyway"), [facts, ...running, cost].join(" ")).catch(() => false);
}
