/** Sums the costs of tasks from the rows of the journal. */
import * as z from "zod/mini";
import type { AmountInUnit } from "../../contract/amountSums.ts";
import { type Kind, kinds } from "../../contract/kind.ts";
import type { Database, Row } from "../../sqlite/database.ts";
import type { SharedDatabase } from "../../sqlite/sharedDatabase.ts";
import { runningStates } from "../task.ts";
import { firstKeySince } from "../taskKey.ts";

/** A value in a column of JSON; null if the JSON of a recovered row is damaged, which must not make all costs unreadable. */
const valueIn = (column: "cost" | "origin", path: string) => `CASE WHEN json_valid(${column}) THEN ${column} ->> '${path}' END`;
const amount = `CAST(${valueIn("cost", "$.amount")} AS REAL)`;
const unit = `CAST(${valueIn("cost", "$.unit")} AS TEXT)`;
/** Costs in another unit than `$unit`, such as that of a budget, do not count. */
const isInUnit = `coalesce(${unit}, $unit) = $unit`;
const estimate = valueIn("origin", "$.estimate");
const amountOrEstimate = `CASE WHEN ${amount} IS NOT NULL THEN ${amount} WHEN state = 'failed' THEN 0 ELSE coalesce(${estimate}, 0) END`;
const running = runningStates.map((state) => `'${state}'`).join(", ");
const agentCostsSchema = z.object({ amount: z.number(), unknown: z.number() });
const sumSchema = z.object({ cost: z.nullable(z.number()) });
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

/** What agents' tasks cost. */
interface AgentCosts {
  /** Reported costs, plus the estimates of tasks without a reported cost. Failed tasks cost nothing. */
  amount: number;
  /** Number of tasks in progress whose cost is unknown. */
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

/** Times are in Unix milliseconds. */
export class CostTable {
  readonly #database: Database;
  readonly #shared: SharedDatabase;

  readonly unitOf: UnitOfModel;

  constructor(shared: SharedDatabase, unitOf: UnitOfModel = () => undefined) {
    this.unitOf = unitOf;
    this.#database = shared.database;
    this.#shared = shared;
  }

  /**
   * The sums of costs that services reported since a time, one for each unit: for tasks, also removed ones, and for answers that are not
   * tasks. Empty: none was reported.
   */
  sum(since: number): AmountInUnit[] {
    const rows = this.#database.all(
      `SELECT sum(cost) AS cost, unit FROM (
         SELECT ${amount} AS cost, ${unit} AS unit FROM tasks WHERE created_at >= $since
         UNION ALL SELECT amount, unit FROM other_costs WHERE at >= $since)
       WHERE cost IS NOT NULL GROUP BY unit ORDER BY unit`,
      { $since: since },
    );
    return rows.map(readAmountInUnit);
  }

  /**
   * The sum in the unit of a budget, with the estimates of tasks whose cost is not reported yet. To be compared with the budget in
   * `SubmitOptions.admit`.
   */
  spent(since: number, unitOfBudget: string): number {
    const row = this.#database.get(
      `SELECT total(${amountOrEstimate}) +
         (SELECT total(amount) FROM other_costs WHERE at >= $since AND coalesce(unit, $unit) = $unit) AS cost
       FROM tasks WHERE created_at >= $since AND ${isInUnit}`,
      { $since: since, $unit: unitOfBudget },
    );
    return sumSchema.parse(row).cost ?? 0;
  }

  /** Adds the cost of an answer that is not a task. `source`: its id; the cost of a known id is replaced. */
  add(source: string, at: number, cost: AmountInUnit): Promise<unknown> {
    const sql = `INSERT INTO other_costs VALUES ($source, $at, $cost, $unit)
      ON CONFLICT (source) DO UPDATE SET amount = excluded.amount, unit = excluded.unit`;
    const values = { $source: source, $at: at, $cost: cost.amount, $unit: cost.unit ?? null };
    return this.#shared.write(() => this.#database.run(sql, values));
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

  /** The costs of the tasks that agents started since a time, in the unit of their budget. */
  ofAgents(since: number, unitOfBudget: string): AgentCosts {
    const row = this.#database.get(
      `SELECT total(${amountOrEstimate}) AS amount,
         total(${amount} IS NULL AND ${estimate} IS NULL AND state IN (${running})) AS unknown
       FROM tasks WHERE key >= $first AND ${valueIn("origin", "$.type")} = 'agent' AND ${isInUnit}`,
      { $first: firstKeySince(since), $unit: unitOfBudget },
    );
    return agentCostsSchema.parse(row);
  }

  /** The reported costs of a model's newest tasks; those in another unit, or not reported, are left out. */
  newest(baseUrl: string, kind: Kind, model: string, limit: number, inUnit: string): number[] {
    const rows = this.#database.all(
      `SELECT ${amount} AS cost, ${unit} AS unit FROM tasks
       WHERE state = 'saved' AND model = $model AND kind = $kind AND base_url = $baseUrl AND ${amount} IS NOT NULL
         AND ${isInUnit}
       ORDER BY key DESC LIMIT $limit`,
      { $baseUrl: baseUrl, $kind: kind, $model: model, $limit: limit, $unit: inUnit },
    );
    return rows.map((row) => readAmountInUnit(row).amount);
  }
}

function readAmountInUnit(row: Row): AmountInUnit {
  const { cost, unit: own } = amountSchema.parse(row);
  return { amount: cost, unit: own ?? undefined };
}
