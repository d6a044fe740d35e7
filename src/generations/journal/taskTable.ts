/** The rows of tasks in the journal. */

import * as z from "zod/mini";
import { cutOffCode, missingFilesCode } from "../../client/errors/ownCodes.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import type { Database, Row, Values } from "../../sqlite/database.ts";
import { contentOfReference, referencesOf } from "../library/requestReferences.ts";
import type { Artifact, ArtifactTarget, ResultFacts, Task, TaskError, TaskState } from "../task.ts";
import { isBroughtSql, isFollowedSql, isUnsettledSql, nextOwnerSql, runningStates } from "../task.ts";
import type { TasksLog } from "../taskEnvironment.ts";
import type { ArtifactQuery, TaskFilter, TaskQuery } from "../taskQuery.ts";
import { dialogueOf, isTurn, turnRange } from "../turnKeys.ts";
import { readTaskRow } from "./readTaskRow.ts";

export interface NewTask {
  key: string;
  baseUrl: string;
  request: TaskRequest;
  model: string;
  prompt: string;
  /** undefined: its file is used in memory. Then neither the prompt nor the request is recorded. */
  target: ArtifactTarget | undefined;
  origin: unknown;
  createdAt: number;
}

const running = runningStates.map((state) => `'${state}'`).join(", ");
/** What users see as tasks. */
const listed = "destination = 'files'";
const isTurnOf = `destination = 'turn' AND key > $from AND key < $to`;
/** States of a dialogue that can be continued. */
const ended = "'failed', 'stopped', 'maybeAccepted'";
const countRowSchema = z.object({ count: z.number() });

/** All columns. A request of more than this many bytes is left out and read on first use. */
const smallRequestBytes = 64 * 1024;
const columns = `key, id, base_url, interface, kind, model, prompt, folder, uri, pattern, origin, state, created_at, accepted_at, finished_at,
  usage, cost, reported, text, error,
  (SELECT CASE WHEN octet_length(body) <= ${smallRequestBytes} THEN body END FROM requests WHERE task = key) AS request`;

export class TaskTable {
  readonly #database: Database;
  readonly #log: TasksLog | undefined;

  constructor(database: Database, log: TasksLog | undefined) {
    this.#database = database;
    this.#log = log;
  }

  /** Must be called within a transaction. */
  add(
    task: NewTask,
    owner: string | null,
    state: TaskState = "submitting",
    destination: "files" | "turn" | "memory" = task.target === undefined ? "memory" : "files",
  ): void {
    this.#database.run(
      `INSERT INTO tasks (key, base_url, interface, model, kind, prompt, folder, uri, pattern, origin, destination, state, owner, created_at)
       VALUES ($key, $baseUrl, $interface, $model, $kind, $prompt, $folder, $uri, $pattern, $origin, $destination, $state, $owner, $createdAt)`,
      {
        $key: task.key,
        $baseUrl: task.baseUrl,
        $interface: task.request.interface,
        $model: task.model,
        $kind: task.request.kind,
        $prompt: task.target === undefined ? "" : task.prompt,
        ...targetValues(task.target),
        $origin: JSON.stringify(task.origin),
        $destination: destination,
        $state: state,
        $owner: owner,
        $createdAt: task.createdAt,
      },
    );
    if (task.target === undefined) return;
    this.#database.run("INSERT INTO requests (task, body) VALUES ($task, $body)", { $task: task.key, $body: JSON.stringify(task.request) });
    for (const [position, reference] of referencesOf(task.request).entries()) {
      const sha256 = contentOfReference(reference);
      if (sha256 === undefined) continue;
      const values = { $task: task.key, $position: position, $sha256: sha256 };
      this.#database.run("INSERT INTO task_references (task, position, sha256) VALUES ($task, $position, $sha256)", values);
    }
  }

  /** Records the service's id, even if the task was stopped or marked `maybeAccepted` in the meantime. */
  accept(key: string, id: string, acceptedAt: number, owner: string): void {
    this.#database.run(
      `UPDATE tasks SET id = $id, accepted_at = $acceptedAt, error = NULL,
         owner = CASE WHEN state = 'stopped' THEN NULL ELSE $owner END,
         finished_at = NULL,
         state = CASE WHEN state = 'stopped' THEN state ELSE 'pending' END
       WHERE key = $key`,
      { $key: key, $id: id, $acceptedAt: acceptedAt, $owner: owner },
    );
  }

  /** Records that a POST ended without an id. */
  endSending(key: string, state: "failed" | "maybeAccepted", error: TaskError, finishedAt: number): void {
    this.#database.run(
      "UPDATE tasks SET state = $state, error = $error, finished_at = $finishedAt, owner = NULL WHERE key = $key AND state IN ('submitting', 'maybeAccepted')",
      { $key: key, $state: state, $error: JSON.stringify(error), $finishedAt: finishedAt },
    );
  }

  /**
   * Records what a poll reported about an unfinished task.
   * @returns false when this owner no longer owns the task, or the user has left it or asked for its result again since the poll began.
   */
  noteProgress(key: string, owner: string, state: TaskState, error: TaskError | undefined): boolean {
    return this.#update(
      "UPDATE tasks SET state = $state, error = $error WHERE key = $key AND owner = $owner AND (state = 'stopped') = ($state = 'stopped')",
      { $key: key, $owner: owner, $state: state, $error: toJson(error) },
    );
  }

  /** Records that a task has ended, or waits for the user, without a file. @returns false when this owner no longer owns the task. */
  finish(
    key: string,
    owner: string,
    state: "failed" | "expired" | "unsaved" | "maybeAccepted",
    error: TaskError,
    finishedAt: number,
  ): boolean {
    return this.#update(
      `UPDATE tasks SET state = $state, error = $error, finished_at = $finishedAt, owner = ${nextOwnerSql} WHERE key = $key AND owner = $owner`,
      { $key: key, $owner: owner, $state: state, $error: toJson(error), $finishedAt: finishedAt },
    );
  }

  /**
   * Records what the result contains besides its files, which may still have to be copied to another file system. `missing`: some of them
   * could not be read.
   * @returns false when this owner no longer owns the task.
   */
  noteResult(key: string, owner: string, facts: ResultFacts, hasFiles: boolean, missing: TaskError | undefined): boolean {
    const sql = `UPDATE tasks SET usage = $usage, cost = $cost,
      reported = CASE WHEN ${isBroughtSql} THEN $reported ELSE nullif(json_remove($reported, '$.response'), '{}') END, text = $text, error = $missing,
      state = CASE WHEN uri IS NOT NULL AND $hasFiles THEN 'delivering' ELSE state END
      WHERE key = $key AND owner = $owner AND state <> 'stopped'`;
    const isMine = this.#update(sql, {
      $key: key,
      $owner: owner,
      $hasFiles: hasFiles ? 1 : 0,
      $missing: toJson(missing),
      $usage: toJson(facts.usage),
      $cost: toJson(facts.cost),
      $reported: toJson(facts.reported),
      $text: facts.text ?? null,
    });
    this.#addUpTurns(key);
    return isMine;
  }

  /**
   * Records that every file has its name, or that the text is in the journal. An error remains only if files or the end of the result are missing.
   * @returns false when this owner no longer owns the task.
   */
  save(key: string, owner: string, artifacts: readonly Artifact[], finishedAt: number): boolean {
    const isMine = this.#update(
      `UPDATE tasks SET state = 'saved', finished_at = $finishedAt, owner = ${nextOwnerSql},
         error = CASE WHEN json_valid(error) AND error ->> '$.code' IN ('${missingFilesCode}', '${cutOffCode}') THEN error END
       WHERE key = $key AND owner = $owner`,
      { $key: key, $owner: owner, $finishedAt: finishedAt },
    );
    if (!isMine) return false;
    this.#database.run("DELETE FROM artifacts WHERE task = $task", { $task: key });
    for (const [position, artifact] of artifacts.entries()) {
      this.#database.run(
        `INSERT INTO artifacts (task, position, path, uri, size, sha256, media_type)
         VALUES ($task, $position, $path, $uri, $size, $sha256, $mediaType)`,
        {
          $task: key,
          $position: position,
          $path: artifact.path ?? "",
          $uri: artifact.uri ?? null,
          $size: artifact.size,
          $sha256: artifact.sha256,
          $mediaType: artifact.mediaType,
        },
      );
    }
    return true;
  }

  /** A task without an id, and one whose result was received, has nothing left to ask the service for. */
  stop(key: string, now: number): void {
    this.#database.run(
      `UPDATE tasks SET state = 'stopped', owner = NULL,
         finished_at = CASE WHEN id IS NULL OR EXISTS (SELECT 1 FROM intents WHERE task = key) THEN $now END
       WHERE key = $key AND state IN (${running})`,
      { $key: key, $now: now },
    );
  }

  /** Records that the service has deleted a task that was to be cancelled. */
  cancel(key: string, finishedAt: number): void {
    this.#database.run(
      `UPDATE tasks SET state = 'cancelled', owner = NULL, error = NULL, finished_at = $finishedAt WHERE key = $key AND ${isUnsettledSql}`,
      { $key: key, $finishedAt: finishedAt },
    );
  }

  /** Records what a stopped task has cost, without its files. @returns false when this owner no longer owns the task. */
  settle(key: string, owner: string, { usage, cost }: ResultFacts, finishedAt: number): boolean {
    const isMine = this.#update(
      `UPDATE tasks SET usage = $usage, cost = $cost, error = NULL, finished_at = $finishedAt, owner = NULL
       WHERE key = $key AND owner = $owner AND state = 'stopped'`,
      { $key: key, $owner: owner, $usage: toJson(usage), $cost: toJson(cost), $finishedAt: finishedAt },
    );
    this.#addUpTurns(key);
    return isMine;
  }

  /** Makes this owner follow an unowned task in one of these states again. @returns false when another process did so first. */
  resume(key: string, owner: string, from: readonly TaskState[], target: ArtifactTarget): boolean {
    return this.#update(
      `UPDATE tasks SET state = 'processing', owner = $owner, folder = $folder, uri = $uri, pattern = $pattern, finished_at = NULL
       WHERE key = $key AND (id IS NOT NULL OR EXISTS (SELECT 1 FROM intents WHERE task = key)) AND state IN (${from.map((state) => `'${state}'`).join(", ")})`,
      { $key: key, $owner: owner, ...targetValues(target) },
    );
  }

  /** With its turns. */
  remove(key: string): void {
    this.#database.run(`DELETE FROM tasks WHERE ${isTurnOf}`, turnRange(key));
    this.#database.run("DELETE FROM tasks WHERE key = $key", { $key: key });
  }

  /** Removes ended tasks; running tasks are kept, whatever the query. One statement removes all of them or none. */
  removeEnded(query: TaskFilter): number {
    const { sql, values } = conditionOf(query);
    const removed = this.#database.run(`DELETE FROM tasks WHERE ${sql} AND NOT ${isUnsettledSql}`, values);
    this.#database.run(
      "DELETE FROM tasks WHERE destination = 'turn' AND NOT EXISTS (SELECT 1 FROM tasks one WHERE one.key = substr(tasks.key, 1, instr(tasks.key, '.') - 1))",
    );
    return removed;
  }

  get(key: string): Task | undefined {
    return this.#get(key, isFollowedSql);
  }

  getListed(key: string): Task | undefined {
    return this.#get(key, listed);
  }

  #get(key: string, which: string): Task | undefined {
    const row = this.#database.get(`SELECT ${columns} FROM tasks WHERE key = $key AND ${which}`, { $key: key });
    return row === undefined ? undefined : this.#read(row);
  }

  /** In their order; empty: the task is not a dialogue. */
  turnsOf(key: string): Task[] {
    return this.#database
      .all(`SELECT ${columns} FROM tasks WHERE ${isTurnOf} ORDER BY key`, turnRange(key))
      .flatMap((row) => this.#read(row) ?? []);
  }

  /** The newest dialogues with this text that ended before all turns were there. */
  unfinishedDialogues({ baseUrl, model, prompt }: Pick<Task, "baseUrl" | "model" | "prompt">): Task[] {
    return this.#database
      .all(
        `SELECT ${columns} FROM tasks WHERE ${listed} AND kind = 'audio' AND id IS NULL AND state IN (${ended}) AND base_url = $baseUrl
           AND model = $model AND prompt = $prompt
           AND EXISTS (SELECT 1 FROM tasks turn WHERE turn.destination = 'turn' AND turn.key > tasks.key || '.' AND turn.key < tasks.key || '/')
         ORDER BY key DESC LIMIT 20`,
        { $baseUrl: baseUrl, $model: model, $prompt: prompt },
      )
      .flatMap((row) => this.#read(row) ?? []);
  }

  /** Makes this owner work on an unfinished dialogue again. @returns false when another process did so first. */
  continueDialogue(key: string, owner: string, target: ArtifactTarget): boolean {
    return this.#update(
      `UPDATE tasks SET state = 'processing', owner = $owner, folder = $folder, uri = $uri, pattern = $pattern, error = NULL, finished_at = NULL
       WHERE key = $key AND state IN (${ended})`,
      { $key: key, $owner: owner, ...targetValues(target) },
    );
  }

  /** Makes a turn that has no result one that was not sent yet. */
  resetTurn(key: string): void {
    this.#database.run(
      `UPDATE tasks SET state = 'cancelled', id = NULL, owner = NULL, error = NULL, accepted_at = NULL, finished_at = NULL
       WHERE key = $key AND destination = 'turn' AND state NOT IN (${running}, 'saved')`,
      { $key: key },
    );
  }

  /** Records that a turn is about to be sent. @returns false if it was sent before. */
  sendTurn(key: string, owner: string): boolean {
    return this.#update(
      "UPDATE tasks SET state = 'submitting', owner = $owner WHERE key = $key AND destination = 'turn' AND state = 'cancelled' AND id IS NULL",
      { $key: key, $owner: owner },
    );
  }

  /** The cost of a dialogue is that of its turns so far. */
  #addUpTurns(key: string): void {
    if (!isTurn(key)) return;
    const dialogue = dialogueOf(key);
    this.#database.run(
      `UPDATE tasks SET cost = (SELECT json_patch(json_object('amount', total(cost ->> '$.amount')), json_object('unit', max(cost ->> '$.unit'))) FROM tasks
           WHERE ${isTurnOf} AND json_valid(cost) AND cost ->> '$.amount' IS NOT NULL HAVING count(*) > 0)
       WHERE key = $dialogue`,
      { $dialogue: dialogue, ...turnRange(dialogue) },
    );
  }

  /** The key of the task with this id on the service. */
  findById(baseUrl: string, id: string): string | undefined {
    const row = this.#database.get(`SELECT key FROM tasks WHERE base_url = $baseUrl AND id = $id AND ${listed}`, {
      $baseUrl: baseUrl,
      $id: id,
    });
    return row === undefined ? undefined : String(row.key);
  }

  list(query: TaskQuery): Task[] {
    const { sql, values } = conditionOf(query);
    return this.#database
      .all(`SELECT ${columns} FROM tasks WHERE ${sql} ORDER BY key DESC LIMIT $limit`, { ...values, $limit: query.limit ?? 100 })
      .flatMap((row) => this.#read(row) ?? []);
  }

  count(query: TaskFilter): number {
    const { sql, values } = conditionOf(query);
    return countRowSchema.parse(this.#database.get(`SELECT count(*) AS count FROM tasks WHERE ${sql}`, values)).count;
  }

  hasUnsettled(): boolean {
    return this.#database.get(`SELECT 1 FROM tasks WHERE ${isUnsettledSql} AND ${isFollowedSql} LIMIT 1`) !== undefined;
  }

  findByArtifact(artifact: ArtifactQuery): Task | undefined {
    const values: Values = {};
    const parts: string[] = [];
    for (const column of ["path", "uri", "sha256"] as const) {
      const value = artifact[column];
      if (value === undefined) continue;
      parts.push(`${column} = $${column}`);
      values[`$${column}`] = value;
    }
    if (parts.length === 0) return undefined;
    const newest = `SELECT max(task) FROM artifacts WHERE ${parts.join(" AND ")}`;
    const row = this.#database.get(`SELECT ${columns} FROM tasks WHERE key = (${newest})`, values);
    return row === undefined ? undefined : this.#read(row);
  }

  #loadRequest(key: string): string | undefined {
    const row = this.#database.get("SELECT body FROM tasks LEFT JOIN requests ON task = key WHERE key = $key", { $key: key });
    if (row === undefined) throw new Error("The task was removed from the journal, and its request with it.");
    return typeof row.body === "string" ? row.body : undefined;
  }

  #update(sql: string, values: Values): boolean {
    return this.#database.run(sql, values) > 0;
  }

  #read(row: Row): Task | undefined {
    const key = String(row.key);
    try {
      const artifacts = this.#database.all("SELECT * FROM artifacts WHERE task = $task ORDER BY position", { $task: key });
      return readTaskRow(row, artifacts, () => this.#loadRequest(key));
    } catch {
      this.#log?.warn(`A task of the journal cannot be read and is left out: ${key}`);
      return undefined;
    }
  }
}

function toJson(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function targetValues(target: ArtifactTarget | undefined): Values {
  return { $folder: target?.folder ?? "", $uri: target?.uri ?? null, $pattern: target?.pattern ?? "" };
}

function conditionOf(query: TaskQuery): { sql: string; values: Values } {
  const parts = [listed];
  const values: Values = {};
  const anyOf = (column: string, options: readonly string[]) => {
    parts.push(`${column} IN (${options.map((_, index) => `$${column}${index}`).join(", ")})`);
    for (const [index, option] of options.entries()) values[`$${column}${index}`] = option;
  };
  if (query.states !== undefined) anyOf("state", query.states);
  if (query.kinds !== undefined) anyOf("kind", query.kinds);
  if (query.models !== undefined) anyOf("model", query.models);
  if (query.text !== undefined) {
    parts.push("(prompt LIKE $text ESCAPE '\\' OR model LIKE $text ESCAPE '\\')");
    values.$text = `%${query.text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  }
  if (query.before !== undefined) {
    parts.push("key < $before");
    values.$before = query.before;
  }
  return { sql: parts.join(" AND "), values };
}
