/** Heartbeats of processes in; which process follows which task out. */
import { hostname } from "node:os";
import * as z from "zod/mini";
import type { Database } from "./database.ts";
import { followedStates, type TaskFailure } from "./task.ts";

export interface OwnerBeat {
  owner: string;
  host: string;
  processId: number;
  /** Unix milliseconds. */
  beatAt: number;
}

const followed = followedStates.map((state) => `'${state}'`).join(", ");
const beatRowSchema = z.object({ owner: z.string(), host: z.string(), process_id: z.number(), beat_at: z.number() });
const keyRowSchema = z.object({ key: z.string() });
const serviceRowSchema = z.object({ base_url: z.string() });

export class OwnerTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** This process is alive, as of `now`. */
  beat(owner: string, now: number): void {
    this.#database.run(
      `INSERT INTO owners (owner, host, process_id, beat_at) VALUES ($owner, $host, $processId, $now)
       ON CONFLICT DO UPDATE SET beat_at = excluded.beat_at`,
      { $owner: owner, $host: hostname(), $processId: process.pid, $now: now },
    );
  }

  /** A name on a task without any beat counts as one from long ago: its process was taken for dead, woke up, and died. */
  list(): OwnerBeat[] {
    const nameless = "SELECT DISTINCT owner, '' AS host, 0 AS process_id, 0 AS beat_at FROM tasks WHERE owner IS NOT NULL";
    const sql = `SELECT * FROM owners UNION ALL ${nameless} AND owner NOT IN (SELECT owner FROM owners)`;
    return this.#database.all(sql).map((row) => {
      const read = beatRowSchema.parse(row);
      return { owner: read.owner, host: read.host, processId: read.process_id, beatAt: read.beat_at };
    });
  }

  /** The process left, or died: others may take its tasks at once. A POST of its own that is still unanswered may have been accepted. */
  release(owner: string, interrupted: TaskFailure, now: number): void {
    this.#database.transact(() => {
      this.#database.run(
        "UPDATE tasks SET state = 'maybeAccepted', owner = NULL, error = $error, finished_at = $now WHERE owner = $owner AND state = 'submitting'",
        { $owner: owner, $error: JSON.stringify(interrupted), $now: now },
      );
      this.#database.run("UPDATE tasks SET owner = NULL WHERE owner = $owner", { $owner: owner });
      this.#database.run("DELETE FROM owners WHERE owner = $owner", { $owner: owner });
    });
  }

  /** Services that have tasks which nobody follows. */
  unownedServices(): string[] {
    return this.#database
      .all(`SELECT DISTINCT base_url FROM tasks WHERE owner IS NULL AND state IN (${followed})`)
      .map((row) => serviceRowSchema.parse(row).base_url);
  }

  /** Takes every task of a service that nobody follows. @returns their keys. */
  claim(baseUrl: string, owner: string): string[] {
    return this.#database
      .all(`UPDATE tasks SET owner = $owner WHERE owner IS NULL AND state IN (${followed}) AND base_url = $baseUrl RETURNING key`, {
        $owner: owner,
        $baseUrl: baseUrl,
      })
      .map((row) => keyRowSchema.parse(row).key);
  }

  /** Gives one task back, for a process that can reach its service. */
  giveBack(key: string, owner: string): void {
    this.#database.run("UPDATE tasks SET owner = NULL WHERE key = $key AND owner = $owner", { $key: key, $owner: owner });
  }

  owns(owner: string, key: string): boolean {
    return this.#database.get("SELECT 1 FROM tasks WHERE key = $key AND owner = $owner", { $key: key, $owner: owner }) !== undefined;
  }
}
