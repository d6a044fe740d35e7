/** A table of cases and models with the answers of each. */
import * as z from "zod/mini";
import { type AmountInUnit, sumByUnit } from "../../contract/amountSums.ts";
import { kinds } from "../../contract/kind.ts";

const answerSchema = z.object({
  text: z.string(),
  /** `address`: path of the file; in the page, the address to load it from. */
  files: z.array(z.object({ kind: z.enum(kinds), name: z.string(), address: z.string() })),
  /** undefined: the case has no assertions. */
  isPassed: z.optional(z.boolean()),
  /** Failed assertions, and remarks of judges. */
  remarks: z.array(z.string()),
  cost: z.optional(z.number()),
  /** Of the cost; undefined: that of the service. */
  unit: z.optional(z.string()),
  /** Time that the model took originally, even if the answer is from the cache. */
  milliseconds: z.optional(z.number()),
});
export type ComparedAnswer = z.infer<typeof answerSchema>;

const cellStates = ["waiting", "running", "answered", "passed", "failed", "error", "notRun"] as const;

export const cellSchema = z.object({
  state: z.enum(cellStates),
  /** Answers of the repetitions that have ended. */
  answers: z.array(answerSchema),
  /** Why there is no answer. */
  note: z.optional(z.string()),
  /** 0: not rated. */
  rating: z.number(),
});
export type ComparedCell = z.infer<typeof cellSchema>;

const caseSchema = z.object({
  name: z.string(),
  /** Name of the document for the user; "" if there is only one document. */
  document: z.string(),
  /** One per model; null: the model does not make the case's kind. */
  cells: z.array(z.nullable(cellSchema)),
});

export const comparisonSchema = z.object({
  title: z.string(),
  models: z.array(z.string()),
  cases: z.array(caseSchema),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** Statistics of all answers of a model. */
export interface ModelSummary {
  /** Number of cells with a verdict, and how many of them passed. */
  judged: number;
  passed: number;
  /** One sum for each unit; empty: no cost is known. */
  costs: readonly AmountInUnit[];
  /** Median. */
  milliseconds: number | undefined;
  /** Mean of the ratings, and their number. */
  rating: number | undefined;
  rated: number;
}

export function summarize({ cases }: Pick<Comparison, "cases">, column: number): ModelSummary {
  const cells = cases.flatMap((one) => one.cells[column] ?? []);
  const answers = cells.flatMap((cell) => cell.answers);
  const times = answers.flatMap(({ milliseconds }) => milliseconds ?? []);
  const ratings = cells.flatMap(({ rating }) => (rating > 0 ? [rating] : []));
  const judged = cells.filter(({ state }) => state === "passed" || state === "failed");
  return {
    judged: judged.length,
    passed: judged.filter(({ state }) => state === "passed").length,
    costs: costsOf(answers),
    milliseconds: median(times),
    rating: ratings.length === 0 ? undefined : sum(ratings) / ratings.length,
    rated: ratings.length,
  };
}

/** Totals of all repetitions, one for each unit; empty: no cost is known. */
export function costsOf(answers: readonly ComparedAnswer[]): AmountInUnit[] {
  return sumByUnit(answers.flatMap(({ cost, unit }) => (cost === undefined ? [] : [{ amount: cost, unit }])));
}

/** Median of the repetitions. */
export function timeOf({ answers }: ComparedCell): number | undefined {
  return median(answers.flatMap(({ milliseconds }) => milliseconds ?? []));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}
