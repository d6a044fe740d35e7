/** Sums the costs of tasks from the rows of the journal. */
import * as z from "zod/mini";
import { type Kind, kinds } from "../../contract/kind.ts";
import type { Database } from "../../sqlite/database.ts";
import type { SharedDatabase } from "../../sqlite/sharedDatabase.ts";
import { runningStates } from "../task.ts";
import { firstKeySince } from "../taskKey.ts";

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

/** What agents' tasks cost. */
interface AgentCosts {
  /** Reported costs, plus the estimates of tasks without a reported cost. Failed tasks cost nothing. */
  amount: number;
  /** Number of tasks in progress whose cost is unknown. */
  unknown: number;
}

/** What the tasks of one model and kind cost. */
export interface ModelCosts {
  model: string;
  kind: Kind;
  /** Number of tasks that the service accepted. */
  tasks: number;
  /** Number of those without a reported cost. */
  withoutCost: number;
  /** The sum of reported costs in the service's own unit; undefined: none was reported. */
  amount: number | undefined;
}

/** Times are in Unix milliseconds. */
export class CostTable {
  readonly #database: Database;
  readonly #shared: SharedDatabase;

  constructor(shared: SharedDatabase) {
    this.#database = shared.database;
    this.#shared = shared;
  }

  /**
   * The sum of costs that the service reported since a time: for tasks, also removed ones, and for answers that are not tasks.
   * undefined: none was reported.
   */
  sum(since: number): number | undefined {
    const row = this.#database.get(
      `SELECT sum(cost) AS cost FROM (
         SELECT ${amount} AS cost FROM tasks WHERE created_at >= $since
         UNION ALL SELECT amount FROM other_costs WHERE at >= $since)`,
      { $since: since },
    );
    return sumSchema.parse(row).cost ?? undefined;
  }

  /** The same sum, with the estimates of tasks whose cost is not reported yet. To be compared with a budget in `SubmitOptions.admit`. */
  spent(since: number): number {
    const row = this.#database.get(
      `SELECT total(${amountOrEstimate}) + (SELECT total(amount) FROM other_costs WHERE at >= $since) AS cost
       FROM tasks WHERE created_at >= $since`,
      { $since: since },
    );
    return sumSchema.parse(row).cost ?? 0;
  }

  /** Adds the cost of an answer that is not a task. `source`: its id; the cost of a known id is replaced. */
  add(source: string, at: number, cost: number): Promise<unknown> {
    const sql = "INSERT INTO other_costs VALUES ($source, $at, $cost) ON CONFLICT (source) DO UPDATE SET amount = excluded.amount";
    return this.#shared.write(() => this.#database.run(sql, { $source: source, $at: at, $cost: cost }));
  }

  /** Costs of the tasks created since a time, highest sum first. */
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

  /** The costs of the tasks that agents started since a time. */
  ofAgents(since: number): AgentCosts {
    const row = this.#database.get(
      `SELECT total(${amountOrEstimate}) AS amount,
         total(${amount} IS NULL AND ${estimate} IS NULL AND state IN (${running})) AS unknown
       FROM tasks WHERE key >= $first AND ${valueIn("origin", "$.type")} = 'agent'`,
      { $first: firstKeySince(since) },
    );
    return agentCostsSchema.parse(row);
  }

  /** The reported costs of a model's newest tasks; tasks without a reported cost are left out. */
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
