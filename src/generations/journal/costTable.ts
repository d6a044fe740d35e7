/** Sums the costs of tasks from the rows of the journal. */
import * as z from "zod/mini";
import type { AmountInUnit } from "../../contract/amountSums.ts";
import { type Kind, kinds } from "../../contract/kind.ts";
import type { Database, Row } from "../../sqlite/database.ts";
import type { SharedDatabase } from "../../sqlite/sharedDatabase.ts";
import { isUnsettledSql } from "../task.ts";
import { firstKeySince } from "../taskKey.ts";
import { ReservationTable } from "./reservationTable.ts";

/** A value in a column of JSON; null if the JSON of a recovered row is damaged, which must not make all costs unreadable. */
const valueIn = (column: "cost" | "origin", path: string) => `CASE WHEN json_valid(${column}) THEN ${column} ->> '${path}' END`;
const amount = `CAST(${valueIn("cost", "$.amount")} AS REAL)`;
const unit = `CAST(${valueIn("cost", "$.unit")} AS TEXT)`;
/** Costs in another unit than `$unit`, such as that of a budget, do not count. */
const isInUnit = `coalesce(${unit}, $unit) = $unit`;
const estimate = valueIn("origin", "$.estimate");
const amountOrEstimate = `CASE WHEN ${amount} IS NOT NULL THEN ${amount} WHEN state IN ('failed', 'cancelled') THEN 0 ELSE coalesce(${estimate}, 0) END`;
const isOfModel = "model = $model AND kind = $kind AND base_url = $baseUrl";
const agentCostsSchema = z.object({ amount: z.number(), unknown: z.number() });
const sumSchema = z.object({ cost: z.nullable(z.number()) });
const keySchema = z.object({ key: z.string() });
const unitSchema = z.nullable(z.string());
const amountSchema = z.object({ cost: z.number(), unit: unitSchema });
const modelCostsSchema = z.object({
  model: z.string(),
  kind: z.enum(kinds),
  tasks: z.number(),
  withoutCost: z.number(),
  amount: z.nullable(z.number()),
  unit: unitSchema,
});

/** The unit of the costs of a service's model; undefined: that of the service in use. */
export type UnitOfModel = (baseUrl: string, model: string) => string | undefined;

/** What agents' requests cost. */
interface AgentCosts {
  /** Reported costs, plus the estimates of requests without a reported cost. Failed ones cost nothing. */
  amount: number;
  /** Number of requests in progress whose cost is unknown. */
  unknown: number;
}

/** What the tasks of one model and kind cost, in one unit. */
export interface ModelCosts {
  model: string;
  kind: Kind;
  /** Number of tasks that the service accepted. */
  tasks: number;
  /** Number of those without a reported cost. */
  withoutCost: number;
  /** The sum of reported costs; undefined: none was reported. */
  amount: number | undefined;
  /** undefined: that of the service in use. */
  unit: string | undefined;
}

/** Whose answer a cost is of. */
interface CostOf {
  baseUrl: string;
  kind: Kind;
  model: string;
}

/** A request of unknown cost counts as in progress for this time: the service of a task that waits longer may be gone. */
const unknownMilliseconds = 60 * 60 * 1000;

/** Times are in Unix milliseconds. */
export class CostTable {
  readonly #database: Database;
  readonly #shared: SharedDatabase;

  readonly unitOf: UnitOfModel;
  readonly reservations: ReservationTable;

  constructor(shared: SharedDatabase, unitOf: UnitOfModel = () => undefined) {
    this.unitOf = unitOf;
    this.#database = shared.database;
    this.#shared = shared;
    this.reservations = new ReservationTable(shared);
  }

  /**
   * The sums of costs that services reported since a time, one for each unit: for tasks, also removed ones, and for answers that are not
   * tasks. Empty: none was reported.
   */
  sum(since: number): AmountInUnit[] {
    const rows = this.#database.all(
      `SELECT sum(cost) AS cost, unit FROM (
         SELECT ${amount} AS cost, ${unit} AS unit FROM tasks WHERE created_at >= $since
         UNION ALL SELECT amount, unit FROM other_costs WHERE at >= $since AND (amount > 0 OR model IS NULL))
       WHERE cost IS NOT NULL GROUP BY unit ORDER BY unit`,
      { $since: since },
    );
    return rows.map(readAmountInUnit);
  }

  /**
   * The sum in the unit of a budget, with the estimates of tasks and answers whose cost is not reported yet. To be compared with the budget
   * in the transaction that records a request.
   */
  spent(since: number, unitOfBudget: string): number {
    const row = this.#database.get(
      `SELECT total(${amountOrEstimate}) +
         (SELECT total(amount) FROM other_costs WHERE at >= $since AND coalesce(unit, $unit) = $unit) AS cost
       FROM tasks WHERE created_at >= $since AND ${isInUnit}`,
      { $since: since, $unit: unitOfBudget },
    );
    return (sumSchema.parse(row).cost ?? 0) + this.reservations.total({ since, unit: unitOfBudget });
  }

  /** The keys of tasks and answers in progress, of which nothing is known of what they cost in the unit of a budget. */
  unknown(unitOfBudget: string, now: number): string[] {
    const since = now - unknownMilliseconds;
    const rows = this.#database.all(
      `SELECT key FROM tasks WHERE created_at >= $since AND ${isUnsettledSql} AND ${amount} IS NULL AND ${estimate} IS NULL AND ${isInUnit}`,
      { $since: since, $unit: unitOfBudget },
    );
    return [...rows.map((row) => keySchema.parse(row).key), ...this.reservations.unknown({ since, unit: unitOfBudget })];
  }

  /** Adds the cost of an answer that is not a task. `source`: its id; the cost of a known id is replaced. */
  add(source: string, at: number, cost: AmountInUnit, of?: CostOf): Promise<unknown> {
    const sql = `INSERT INTO other_costs (source, at, amount, unit, base_url, kind, model)
      VALUES ($source, $at, $cost, $unit, $baseUrl, $kind, $model)
      ON CONFLICT (source) DO UPDATE SET amount = excluded.amount, unit = excluded.unit`;
    const model = { $baseUrl: of?.baseUrl ?? null, $kind: of?.kind ?? null, $model: of?.model ?? null };
    const values = { $source: source, $at: at, $cost: cost.amount, $unit: cost.unit ?? null, ...model };
    return this.#shared.write(() => {
      this.#database.run(sql, values);
      this.reservations.removeOf(source);
    });
  }

  /** Costs of the tasks created since a time, highest sum first. A model has a row for each unit of its costs. */
  byModel(since: number): ModelCosts[] {
    const rows = this.#database.all(
      `SELECT model, kind, count(*) AS tasks, count(*) - count(${amount}) AS withoutCost, sum(${amount}) AS amount, ${unit} AS unit
      FROM tasks WHERE created_at >= $since AND id IS NOT NULL GROUP BY model, kind, unit ORDER BY amount DESC NULLS LAST, tasks DESC, model, kind`,
      { $since: since },
    );
    return rows.flatMap((row) => {
      const costs = modelCostsSchema.safeParse(row).data;
      return costs === undefined ? [] : [{ ...costs, amount: costs.amount ?? undefined, unit: costs.unit ?? undefined }];
    });
  }

  /** The costs of what agents requested since a time, in the unit of their budget. */
  ofAgents(since: number, unitOfBudget: string): AgentCosts {
    const row = this.#database.get(
      `SELECT total(${amountOrEstimate}) +
           (SELECT total(amount) FROM other_costs WHERE at >= $since AND is_agents AND coalesce(unit, $unit) = $unit) AS amount,
         total(${amount} IS NULL AND ${estimate} IS NULL AND ${isUnsettledSql}) AS unknown
       FROM tasks WHERE key >= $first AND ${valueIn("origin", "$.type")} = 'agent' AND ${isInUnit}`,
      { $first: firstKeySince(since), $since: since, $unit: unitOfBudget },
    );
    const { amount: ofTasks, unknown } = agentCostsSchema.parse(row);
    const counted = { since, unit: unitOfBudget, isAgents: true };
    return { amount: ofTasks + this.reservations.total(counted), unknown: unknown + this.reservations.unknown(counted).length };
  }

  /** The reported costs of a model's newest results; those in another unit, or not reported, are left out. */
  newest(baseUrl: string, kind: Kind, model: string, limit: number, inUnit: string): number[] {
    const rows = this.#database.all(
      `SELECT * FROM (
         SELECT ${amount} AS cost, ${unit} AS unit, created_at AS at FROM tasks
         WHERE state = 'saved' AND ${isOfModel} AND ${amount} IS NOT NULL AND ${isInUnit}
         ORDER BY key DESC LIMIT $limit)
       UNION ALL SELECT * FROM (
         SELECT amount, unit, at FROM other_costs WHERE ${isOfModel} AND coalesce(unit, $unit) = $unit ORDER BY at DESC LIMIT $limit)
       ORDER BY at DESC LIMIT $limit`,
      { $baseUrl: baseUrl, $kind: kind, $model: model, $limit: limit, $unit: inUnit },
    );
    return rows.map((row) => readAmountInUnit(row).amount);
  }

  /** Whether the service reported no cost, or none but 0, for a result of a model. */
  hasResultWithoutCost(baseUrl: string, kind: Kind, model: string): boolean {
    const row = this.#database.get(
      `SELECT 1 FROM tasks WHERE state = 'saved' AND ${isOfModel} AND coalesce(${amount}, 0) = 0
       UNION ALL SELECT 1 FROM other_costs WHERE ${isOfModel} AND amount = 0 LIMIT 1`,
      { $baseUrl: baseUrl, $kind: kind, $model: model },
    );
    return row !== undefined;
  }
}

function readAmountInUnit(row: Row): AmountInUnit {
  const { cost, unit: own } = amountSchema.parse(row);
  return { amount: cost, unit: own ?? undefined };
}
