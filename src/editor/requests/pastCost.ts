/** Estimates the cost of requests from the costs that the service reported for past ones. */
import type { Choices } from "../state.ts";

export interface PlannedRequest {
  model: string;
  choices: Choices;
}

export interface PaidRequest extends PlannedRequest {
  cost: number;
}

export interface PastCost {
  /** Total for the requests with a known cost; undefined: nothing is known. */
  total: number | undefined;
  /** Number of past requests that the estimate is based on. */
  requests: number;
  /** Number of planned requests about which nothing is known. */
  unknown: number;
}

/** Estimates each request at the average cost of past ones with the same options or, if there are none, with the same model. */
export function findPastCost(planned: readonly PlannedRequest[], paid: readonly PaidRequest[]): PastCost {
  const used = new Set<PaidRequest>();
  let total = 0;
  let unknown = 0;
  for (const { model, choices } of planned) {
    const ofModel = paid.filter((one) => one.model === model);
    const alike = ofModel.filter((one) => isSame(one.choices, choices));
    const known = alike.length > 0 ? alike : ofModel;
    if (known.length === 0) unknown += 1;
    else total += known.reduce((sum, { cost }) => sum + cost, 0) / known.length;
    for (const one of known) used.add(one);
  }
  return { total: unknown < planned.length ? total : undefined, requests: used.size, unknown };
}

function isSame(one: Choices, other: Choices): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? "") === (other[name] ?? ""));
}
