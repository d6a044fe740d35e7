/** Amounts of money in different units, which cannot be added up: each unit has its own sum. */
import { writeAmount } from "./writeAmount.ts";

/** The unit of what the demo "costs": it is no money, and counts towards no budget. */
export const demoUnit = "demo credits";

export interface AmountInUnit {
  amount: number;
  /** undefined: the unit of the service in use. */
  unit?: string | undefined;
}

/** One sum for each unit: first that of the service, then by name. `unit`: of the service. */
export function sumByUnit(amounts: readonly AmountInUnit[], unit?: string): AmountInUnit[] {
  const sums = new Map<string | undefined, number>();
  for (const one of amounts) {
    const own = one.unit === unit ? undefined : one.unit;
    sums.set(own, (sums.get(own) ?? 0) + one.amount);
  }
  const rank = (one: AmountInUnit) => one.unit ?? "";
  return [...sums].map(([own, amount]) => ({ amount, unit: own })).toSorted((one, other) => rank(one).localeCompare(rank(other)));
}

/** Such as `$0.28 + 70 credits`; a unit of which nothing was spent is only written if it is the only one. Empty: there are no amounts. */
export function writeSums(
  amounts: readonly AmountInUnit[],
  unit: string,
  write = (amount: number, own: string) => writeAmount(amount, own),
): string {
  const sums = sumByUnit(amounts, unit);
  const spent = sums.filter(({ amount }) => amount !== 0);
  const shown = spent.length === 0 ? sums.slice(0, 1) : spent;
  return shown.map((one) => write(one.amount, one.unit ?? unit)).join(" + ");
}
