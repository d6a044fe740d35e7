/** Sums the costs of tasks from the rows of the journal. */
import * as z from "zod/mini";
import { type Kind, kinds } from "../../contract/kind.ts";
import type { Database } from "../../sqlite/database.ts";
import { runningStates } from "../task.ts";
import { firstKeySince } from "../taskKey.ts";
import type { AgentCosts, ModelCosts } from "../tasks.ts";

/** A value in a column of JSON; null if the JSON of a recovered row is damaged, which must not make all costs unreadable. */
const valueIn = (column: "cost" | "origin", path: string) => `CASE WHEN json_valid(${column}) THEN ${column} ->> '${path}' END`;
const amount = `CAST(${valueIn("cost", "$.amount")} AS REAL)`;
const estimate = valueIn("origin", "$.estimate");
const amountOrEstimate = `CASE WHEN ${amount} IS NOT NULL THEN ${amount} WHEN state = 'failed' THEN 0 ELSE coalesce(${estimate}, 0) END`;
const running = runningStates.map((state) => `'${state}'`).join(", ");
const agentCostsSchema = z.object({ amount: z.number(), unknown: z.number() });
const sumSchema = z.object({ cost: z.nullable(z.number()) });
const modelCostsSchema = z.object({
  model: z.string(),
  kind: z.enum(kinds),
  tasks: z.number(),
  withoutCost: z.number(),
  amount: z.nullable(z.number()),
});

export class CostTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** See `costSince` of Tasks. */
  sum(since: number): number | undefined {
    const row = this.#database.get(
      `SELECT sum(cost) AS cost FROM (
         SELECT ${amount} AS cost FROM tasks WHERE created_at >= $since
         UNION ALL SELECT amount FROM other_costs WHERE at >= $since)`,
      { $since: since },
    );
    return sumSchema.parse(row).cost ?? undefined;
  }

  /** See `spentSince` of Tasks. */
  spent(since: number): number {
    const row = this.#database.get(
      `SELECT total(${amountOrEstimate}) + (SELECT total(amount) FROM other_costs WHERE at >= $since) AS cost
       FROM tasks WHERE created_at >= $since`,
      { $since: since },
    );
    return sumSchema.parse(row).cost ?? 0;
  }

  /** See `addCost` of Tasks. */
  add(source: string, at: number, cost: number): void {
    this.#database.run("INSERT INTO other_costs VALUES ($source, $at, $cost) ON CONFLICT (source) DO UPDATE SET amount = excluded.amount", {
      $source: source,
      $at: at,
      $cost: cost,
    });
  }

  /** See Tasks. */
  byModel(since: number): ModelCosts[] {
    const rows = this.#database.all(
      `SELECT model, kind, count(*) AS tasks, count(*) - count(${amount}) AS withoutCost, sum(${amount}) AS amount
      FROM tasks WHERE created_at >= $since AND id IS NOT NULL GROUP BY model, kind ORDER BY amount DESC NULLS LAST, tasks DESC, model, kind`,
      { $since: since },
    );
    return rows.flatMap((row) => {
      const costs = modelCostsSchema.safeParse(row).data;
      return costs === undefined ? [] : [{ ...costs, amount: costs.amount ?? undefined }];
    });
  }

  /** See `agentCostsSince` of Tasks. */
  ofAgents(since: number): AgentCosts {
    const row = this.#database.get(
      `SELECT total(${amountOrEstimate}) AS amount,
         total(${amount} IS NULL AND ${estimate} IS NULL AND state IN (${running})) AS unknown
       FROM tasks WHERE key >= $first AND ${valueIn("origin", "$.type")} = 'agent'`,
      { $first: firstKeySince(since) },
    );
    return agentCostsSchema.parse(row);
  }

  /** See `costsOfModel` of Tasks. */
  newest(baseUrl: string, kind: Kind, model: string, limit: number): number[] {
    return this.#database
      .all(
        `SELECT ${amount} AS cost FROM tasks
         WHERE state = 'saved' AND model = $model AND kind = $kind AND base_url = $baseUrl AND ${amount} IS NOT NULL
         ORDER BY key DESC LIMIT $limit`,
        { $baseUrl: baseUrl, $kind: kind, $model: model, $limit: limit },
      )
      .flatMap((row) => sumSchema.parse(row).cost ?? []);
  }
}
