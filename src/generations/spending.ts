/** The user's budget: what was spent this day and this month, by all windows and agents that share the journal. */
import { budgetCode } from "../client/errors/ownCodes.ts";
import { ownSentences } from "../client/errors/ownSentences.ts";
import { ServiceError } from "../client/serviceError.ts";
import { inEnglish } from "../contract/translate.ts";
import type { CostTable } from "./journal/costTable.ts";

const spendingPeriods = ["day", "month"] as const;
type SpendingPeriod = (typeof spendingPeriods)[number];

/** In the unit of the service in use; absent: no limit. */
export type SpendingLimits = Partial<Record<SpendingPeriod, number>>;

export interface Spending {
  period: SpendingPeriod;
  limit: number;
  /** Includes the estimates of requests in progress. */
  spent: number;
  /** Nothing is known of the cost of a request in progress, which may use what is left. */
  isUncertain: boolean;
}

export type SpentCosts = Pick<CostTable, "spent" | "unknown">;

const noRequests: ReadonlySet<string> = new Set();

/**
 * `unit`: of the limits; costs in other units do not count. `now`: in local time, which decides when a day and a month begin. `own`: the keys
 * of the requests of the same action, which may use what is left together.
 */
export function readSpending(
  costs: SpentCosts,
  limits: SpendingLimits,
  unit: string,
  now: Date,
  own: ReadonlySet<string> = noRequests,
): Spending[] {
  if (Object.keys(limits).length === 0) return [];
  const isUncertain = costs.unknown(unit, now.getTime()).some((key) => !own.has(key));
  const begin = {
    day: new Date(now.getFullYear(), now.getMonth(), now.getDate()),
    month: new Date(now.getFullYear(), now.getMonth(), 1),
  };
  return spendingPeriods.flatMap((period): Spending[] => {
    const limit = limits[period];
    return limit === undefined ? [] : [{ period, limit, spent: costs.spent(begin[period].getTime(), unit), isUncertain }];
  });
}

/** A request that would exceed a budget, so that the user must be asked first. Nothing was sent. */
export class BudgetExceeded extends ServiceError {
  readonly spending: Spending;
  /** undefined: nothing is known of its cost. */
  readonly estimate: number | undefined;

  constructor(spending: Spending, estimate: number | undefined) {
    super({
      kind: "insufficientQuota",
      code: budgetCode,
      message: inEnglish(ownSentences.budget, spending.period),
    });
    this.spending = spending;
    this.estimate = estimate;
  }
}

/** Sums of amounts such as 0.1 are not exact in binary. */
const rounding = 1e-9;

/** A request of unknown cost may use what is left of a budget. One that costs nothing, as with the demo, exceeds none. @throws BudgetExceeded */
export function requireWithin(spendings: readonly Spending[], estimate: number | undefined): void {
  if (estimate === 0) return;
  // An estimate that is not a number exceeds every budget.
  const isWithin = ({ limit, spent, isUncertain }: Spending) =>
    !isUncertain && limit - spent > rounding && spent + (estimate ?? 0) - limit <= rounding;
  const exceeded = spendings.find((one) => !isWithin(one));
  if (exceeded !== undefined) throw new BudgetExceeded(exceeded, estimate);
}
