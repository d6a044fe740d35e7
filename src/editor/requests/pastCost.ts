/** What requests have cost in the past, as the service reported it, for those that are about to be sent. */
import type { Choices } from "../state.ts";

export interface PlannedRequest {
  model: string;
  choices: Choices;
}

export interface PaidRequest extends PlannedRequest {
  cost: number;
}

export interface PastCost {
  /** Of those that something is known of; undefined: nothing is known. */
  total: number | undefined;
  /** How many past requests say so. */
  requests: number;
  /** How many of the planned ones nothing is known of. */
  unknown: number;
}

/** Each costs what requests with the same options cost on average; where there were none, what those of its model cost. */
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
