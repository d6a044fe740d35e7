/** What is known about the price of a form's request, from the service's list of models and from the journal. */

import * as vscode from "vscode";
import { kindTable } from "../../../contract/kind.ts";
import type { Tasks } from "../../../generations/tasks.ts";
import { settings } from "../../base/settings.ts";
import { describeBilling } from "../../showing/billing.ts";
import { amountUnit, formatAmount } from "../../showing/formatAmount.ts";
import { describeSpending } from "../budget.ts";
import type { TaskSource } from "../taskSource.ts";
import type { FormDraft } from "./formDraft.ts";

const { t } = vscode.l10n;

/** What the price depends on. */
type Priced = Pick<FormDraft, "choices" | "kind" | "model" | "requests">;
type PriceSource = Pick<TaskSource, "connection" | "models" | "tasks">;

/** Only the newest requests of the model, because prices change over time. */
const mostPast = 20;

/** One line each: who bills, unless the price says it, the price, and the user's budget. */
export async function describePrice(source: PriceSource, draft: Priced): Promise<string[]> {
  const tasks = await source.tasks();
  const known = await describeRequest(source, draft, tasks);
  // Without a price, and where nobody pays it, the form says who bills.
  const billing = known.length === 0 || settings.biller([draft.model]) === "nobody" ? [describeBilling([draft.model], draft.requests)] : [];
  return [...billing, ...known, ...describeSpending(tasks)];
}

async function describeRequest(source: PriceSource, draft: Priced, tasks: Tasks): Promise<string[]> {
  const { baseUrl } = await source.connection();
  const unit = tasks.costs.unitOf(baseUrl, draft.model);
  const listed = listedPrice(source, draft, unit);
  if (listed !== undefined) return [t("Price: {0}", listed)];
  const costs = tasks.costs.newest(baseUrl, draft.kind, draft.model, mostPast, unit ?? amountUnit());
  if (costs.length === 0) return [];
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  return [t("Past requests with this model cost {0} on average.", formatAmount(mean, unit))];
}

function listedPrice(source: PriceSource, draft: Priced, unit: string | undefined): string | undefined {
  const price = source.models.find(draft.model)?.price;
  const { kind, requests } = draft;
  const { shownAs } = kindTable[kind];
  if (shownAs === "image" && price?.image !== undefined) return formatAmount(price.image * Math.max(1, requests), unit);
  if (shownAs !== "image" && shownAs !== "text" && price?.second !== undefined) {
    const seconds = Number(draft.choices.duration);
    return seconds > 0
      ? formatAmount(price.second * seconds * Math.max(1, requests), unit)
      : t("{0} a second", formatAmount(price.second, unit));
  }
  if (shownAs === "text" && price?.output !== undefined)
    return t("{0} for a million tokens of the answer", formatAmount(price.output, unit));
  return undefined;
}
