import { hasAddedField } from "../contract/addedFields.ts";
import { countTokens } from "../contract/countTokens.ts";
import { type Kind, kindTable } from "../contract/kind.ts";
import type { Model } from "../contract/models.ts";
import { v2OptionName } from "../contract/v2.ts";
import type { TaskRequest, TextWireRequest, WireRequest } from "../contract/wireRequest.ts";
import type { CostTable } from "./journal/costTable.ts";
import { promptOf } from "./newTask.ts";

interface PastCosts {
  costs: Pick<CostTable, "newest" | "unitOf">;
}

/** How many earlier results of a model are used. */
const mostEarlier = 20;
/** Spoken characters per second, for slow speech. */
const charactersPerSecond = 8;

/**
 * The estimated cost of a request, from the model's price and earlier costs, to be compared with a budget in `unit`. undefined: neither is
 * known. 0: it costs something in another unit, such as the demo's, which does not count towards the budget.
 */
export function estimateCost(
  tasks: PastCosts,
  baseUrl: string,
  request: WireRequest,
  model: Pick<Model, "id" | "price" | "capabilities">,
  unit: string,
): number | undefined {
  if (isStreamed(request)) return estimateAnswer(tasks, baseUrl, model, unit);
  if (isInOtherUnit(tasks, baseUrl, model, unit)) return 0;
  const earlier = tasks.costs.newest(baseUrl, request.kind, model.id, mostEarlier, unit);
  const price = priceOf(request, model);
  const most = Math.max(0, ...earlier, price ?? 0);
  // A request that failed costs nothing, and the next one may cost something.
  return most === 0 && price !== 0 ? undefined : most * imagesOf(request);
}

/** Of several requests. What is not known of some is left out: the budget is compared with what is known. */
export function sumEstimates(estimates: readonly (number | undefined)[]): number | undefined {
  if (estimates.every((one) => one === 0)) return 0;
  return estimates.reduce<number>((sum, one) => sum + (one ?? 0), 0) || undefined;
}

const isStreamed = (request: WireRequest): request is TextWireRequest => request.kind === "text" && request.interface === "v1";

/** The same for an answer that is not a task. 0: it certainly costs nothing in `unit`. */
export function estimateAnswer(tasks: PastCosts, baseUrl: string, model: Pick<Model, "id" | "price">, unit: string): number | undefined {
  if (isInOtherUnit(tasks, baseUrl, model, unit) || isFree(model)) return 0;
  return Math.max(0, ...tasks.costs.newest(baseUrl, "text", model.id, mostEarlier, unit)) || undefined;
}

/**
 * What a request reserves of the budget until its cost is reported; undefined: it may use what is left. A model whose results had no cost
 * reserves nothing: otherwise requests to a service that reports no costs could not run at the same time.
 */
export function amountToReserve(
  { costs }: { costs: Pick<CostTable, "hasResultWithoutCost"> },
  baseUrl: string,
  { kind, model, estimate }: { kind: Kind; model: string; estimate: number | undefined },
): number | undefined {
  return estimate ?? (costs.hasResultWithoutCost(baseUrl, kind, model) ? 0 : undefined);
}

function isInOtherUnit(tasks: PastCosts, baseUrl: string, { id }: Pick<Model, "id">, unit: string): boolean {
  return (tasks.costs.unitOf(baseUrl, id) ?? unit) !== unit;
}

/** Whether answers of a model are free, such as those of OpenRouter's free models. */
function isFree({ price }: Pick<Model, "price">): boolean {
  return price?.input === 0 && price.output === 0 && !price.image && !price.second;
}

/** Each image of a task is billed. */
function imagesOf(request: TaskRequest): number {
  if (request.kind === "text" || !hasAddedField(request.kind, "n")) return 1;
  const fields: Record<string, unknown> = request.interface === "v1" ? request.body : request.body.ai;
  const count = Number(fields[request.interface === "v1" ? "n" : v2OptionName(request.kind, "n")] ?? 1);
  return Math.max(count || 1, 1);
}

/** The output tokens are not known in advance, so a price for tokens alone is not enough. */
function priceOf(request: TaskRequest, model: Pick<Model, "price" | "capabilities">): number | undefined {
  const { price, capabilities } = model;
  if (request.kind === "text") return isFree(model) ? 0 : undefined;
  const prompt = promptOf(request);
  const input = (countTokens(prompt) * (price?.input ?? 0)) / 1e6;
  const { shownAs, textField } = kindTable[request.kind];
  if (shownAs === "image") return price?.image === undefined ? undefined : price.image + input;
  if (price?.second === undefined) return undefined;
  const fields: Record<string, unknown> = request.interface === "v1" ? request.body : request.body.ai;
  const longest = Math.max(0, ...(capabilities?.duration ?? []));
  const chosen = Number(fields[request.interface === "v1" ? "duration" : v2OptionName(request.kind, "duration")] ?? longest);
  const seconds = textField === "input" ? prompt.length / charactersPerSecond : chosen;
  return seconds > 0 ? price.second * seconds + input : undefined;
}
