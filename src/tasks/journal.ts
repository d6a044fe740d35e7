/** The folder's database in; tasks, artifacts, save intents, owners and changes, each written in one transaction, out. */
import { hostname } from "node:os";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import * as z from "zod/mini";
import type { Kind } from "../contract/kind.ts";
import type { Usage } from "../contract/usage.ts";
import { type Balance, balanceSchema, type Cost } from "../contract/v2.ts";
import { openDatabase } from "./openDatabase.ts";
import { readTaskRow } from "./readTaskRow.ts";
import type { Artifact, ArtifactTarget, Task, TaskFailure, TaskOrigin, TaskRequest, TaskState } from "./task.ts";
import type { TaskQuery, TasksLog } from "./tasks.ts";

/** A file that was received whole and is about to get its name: written down before the first rename. */
export interface SaveIntent {
  position: number;
  /** Absolute path of the received file. */
  received: string;
  /** Absolute path that was chosen for it; undefined until then. */
  path: string | undefined;
  size: number;
  sha256: string;
  mediaType: string;
  ending: string;
}

export interface NewTask {
  key: string;
  baseUrl: string;
  request: TaskRequest;
  model: string;
  prompt: string;
  target: ArtifactTarget;
  origin: TaskOrigin;
  createdAt: number;
}

/** What a result says besides its files. */
export interface ResultFacts {
  usage: Usage | undefined;
  cost: Cost | undefined;
  text: string | undefined;
}

export interface OwnerBeat {
  owner: string;
  host: string;
  processId: number;
  beatAt: number;
}

type Values = Record<string, string | number | null>;

const states = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");
const unfinished = states(["submitting", "pending", "processing"]);
const followed = states(["pending", "processing"]);

const intentRowSchema = z.object({
  position: z.number(),
  received: z.string(),
  path: z.nullable(z.string()),
  size: z.number(),
  sha256: z.string(),
  media_type: z.string(),
  ending: z.string(),
});
const ownerRowSchema = z.object({ owner: z.string(), host: z.string(), process_id: z.number(), beat_at: z.number() });
const changeRowSchema = z.object({ revision: z.number(), task: z.string() });
const keyRowSchema = z.object({ key: z.string() });
const countRowSchema = z.object({ count: z.number() });

export class Journal {
  readonly notice: string | undefined;
  readonly #database: DatabaseSync;
  readonly #log: TasksLog | undefined;
  readonly #statements = new Map<string, StatementSync>();

  /** @throws JournalError */
  constructor(path: string, log: TasksLog | undefined) {
    const opened = openDatabase(path);
    this.#database = opened.database;
    this.notice = opened.notice;
    this.#log = log;
  }

  close(): void {
    this.#database.close();
  }

  add(task: NewTask, owner: string): void {
    this.#run(
      `INSERT INTO tasks (key, base_url, model, kind, prompt, folder, pattern, origin, state, owner, created_at, request)
       VALUES ($key, $baseUrl, $model, $kind, $prompt, $folder, $pattern, $origin, 'submitting', $owner, $createdAt, $request)`,
      {
        $key: task.key,
        $baseUrl: task.baseUrl,
        $model: task.model,
        $kind: task.request.kind,
        $prompt: task.prompt,
        $folder: task.target.folder,
        $pattern: task.target.pattern,
        $origin: JSON.stringify(task.origin),
        $owner: owner,
        $createdAt: task.createdAt,
        $request: JSON.stringify(task.request),
      },
    );
  }

  /** The service's id arrived. A task that was stopped, or given up for maybe accepted, meanwhile keeps its id all the same. */
  accept(key: string, id: string, acceptedAt: number, owner: string): void {
    this.#run(
      `UPDATE tasks SET id = $id, accepted_at = $acceptedAt, error = NULL,
         owner = CASE WHEN state = 'stopped' THEN NULL ELSE $owner END,
         state = CASE WHEN state = 'stopped' THEN state ELSE 'pending' END
       WHERE key = $key`,
      { $key: key, $id: id, $acceptedAt: acceptedAt, $owner: owner },
    );
  }

  /** A POST ended without an id. */
  endSubmission(key: string, state: "failed" | "maybeAccepted", error: TaskFailure, finishedAt: number): void {
    this.#run(
      `UPDATE tasks SET state = $state, error = $error, finished_at = $finishedAt, owner = NULL WHERE key = $key AND state = 'submitting'`,
      { $key: key, $state: state, $error: JSON.stringify(error), $finishedAt: finishedAt },
    );
  }

  /** What a poll told of a task that goes on. @returns false when the task is no longer this owner's. */
  noteProgress(key: string, owner: string, state: TaskState, error: TaskFailure | undefined): boolean {
    return this.#changes(`UPDATE tasks SET state = $state, error = $error WHERE key = $key AND owner = $owner`, {
      $key: key,
      $owner: owner,
      $state: state,
      $error: error === undefined ? null : JSON.stringify(error),
    });
  }

  /** A task is over without a file. @returns false when the task is no longer this owner's. */
  finish(key: string, owner: string, state: "failed" | "expired" | "unsaved", error: TaskFailure, finishedAt: number): boolean {
    return this.#changes(
      `UPDATE tasks SET state = $state, error = $error, finished_at = $finishedAt, owner = NULL WHERE key = $key AND owner = $owner`,
      { $key: key, $owner: owner, $state: state, $error: JSON.stringify(error), $finishedAt: finishedAt },
    );
  }

  /** The result is on this machine; its files wait for their names. @returns false when the task is no longer this owner's. */
  receive(key: string, owner: string, facts: ResultFacts, intents: readonly SaveIntent[]): boolean {
    return this.#transact(() => {
      const mine = this.#changes(`UPDATE tasks SET usage = $usage, cost = $cost, text = $text WHERE key = $key AND owner = $owner`, {
        $key: key,
        $owner: owner,
        $usage: facts.usage === undefined ? null : JSON.stringify(facts.usage),
        $cost: facts.cost === undefined ? null : JSON.stringify(facts.cost),
        $text: facts.text ?? null,
      });
      if (!mine) return false;
      this.#run("DELETE FROM intents WHERE task = $task", { $task: key });
      for (const intent of intents) {
        this.#run(
          `INSERT INTO intents (task, position, received, path, size, sha256, media_type, ending)
           VALUES ($task, $position, $received, NULL, $size, $sha256, $mediaType, $ending)`,
          {
            $task: key,
            $position: intent.position,
            $received: intent.received,
            $size: intent.size,
            $sha256: intent.sha256,
            $mediaType: intent.mediaType,
            $ending: intent.ending,
          },
        );
      }
      return true;
    });
  }

  intents(key: string): SaveIntent[] {
    return this.#all("SELECT * FROM intents WHERE task = $task ORDER BY position", { $task: key }).map((row) => {
      const { media_type: mediaType, path, ...rest } = intentRowSchema.parse(row);
      return { ...rest, mediaType, path: path ?? undefined };
    });
  }

  /** Reserves a path for one file among all processes. @returns false when another file of the journal is about to take it. */
  choosePath(key: string, position: number, path: string): boolean {
    return this.#changes("UPDATE OR IGNORE intents SET path = $path WHERE task = $task AND position = $position", {
      $task: key,
      $position: position,
      $path: path,
    });
  }

  /** The files may go elsewhere. */
  forgetPaths(key: string): void {
    this.#run("UPDATE intents SET path = NULL WHERE task = $task", { $task: key });
  }

  dropIntents(key: string): void {
    this.#run("DELETE FROM intents WHERE task = $task", { $task: key });
  }

  /** Every file has its name, or the text is in the journal. @returns false when the task is no longer this owner's. */
  save(key: string, owner: string, artifacts: readonly Artifact[], finishedAt: number): boolean {
    return this.#transact(() => {
      const mine = this.#changes(
        `UPDATE tasks SET state = 'saved', error = NULL, finished_at = $finishedAt, owner = NULL WHERE key = $key AND owner = $owner`,
        { $key: key, $owner: owner, $finishedAt: finishedAt },
      );
      if (!mine) return false;
      this.#run("DELETE FROM artifacts WHERE task = $task", { $task: key });
      this.#run("DELETE FROM intents WHERE task = $task", { $task: key });
      for (const [position, artifact] of artifacts.entries()) {
        this.#run(
          `INSERT INTO artifacts (task, position, path, size, sha256, media_type)
           VALUES ($task, $position, $path, $size, $sha256, $mediaType)`,
          {
            $task: key,
            $position: position,
            $path: artifact.path,
            $size: artifact.size,
            $sha256: artifact.sha256,
            $mediaType: artifact.mediaType,
          },
        );
      }
      return true;
    });
  }

  stop(key: string, finishedAt: number): void {
    this.#run(`UPDATE tasks SET state = 'stopped', owner = NULL, finished_at = $finishedAt WHERE key = $key AND state IN (${unfinished})`, {
      $key: key,
      $finishedAt: finishedAt,
    });
  }

  /** An `unsaved` task becomes this owner's again. @returns false when another process was first. */
  takeUnsaved(key: string, owner: string, target: ArtifactTarget): boolean {
    return this.#changes(
      `UPDATE tasks SET state = 'processing', owner = $owner, folder = $folder, pattern = $pattern, finished_at = NULL
       WHERE key = $key AND state = 'unsaved'`,
      { $key: key, $owner: owner, $folder: target.folder, $pattern: target.pattern },
    );
  }

  remove(key: string): void {
    this.#run("DELETE FROM tasks WHERE key = $key", { $key: key });
  }

  get(key: string): Task | undefined {
    const row = this.#get("SELECT * FROM tasks WHERE key = $key", { $key: key });
    return row === undefined ? undefined : this.#read(row);
  }

  list(query: TaskQuery): Task[] {
    const { sql, values } = where(query);
    return this.#all(`SELECT * FROM tasks WHERE ${sql} ORDER BY key DESC LIMIT $limit`, { ...values, $limit: query.limit ?? 100 }).flatMap(
      (row) => this.#read(row) ?? [],
    );
  }

  count(query: { states?: readonly TaskState[]; kinds?: readonly Kind[] }): number {
    const { sql, values } = where(query);
    return countRowSchema.parse(this.#get(`SELECT count(*) AS count FROM tasks WHERE ${sql}`, values)).count;
  }

  findByArtifact(artifact: { path?: string; sha256?: string }): Task | undefined {
    const row = this.#get(
      `SELECT tasks.* FROM tasks JOIN artifacts ON artifacts.task = tasks.key
       WHERE ($path IS NULL OR path = $path) AND ($sha256 IS NULL OR sha256 = $sha256) ORDER BY key DESC LIMIT 1`,
      { $path: artifact.path ?? null, $sha256: artifact.sha256 ?? null },
    );
    return row === undefined ? undefined : this.#read(row);
  }

  setBalance(baseUrl: string, balance: Balance): void {
    this.#run("INSERT INTO balances VALUES ($baseUrl, $balance) ON CONFLICT DO UPDATE SET balance = excluded.balance", {
      $baseUrl: baseUrl,
      $balance: JSON.stringify(balance),
    });
  }

  balance(baseUrl: string): Balance | undefined {
    const text = this.#get("SELECT balance FROM balances WHERE base_url = $baseUrl", { $baseUrl: baseUrl })?.balance;
    return typeof text === "string" ? balanceSchema.parse(JSON.parse(text)) : undefined;
  }

  /** This process is alive, as of `now`. */
  beat(owner: string, now: number): void {
    this.#run(
      `INSERT INTO owners (owner, host, process_id, beat_at) VALUES ($owner, $host, $processId, $now)
       ON CONFLICT DO UPDATE SET beat_at = excluded.beat_at`,
      { $owner: owner, $host: hostname(), $processId: process.pid, $now: now },
    );
  }

  owners(): OwnerBeat[] {
    return this.#all("SELECT * FROM owners", {}).map((row) => {
      const read = ownerRowSchema.parse(row);
      return { owner: read.owner, host: read.host, processId: read.process_id, beatAt: read.beat_at };
    });
  }

  /** The process leaves: others may take its tasks at once. A POST of its own that is still unanswered may have been accepted. */
  release(owner: string, interrupted: TaskFailure, now: number): void {
    this.#transact(() => {
      this.#run(
        `UPDATE tasks SET state = 'maybeAccepted', owner = NULL, error = $error, finished_at = $now WHERE owner = $owner AND state = 'submitting'`,
        { $owner: owner, $error: JSON.stringify(interrupted), $now: now },
      );
      this.#run("UPDATE tasks SET owner = NULL WHERE owner = $owner", { $owner: owner });
      this.#run("DELETE FROM owners WHERE owner = $owner", { $owner: owner });
    });
  }

  /** Services that have tasks which nobody follows. */
  unownedServices(): string[] {
    return this.#all(`SELECT DISTINCT base_url FROM tasks WHERE owner IS NULL AND state IN (${followed})`, {}).map((row) =>
      String(row.base_url),
    );
  }

  /** Takes every task of a service that nobody follows. @returns their keys. */
  claim(baseUrl: string, owner: string): string[] {
    return this.#all(
      `UPDATE tasks SET owner = $owner WHERE owner IS NULL AND state IN (${followed}) AND base_url = $baseUrl RETURNING key`,
      {
        $owner: owner,
        $baseUrl: baseUrl,
      },
    ).map((row) => keyRowSchema.parse(row).key);
  }

  /** Gives one task back, for a process that can reach its service. */
  yieldTask(key: string, owner: string): void {
    this.#run("UPDATE tasks SET owner = NULL WHERE key = $key AND owner = $owner", { $key: key, $owner: owner });
  }

  isOwnedBy(key: string, owner: string): boolean {
    return this.#get("SELECT 1 FROM tasks WHERE key = $key AND owner = $owner", { $key: key, $owner: owner }) !== undefined;
  }

  hasUnfinished(): boolean {
    return this.#get(`SELECT 1 FROM tasks WHERE state IN (${unfinished}) LIMIT 1`, {}) !== undefined;
  }

  /** A number that grows whenever another process commits. */
  dataVersion(): number {
    return Number(this.#get("PRAGMA data_version", {})?.data_version);
  }

  lastRevision(): number {
    return Number(this.#get("SELECT coalesce(max(revision), 0) AS last FROM changes", {})?.last);
  }

  /** Keys of the tasks that changed after a revision, each once, and the last revision. */
  changesSince(revision: number): { keys: string[]; revision: number } {
    const rows = this.#all("SELECT max(revision) AS revision, task FROM changes WHERE revision > $revision GROUP BY task ORDER BY 1", {
      $revision: revision,
    }).map((row) => changeRowSchema.parse(row));
    return { keys: rows.map((row) => row.task), revision: rows.at(-1)?.revision ?? revision };
  }

  #read(row: Record<string, unknown>): Task | undefined {
    try {
      return readTaskRow(row, this.#all("SELECT * FROM artifacts WHERE task = $task ORDER BY position", { $task: String(row.key) }));
    } catch {
      this.#log?.warn(`A task of the journal cannot be read and is left out: ${String(row.key)}`);
      return undefined;
    }
  }

  #transact<Result>(work: () => Result): Result {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #run(sql: string, values: Values): void {
    this.#prepare(sql).run(values);
  }

  #changes(sql: string, values: Values): boolean {
    return Number(this.#prepare(sql).run(values).changes) > 0;
  }

  #get(sql: string, values: Values): Record<string, unknown> | undefined {
    return this.#prepare(sql).get(values);
  }

  #all(sql: string, values: Values): Record<string, unknown>[] {
    return this.#prepare(sql).all(values);
  }
}

function where(query: TaskQuery): { sql: string; values: Values } {
  const parts = ["1"];
  const values: Values = {};
  const anyOf = (column: string, options: readonly string[]) => {
    parts.push(`${column} IN (${options.map((_, index) => `$${column}${index}`).join(", ")})`);
    for (const [index, option] of options.entries()) values[`$${column}${index}`] = option;
  };
  if (query.states !== undefined) anyOf("state", query.states);
  if (query.kinds !== undefined) anyOf("kind", query.kinds);
  if (query.before !== undefined) {
    parts.push("key < $before");
    values.$before = query.before;
  }
  return { sql: parts.join(" AND "), values };
}
