/** What answers that are not tasks may cost, until their cost is known. A task states its estimate itself. */
import * as z from "zod/mini";
import type { Kind } from "../../contract/kind.ts";
import type { Database } from "../../sqlite/database.ts";
import type { SharedDatabase } from "../../sqlite/sharedDatabase.ts";

export interface ReservedRequest {
  baseUrl: string;
  kind: Kind;
  model: string;
  /** undefined: nothing is known of its cost. */
  amount: number | undefined;
  /** undefined: that of the service in use. */
  unit: string | undefined;
  /** Whether it counts towards the budget of agents, too. */
  isAgents: boolean;
}

/** How a request ended. */
export interface EndedRequest {
  /** The service's id; undefined: it is not known. */
  id: string | undefined;
  /** What the service reported; undefined: nothing. */
  cost: number | undefined;
  /** perhaps: also if it was stopped, or its answer was lost. */
  isBilled: "yes" | "no" | "perhaps";
}

/** Which reservations are counted: those since a time, in Unix milliseconds, and in a unit or without one. */
interface Counted {
  since: number;
  unit: string;
  isAgents?: boolean;
}

const rowSchema = z.object({ key: z.string(), owner: z.nullable(z.string()), amount: z.nullable(z.number()) });

export class ReservationTable {
  readonly #database: Database;
  readonly #shared: SharedDatabase;

  constructor(shared: SharedDatabase) {
    this.#database = shared.database;
    this.#shared = shared;
  }

  /**
   * `key`: any unique name. `check` is called in the same transaction: if it throws, nothing is reserved. Rejects like
   * `SharedDatabase.writeSoon`.
   */
  reserve(key: string, request: ReservedRequest, check: () => void, signal?: AbortSignal): Promise<void> {
    const { baseUrl, kind, model, amount, unit, isAgents } = request;
    const row = { $key: key, $owner: this.#shared.owner.id, $at: Date.now(), $baseUrl: baseUrl, $kind: kind, $model: model };
    const values = { ...row, $isAgents: Number(isAgents), $amount: amount ?? null, $unit: unit ?? null };
    return this.#shared.writeSoon(() => {
      check();
      const columns = "key, owner, at, base_url, kind, model, is_agents, amount, unit";
      this.#database.run(
        `INSERT INTO reservations (${columns}) VALUES ($key, $owner, $at, $baseUrl, $kind, $model, $isAgents, $amount, $unit)`,
        values,
      );
    }, signal);
  }

  /**
   * Replaces a reservation by the reported cost. Without one, the estimate of an answer that may have been billed stays, like that of a task:
   * the cost may still be reported when the answer is fetched.
   */
  async settle(key: string, { id, cost, isBilled }: EndedRequest): Promise<void> {
    const isFree = isBilled === "yes" && cost === undefined;
    await this.#shared.write(() => {
      if (id !== undefined && (cost !== undefined || isFree)) this.#addCost(key, id, cost ?? 0);
      const keeps = cost === undefined && isBilled !== "no";
      const kept = "UPDATE reservations SET owner = NULL, answer = $id WHERE key = $key AND amount > 0";
      if (keeps && this.#database.run(kept, { $key: key, $id: id ?? null }) > 0) return;
      this.#database.run("DELETE FROM reservations WHERE key = $key", { $key: key });
    });
  }

  /** Of an answer whose cost is recorded. */
  removeOf(answer: string): void {
    this.#database.run("DELETE FROM reservations WHERE answer = $answer", { $answer: answer });
  }

  total(counted: Counted): number {
    return this.#read(counted).reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  }

  /** The keys of requests in progress whose cost is unknown. */
  unknown(counted: Counted): string[] {
    return this.#read(counted).flatMap(({ key, amount }) => (amount === null ? [key] : []));
  }

  /** Also a reported cost of 0 is recorded: it shows what the next answer of the model may cost. */
  #addCost(key: string, id: string, cost: number): void {
    this.#database.run(
      `INSERT INTO other_costs (source, at, amount, unit, base_url, kind, model, is_agents)
         SELECT $id, at, $cost, unit, base_url, kind, model, is_agents FROM reservations WHERE key = $key
       ON CONFLICT (source) DO UPDATE SET amount = excluded.amount, unit = excluded.unit, is_agents = excluded.is_agents`,
      { $key: key, $id: id, $cost: cost },
    );
  }

  /** Without those of processes that have ended: if one of their answers is fetched later, its cost is recorded then. */
  #read({ since, unit, isAgents = false }: Counted): z.infer<typeof rowSchema>[] {
    const rows = this.#database.all(
      `SELECT key, owner, amount FROM reservations WHERE at >= $since AND coalesce(unit, $unit) = $unit AND is_agents >= $isAgents`,
      { $since: since, $unit: unit, $isAgents: Number(isAgents) },
    );
    const read = rows.flatMap((row) => rowSchema.safeParse(row).data ?? []);
    const owners = new Set(read.flatMap(({ owner }) => owner ?? []));
    const alive = new Set([...owners].filter((owner) => this.#shared.owner.isAlive(owner)));
    return read.filter(({ owner }) => owner === null || alive.has(owner));
  }
}
