/** Estimates the cost of requests from the costs that the service reported for past ones. */
import { type AmountInUnit, sumByUnit } from "../../contract/amountSums.ts";
import type { Choices } from "../base/state.ts";

export interface PlannedRequest {
  model: string;
  choices: Choices;
}

export interface PaidRequest extends PlannedRequest {
  cost: number;
  unit?: string | undefined;
}

export interface PastCost {
  /** The sum of each unit for the requests with a known cost; undefined: nothing is known. */
  total: readonly AmountInUnit[] | undefined;
  /** Number of past requests that the estimate is based on. */
  requests: number;
  /** Number of planned requests about which nothing is known. */
  unknown: number;
}

/** Estimates each request at the average cost of past ones with the same options or, if there are none, with the same model. */
export function findPastCost(planned: readonly PlannedRequest[], paid: readonly PaidRequest[]): PastCost {
  const used = new Set<PaidRequest>();
  const means: AmountInUnit[] = [];
  let unknown = 0;
  for (const { model, choices } of planned) {
    const ofModel = paid.filter((one) => one.model === model);
    const alike = ofModel.filter((one) => isSame(one.choices, choices));
    const known = alike.length > 0 ? alike : ofModel;
    if (known.length === 0) unknown += 1;
    else for (const { cost, unit } of known) means.push({ amount: cost / known.length, unit });
    for (const one of known) used.add(one);
  }
  return { total: unknown < planned.length ? sumByUnit(means) : undefined, requests: used.size, unknown };
}

function isSame(one: Choices, other: Choices): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? "") === (other[name] ?? ""));
}
