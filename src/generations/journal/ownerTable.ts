/** Which process follows which task. */
import * as z from "zod/mini";
import type { Database } from "../../sqlite/database.ts";
import { type FollowedTask, isBroughtSql, isFollowedSql, nextOwnerSql, nobody, polledStates, type TaskError, theUser } from "../task.ts";

const polled = polledStates.map((state) => `'${state}'`).join(", ");
const isPolled = `(${isFollowedSql}
  AND (state IN (${polled}) OR (state = 'stopped' AND finished_at IS NULL)))`;
/** What was to be used in its process is wanted by nobody any more, so that only its cost is still asked for. */
const leave = `owner = ${nextOwnerSql}, state = CASE WHEN destination = 'memory' AND state IN (${polled}) THEN 'stopped' ELSE state END`;
const isUnowned = `(owner IS NULL OR owner = '${nobody}')`;
/** A text that is not in its document, and of which the journal has no result, is fetched by its id, whatever its window had received. */
const isToFetch = "id IS NOT NULL AND reported IS NULL AND state <> 'failed'";
const ownerRowSchema = z.object({ owner: z.string() });
const claimedRowSchema = z.object({ key: z.string(), base_url: z.string(), accepted_at: z.nullable(z.number()) });
const folderRowSchema = z.object({ uri: z.string() });
const serviceRowSchema = z.object({ base_url: z.string() });

const interruptedSending: TaskError = {
  kind: "connectionLost",
  message: "The window closed before the service answered: the task may have been accepted, and billed.",
};

export class OwnerTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The names of the owners that have tasks to work on. */
  list(): string[] {
    return this.#database
      .all(`SELECT DISTINCT owner FROM tasks WHERE owner IS NOT NULL AND owner NOT IN ('${nobody}', '${theUser}') AND ${isFollowedSql}`)
      .map((row) => ownerRowSchema.parse(row).owner);
  }

  /**
   * Releases the tasks of an owner that has ended, so that others may claim them. A POST of its own that is still unanswered may have been
   * accepted.
   */
  release(owner: string, now: number): void {
    this.#database.run(
      `UPDATE tasks SET owner = ${nextOwnerSql},
         state = CASE WHEN ${isToFetch} THEN 'pending' WHEN id IS NULL AND state = 'submitting' THEN 'maybeAccepted' ELSE state END,
         error = CASE WHEN ${isToFetch} THEN NULL WHEN id IS NULL AND state = 'submitting' THEN $error ELSE error END,
         finished_at = CASE WHEN NOT (${isToFetch}) THEN coalesce(finished_at, $now) END
       WHERE owner = $owner AND ${isBroughtSql}`,
      { $owner: owner, $error: JSON.stringify(interruptedSending), $now: now },
    );
    this.releaseIdle(owner, now);
  }

  /** The same for an owner that has no work left, but may be about to bring texts to their documents. */
  releaseIdle(owner: string, now: number): void {
    this.#database.run(
      `UPDATE tasks SET state = 'maybeAccepted', owner = NULL, error = $error, finished_at = $now WHERE owner = $owner AND state = 'submitting' AND NOT ${isBroughtSql} AND ${isFollowedSql}`,
      { $owner: owner, $error: JSON.stringify(interruptedSending), $now: now },
    );
    // Of ten thousand tasks, writing the state as well, which is indexed, takes longer.
    this.#database.run(`UPDATE tasks SET ${leave} WHERE owner = $owner AND destination = 'memory'`, { $owner: owner });
    this.#database.run("UPDATE tasks SET owner = NULL WHERE owner = $owner AND destination IN ('files', 'turn')", { $owner: owner });
  }

  /** The services of unowned tasks that still need the service, not only delivery. */
  unownedServices(): string[] {
    return this.#database
      .all(`SELECT DISTINCT base_url FROM tasks WHERE ${isUnowned} AND ${isPolled}`)
      .map((row) => serviceRowSchema.parse(row).base_url);
  }

  /** Folders on other file systems that results wait for, without an owner that delivers them. */
  unownedFolders(): string[] {
    return this.#database
      .all("SELECT DISTINCT uri FROM tasks WHERE owner IS NULL AND state = 'delivering'")
      .map((row) => folderRowSchema.parse(row).uri);
  }

  /** Claims unowned tasks of a service, or deliveries to a folder: the oldest ones, at most `limit`. */
  claim(from: { baseUrl: string } | { folder: string }, owner: string, limit: number): FollowedTask[] {
    const condition = "folder" in from ? "state = 'delivering' AND uri = $from" : `${isPolled} AND base_url = $from`;
    return this.#database
      .all(
        `UPDATE tasks SET owner = $owner
         WHERE key IN (SELECT key FROM tasks WHERE ${isUnowned} AND ${condition} ORDER BY key LIMIT $limit) RETURNING key, base_url, accepted_at`,
        { $owner: owner, $limit: limit, $from: "folder" in from ? from.folder : from.baseUrl },
      )
      .map((row) => {
        const { key, base_url: baseUrl, accepted_at: acceptedAt } = claimedRowSchema.parse(row);
        return { key, baseUrl, acceptedAt: acceptedAt ?? undefined };
      });
  }

  /** Releases one task so that a process that can reach its service may claim it. */
  giveBack(key: string, owner: string): void {
    this.#database.run(`UPDATE tasks SET ${leave} WHERE key = $key AND owner = $owner`, { $key: key, $owner: owner });
  }

  owns(owner: string, key: string): boolean {
    return this.#database.get("SELECT 1 FROM tasks WHERE key = $key AND owner = $owner", { $key: key, $owner: owner }) !== undefined;
  }
}
