/** Sums the costs of tasks from the rows of the journal. */
import * as z from "zod/mini";
import type { AmountInUnit } from "../../contract/amountSums.ts";
import { type Kind, kinds } from "../../contract/kind.ts";
import type { Database, Row } from "../../sqlite/database.ts";
import type { SharedDatabase } from "../../sqlite/sharedDatabase.ts";
import { isFollowedSql, isUnsettledSql } from "../task.ts";
import { firstKeySince } from "../taskKey.ts";

/** A value in a column of JSON; null if the JSON of a recovered row is damaged, which must not make all costs unreadable. */
const valueIn = (column: "cost" | "origin", path: string) => `CASE WHEN json_valid(${column}) THEN ${column} ->> '${path}' END`;
const amount = `CAST(${valueIn("cost", "$.amount")} AS REAL)`;
const unit = `CAST(${valueIn("cost", "$.unit")} AS TEXT)`;
/** Costs in another unit than `$unit`, such as that of a budget, do not count. */
const isInUnit = `coalesce(${unit}, $unit) = $unit`;
const estimate = valueIn("origin", "$.estimate");
const amountOrEstimate = `CASE WHEN ${amount} IS NOT NULL THEN ${amount} WHEN state IN ('failed', 'cancelled') THEN 0 ELSE coalesce(${estimate}, 0) END`;
/** The cost of a turn is part of that of its dialogue. */
const isNoTurn = "destination <> 'turn'";
const isOfModel = "model = $model AND kind = $kind AND base_url = $baseUrl";
/** What a process was about to use at once, and what nobody follows, does not count once the process has ended. */
const isCounted = `(${isFollowedSql} OR NOT ${isUnsettledSql} OR owner IN (SELECT value FROM json_each($alive)))`;
const ownerSchema = z.object({ owner: z.string() });
const agentCostsSchema = z.object({ amount: z.number(), unknown: z.number() });
const sumSchema = z.object({ cost: z.nullable(z.number()) });
const keySchema = z.object({ key: z.string() });
const unitSchema = z.nullable(z.string());
const amountSchema = z.object({ cost: z.number(), unit: unitSchema });
const requestCostSchema = z.object({ running: z.number(), cost: z.nullable(z.number()), unit: unitSchema });
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

/** What one request cost. */
export interface RequestCost {
  isRunning: boolean;
  /** undefined: not reported; 0 if it failed. */
  amount: number | undefined;
  unit: string | undefined;
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

/** A request of unknown cost counts as in progress for this time: the service of a task that waits longer may be gone. */
const unknownMilliseconds = 60 * 60 * 1000;

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
   * The sums of costs that services reported since a time, one for each unit, also of removed tasks. Empty: none was reported.
   */
  sum(since: number): AmountInUnit[] {
    const rows = this.#database.all(
      `SELECT sum(cost) AS cost, unit FROM (
         SELECT ${amount} AS cost, ${unit} AS unit FROM tasks WHERE created_at >= $since AND ${isNoTurn}
         UNION ALL SELECT amount, unit FROM other_costs WHERE at >= $since)
       WHERE cost IS NOT NULL GROUP BY unit ORDER BY unit`,
      { $since: since },
    );
    return rows.map(readAmountInUnit);
  }

  /**
   * The sum in the unit of a budget, with the estimates of requests whose cost is not reported yet. To be compared with the budget in the
   * transaction that records a request.
   */
  spent(since: number, unitOfBudget: string): number {
    const row = this.#database.get(
      `SELECT total(${amountOrEstimate}) +
         (SELECT total(amount) FROM other_costs WHERE at >= $since AND coalesce(unit, $unit) = $unit) AS cost
       FROM tasks WHERE created_at >= $since AND ${isNoTurn} AND ${isInUnit} AND ${isCounted}`,
      { $since: since, $unit: unitOfBudget, $alive: this.#alive() },
    );
    return sumSchema.parse(row).cost ?? 0;
  }

  /** The keys of requests in progress, of which nothing is known of what they cost in the unit of a budget. */
  unknown(unitOfBudget: string, now: number): string[] {
    const since = now - unknownMilliseconds;
    const rows = this.#database.all(
      `SELECT key FROM tasks WHERE created_at >= $since AND ${isNoTurn} AND ${isUnsettledSql} AND ${amount} IS NULL AND ${estimate} IS NULL AND ${isInUnit}
         AND ${isCounted}`,
      { $since: since, $unit: unitOfBudget, $alive: this.#alive() },
    );
    return rows.map((row) => keySchema.parse(row).key);
  }

  /** Costs of the tasks created since a time, highest sum first. A model has a row for each unit of its costs. */
  byModel(since: number): ModelCosts[] {
    const rows = this.#database.all(
      `SELECT model, kind, count(*) AS tasks, count(*) - count(${amount}) AS withoutCost, sum(${amount}) AS amount, ${unit} AS unit
      FROM tasks WHERE created_at >= $since AND (id IS NOT NULL OR ${amount} IS NOT NULL) AND destination = 'files' GROUP BY model, kind, unit ORDER BY amount DESC NULLS LAST, tasks DESC, model, kind`,
      { $since: since },
    );
    return rows.flatMap((row) => {
      const costs = modelCostsSchema.safeParse(row).data;
      return costs === undefined ? [] : [{ ...costs, amount: costs.amount ?? undefined, unit: costs.unit ?? undefined }];
    });
  }

  /** undefined: the request is not in the journal. */
  of(key: string): RequestCost | undefined {
    const row = this.#database.get(
      `SELECT ${isUnsettledSql} AS running, ${unit} AS unit,
         coalesce(${amount}, CASE WHEN state IN ('failed', 'cancelled') THEN 0 END) AS cost
       FROM tasks WHERE key = $key`,
      { $key: key },
    );
    if (row === undefined) return undefined;
    const { running: isRunning, cost, unit: own } = requestCostSchema.parse(row);
    return { isRunning: isRunning === 1, amount: cost ?? undefined, unit: own ?? undefined };
  }

  /** The costs of what agents requested since a time, in the unit of their budget. */
  ofAgents(since: number, unitOfBudget: string): AgentCosts {
    const row = this.#database.get(
      `SELECT total(${amountOrEstimate}) AS amount,
         total(${amount} IS NULL AND ${estimate} IS NULL AND ${isUnsettledSql}) AS unknown
       FROM tasks WHERE key >= $first AND ${valueIn("origin", "$.type")} = 'agent' AND ${isInUnit} AND ${isCounted}`,
      { $first: firstKeySince(since), $unit: unitOfBudget, $alive: this.#alive() },
    );
    return agentCostsSchema.parse(row);
  }

  /** The reported costs of a model's newest results; those in another unit, or not reported, are left out. */
  newest(baseUrl: string, kind: Kind, model: string, limit: number, inUnit: string): number[] {
    const rows = this.#database.all(
      `SELECT ${amount} AS cost, ${unit} AS unit FROM tasks
       WHERE state = 'saved' AND ${isOfModel} AND id IS NOT NULL AND ${amount} IS NOT NULL AND ${isInUnit} ORDER BY key DESC LIMIT $limit`,
      { $baseUrl: baseUrl, $kind: kind, $model: model, $limit: limit, $unit: inUnit },
    );
    return rows.map((row) => readAmountInUnit(row).amount);
  }

  /** Whether the service reported no cost, or none but 0, for a result of a model. */
  hasResultWithoutCost(baseUrl: string, kind: Kind, model: string): boolean {
    const row = this.#database.get(`SELECT 1 FROM tasks WHERE state = 'saved' AND ${isOfModel} AND coalesce(${amount}, 0) = 0 LIMIT 1`, {
      $baseUrl: baseUrl,
      $kind: kind,
      $model: model,
    });
    return row !== undefined;
  }

  /** The processes that are running, of those with answers, as JSON. */
  #alive(): string {
    const rows = this.#database.all("SELECT DISTINCT owner FROM tasks WHERE owner IS NOT NULL AND destination <> 'files'");
    const owners = rows.map((row) => ownerSchema.parse(row).owner);
    return JSON.stringify(owners.filter((owner) => this.#shared.owner.isAlive(owner)));
  }
}

function readAmountInUnit(row: Row): AmountInUnit {
  const { cost, unit: own } = amountSchema.parse(row);
  return { amount: cost, unit: own ?? undefined };
}
