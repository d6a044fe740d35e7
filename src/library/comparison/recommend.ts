/** Compares models by quality and cost, and recommends one. */
import { mostStars } from "../../contract/rating.ts";
import { type Comparison, summarize } from "./comparison.ts";

export interface ModelPoint {
  column: number;
  /** 0 to 1: the share of judged cells that passed; without assertions, the mean rating. */
  quality: number;
  /** Mean of its answers; undefined: the cost of an answer is not known, or they are in several units. */
  cost: number | undefined;
  /** Of the cost; undefined: that of the service. */
  unit: string | undefined;
  /** Median. */
  milliseconds: number | undefined;
  /** Whether each of its cases has an answer. */
  isComplete: boolean;
}

/** `all`, `most`: passed all or most cases; `rated`: has the best ratings. `by`: what decided between equals. */
export interface Recommendation {
  column: number;
  because: "all" | "most" | "rated";
  by: "cost" | "time" | "nothing";
}

/** Models with a known quality, in the order of the columns. Verdicts count if there are any, otherwise ratings. */
export function pointsOf(table: Pick<Comparison, "cases" | "models">): ModelPoint[] {
  const isJudged = hasVerdicts(table);
  return table.models.flatMap((_, column): ModelPoint[] => {
    const { judged, passed, costs, milliseconds, rating } = summarize(table, column);
    const cells = table.cases.flatMap((one) => one.cells[column] ?? []);
    const answers = cells.flatMap((cell) => cell.answers);
    const isKnown = costs.length === 1 && answers.every((answer) => answer.cost !== undefined);
    const quality = isJudged ? (judged === 0 ? undefined : passed / judged) : rating === undefined ? undefined : rating / mostStars;
    if (quality === undefined) return [];
    const [total] = isKnown ? costs : [];
    const cost = total && total.amount / answers.length;
    return [{ column, quality, cost, unit: total?.unit, milliseconds, isComplete: cells.every((cell) => cell.answers.length > 0) }];
  });
}

/** The points whose costs can be compared: those with a cost, if all of these are in one unit. */
export function comparablePoints<Point extends ModelPoint>(points: readonly Point[]): (Point & { cost: number })[] {
  const known = points.flatMap((point) => (point.cost === undefined ? [] : [{ ...point, cost: point.cost }]));
  return new Set(known.map(({ unit }) => unit)).size > 1 ? [] : known;
}

/**
 * The cheapest of the models that passed all their cases; without one, the cheapest of those that passed most. The faster one if no cost is
 * known, or the costs are equal or in different units. undefined: there is nothing to choose from.
 */
export function recommend(table: Pick<Comparison, "cases" | "models">): Recommendation | undefined {
  const points = pointsOf(table).filter(({ isComplete }) => isComplete);
  const best = Math.max(...points.map(({ quality }) => quality));
  if (table.models.length < 2 || points.length === 0 || best === 0) return undefined;
  const because = hasVerdicts(table) ? (best === 1 ? "all" : "most") : "rated";
  const equals = points.filter(({ quality }) => quality === best);
  const cheapest = lowest(comparablePoints(equals), ({ cost }) => cost);
  const fastest = lowest(cheapest.length > 0 ? cheapest : equals, ({ milliseconds }) => milliseconds);
  const [chosen] = [fastest, cheapest, equals].find((some) => some.length > 0) ?? [];
  if (chosen === undefined) return undefined;
  const by = cheapest.length > 0 && cheapest.length < equals.length ? "cost" : fastest.length > 0 && equals.length > 1 ? "time" : "nothing";
  return { column: chosen.column, because, by };
}

function hasVerdicts({ cases }: Pick<Comparison, "cases">): boolean {
  return cases.some(({ cells }) => cells.some((cell) => cell?.state === "passed" || cell?.state === "failed"));
}

/** The points with the lowest known value. */
function lowest(points: readonly ModelPoint[], read: (point: ModelPoint) => number | undefined): ModelPoint[] {
  const least = Math.min(...points.flatMap((point) => read(point) ?? []));
  return points.filter((point) => read(point) === least);
}
