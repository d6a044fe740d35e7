/**
 * The rows of texts of v1 and spoken sentences. They are in the table of the tasks, and those that keep their text are listed like tasks. The
 * state says how far the exchange with the service is, and the owner which process has yet to bring the output to its place.
 */
import * as z from "zod/mini";
import type { InterfaceVersion, Kind } from "../../contract/kind.ts";
import { storageMilliseconds } from "../../contract/limits.ts";
import { tryParseJson } from "../../contract/tryParseJson.ts";
import { type Usage, usageSchema } from "../../contract/usage.ts";
import { type Cost, costSchema } from "../../contract/v2.ts";
import type { Database } from "../../sqlite/database.ts";
import type { SharedDatabase } from "../../sqlite/sharedDatabase.ts";
import { type ArtifactTarget, isBroughtSql, isUnsettledSql, nobody, type TaskError, type TaskState, theUser } from "../task.ts";
import { firstKeySince, timeOfKey } from "../taskKey.ts";
import { optionalJson } from "./readTaskRow.ts";

/** Of whom an answer is requested. */
export interface AskedModel {
  baseUrl: string;
  interface: InterfaceVersion;
  kind: Kind;
  model: string;
}

export interface NewAnswer extends AskedModel {
  key: string;
  /** Of one that is kept. */
  prompt?: string | undefined;
  keptIn?: ArtifactTarget | undefined;
  /** Whether the caller has the key, and takes the output from the row if its process ends first. */
  isResumable?: boolean | undefined;
  /** JSON, for the process that brings the rest to its place; undefined: what its process has not received is lost with it. */
  origin?: object | undefined;
  /** What it may cost; undefined: nothing is known. */
  estimate: number | undefined;
  /** Of its cost; undefined: that of the service in use. */
  unit: string | undefined;
  /** Whether it counts towards the budget of agents, too. */
  isAgents?: boolean;
}

/** How the exchange with the service ended. */
export interface AnswerEnd {
  state: Extract<TaskState, "saved" | "failed" | "stopped" | "maybeAccepted">;
  /** The service's id; undefined: it is not known. */
  id: string | undefined;
  /** What the service reported; undefined: nothing. */
  cost: number | undefined;
  /** Only of an answer that is kept. */
  text?: string | undefined;
  /** Of one that is kept, or written into a file. */
  usage?: Usage | undefined;
  /** Why there is no result, or only a part of it. */
  error?: TaskError | undefined;
}

/** An answer whose output is wanted. */
export interface FetchedAnswer extends AskedModel {
  /** Of its row; a new one if it has none. */
  key: string;
  /** The service's id; undefined: only the journal may know it. */
  id?: string | undefined;
}

export interface RecordedAnswer {
  key: string;
  /** The service's id; undefined: the service had not answered yet, but may have accepted the request. */
  id: string | undefined;
  baseUrl: string;
  /** The JSON value with which the answer was begun. */
  origin: unknown;
  /** Unix milliseconds. */
  begunAt: number;
}

/** An answer that is in its file, or of which nothing more can be fetched. */
export interface EndedAnswer extends RecordedAnswer {
  /** Unix milliseconds. */
  endedAt: number;
  isComplete: boolean;
  cost: Cost | undefined;
  usage: Usage | undefined;
}

const rowSchema = z.object({
  key: z.string(),
  id: z.nullable(z.string()),
  base_url: z.string(),
  origin: z.string(),
  owner: z.string(),
  finished_at: z.nullable(z.number()),
});
type Row = z.infer<typeof rowSchema>;

const endedRowSchema = z.object({
  ...rowSchema.shape,
  owner: z.null(),
  state: z.string(),
  error: z.nullable(z.string()),
  cost: optionalJson(costSchema),
  usage: optionalJson(usageSchema),
});

/** The document that an origin names. The JSON of a recovered row may be damaged. */
const documentOfOrigin = "CASE WHEN json_valid(origin) THEN origin ->> '$.document' END";

/** Milliseconds. */
const day = 24 * 60 * 60 * 1000;

const owned = "destination = 'document' AND owner IS NOT NULL";

/** It is in its document, or nothing more of it is wanted. */
const delivered = `owner = NULL, text = NULL, reported = NULL,
  state = CASE WHEN state = 'submitting' THEN 'maybeAccepted' WHEN state IN ('pending', 'processing') THEN 'saved' ELSE state END`;

export class AnswerTable {
  readonly #database: Database;
  readonly #shared: SharedDatabase;

  constructor(shared: SharedDatabase) {
    this.#database = shared.database;
    this.#shared = shared;
  }

  /**
   * Records an answer before its request is sent. `check` is called in the same transaction: if it throws, nothing is recorded. Rejects like
   * `SharedDatabase.writeSoon`.
   */
  begin({ origin, keptIn, isResumable, estimate, isAgents, ...answer }: NewAnswer, check = () => {}, signal?: AbortSignal): Promise<void> {
    const recorded = { ...origin, ...(isAgents && { type: "agent" }), ...(estimate !== undefined && { estimate }) };
    return this.#shared.writeSoon(() => {
      check();
      this.#giveUpOld(Date.now());
      this.#add({
        ...answer,
        ...keptIn,
        origin: JSON.stringify(recorded),
        destination: keptIn !== undefined ? "files" : isResumable ? "conversation" : origin === undefined ? "none" : "document",
        state: "submitting",
        owner: this.#shared.owner.id,
        cost: { unit: answer.unit },
      });
    }, signal);
  }

  async identify(key: string, id: string): Promise<void> {
    const sql = "UPDATE tasks SET id = $id, state = 'processing', accepted_at = $now WHERE key = $key AND state = 'submitting'";
    await this.#shared.write(() => this.#database.run(sql, { $key: key, $id: id, $now: Date.now() }));
  }

  /**
   * Records the end of the exchange. Without a reported cost, the estimate stays, like that of a task, unless nothing was billed: the cost may
   * still be reported when the answer is fetched. A kept text that was stopped or cut has not ended if it has an id: it is followed.
   */
  async settle(key: string, { state, id, cost, text, usage, error }: AnswerEnd): Promise<void> {
    const isCertain = cost !== undefined || state === "failed";
    const goesOn = "destination = 'files' AND $state IN ('stopped', 'maybeAccepted') AND coalesce($id, id) IS NOT NULL";
    const sql = `UPDATE tasks SET id = coalesce($id, id),
      state = CASE WHEN ${goesOn} AND $state <> 'stopped' THEN 'processing' ELSE $state END,
      finished_at = CASE WHEN NOT (${goesOn}) THEN $now END,
      origin = ${isCertain ? "json_remove(origin, '$.estimate')" : "origin"}, cost = ${cost === undefined ? "cost" : "json_set(cost, '$.amount', $cost)"},
      text = CASE destination WHEN 'files' THEN $text END, usage = CASE WHEN destination <> 'none' THEN $usage END,
      error = CASE WHEN destination <> 'none' AND NOT (${goesOn}) THEN $error END,
      owner = CASE WHEN destination = 'document' OR ${goesOn} THEN owner END WHERE key = $key AND owner = $owner`;
    const kept = { $text: text ?? null, $usage: usage ? toJson(usage) : null, $error: error ? toJson(error) : null };
    const values = {
      $key: key,
      $owner: this.#shared.owner.id,
      $id: id ?? null,
      $state: state,
      $now: Date.now(),
      ...kept,
      ...(cost !== undefined && { $cost: cost }),
    };
    await this.#shared.write(() => this.#database.run(sql, values));
  }

  /**
   * Has this process fetch the output of an answer in a conversation, by the service's id, unless it is here or another process fetches it.
   * One that is not in the journal is added, if its id is known. Resolves with its key, and whether this process is to follow it.
   */
  fetch({ key, id, ...asked }: FetchedAnswer, unit: string | undefined): Promise<{ key: string; isOurs: boolean }> {
    const owner = this.#shared.owner.id;
    return this.#shared.writeSoon(() => {
      const found = this.#database.get(
        `SELECT key FROM tasks WHERE key = $key OR (id = $id AND base_url = $baseUrl AND destination IN ('none', 'conversation'))
         ORDER BY key = $key DESC LIMIT 1`,
        { $key: key, $id: id ?? null, $baseUrl: asked.baseUrl },
      );
      if (found !== undefined) {
        const known = String(found.key);
        const isOurs = this.#database.run(
          `UPDATE tasks SET destination = 'conversation', id = coalesce(id, $id), state = 'pending', owner = $owner, error = NULL, finished_at = NULL
           WHERE key = $key AND coalesce(id, $id) IS NOT NULL AND reported IS NULL AND (${isUnsettledSql} IS FALSE OR state = 'stopped' OR destination = 'none' OR owner = $owner)`,
          { $key: known, $id: id ?? null, $owner: owner },
        );
        return { key: known, isOurs: isOurs > 0 };
      }
      if (id !== undefined)
        this.#add({ ...asked, key, id, origin: "{}", destination: "conversation", state: "pending", owner, cost: { unit } });
      return { key, isOurs: id !== undefined };
    });
  }

  /** An answer is in its place, or nothing more of it can be fetched. */
  async end(key: string): Promise<void> {
    const sql = `UPDATE tasks SET ${delivered}, finished_at = $now WHERE key = $key AND ${isBroughtSql}`;
    await this.#shared.write(() => this.#database.run(sql, { $key: key, $now: Date.now() }));
  }

  /** Whether this process writes the answer. A window that closes writes nothing more: it closes the journal before its connections. */
  isWriting(key: string): boolean {
    try {
      const values = { $key: key, $owner: this.#shared.owner.id };
      return this.#database.get(`SELECT 1 FROM tasks WHERE key = $key AND ${owned} AND owner = $owner`, values) !== undefined;
    } catch {
      return false;
    }
  }

  /** Whether no answer needs a process; those that were put aside need none. */
  get isEmpty(): boolean {
    const sql = `SELECT 1 FROM tasks WHERE (${owned} AND owner <> $user) OR (destination = 'conversation' AND ${isUnsettledSql})`;
    return this.#database.get(sql, { $user: theUser }) === undefined;
  }

  /** The ended answers to a prompt document, which their origins name, the oldest first. */
  ofDocument(document: string): EndedAnswer[] {
    const rows = this.#database.all(
      `SELECT * FROM tasks WHERE destination <> 'files' AND destination = 'document' AND owner IS NULL AND ${documentOfOrigin} = $document ORDER BY key`,
      { $document: document },
    );
    return rows.flatMap((row) => {
      const read = endedRowSchema.safeParse(row).data;
      if (read === undefined) return [];
      const { state, error, cost, usage, finished_at: endedAt } = read;
      const answer = toAnswer(read);
      const isComplete = state === "saved" && error === null;
      return [{ ...answer, endedAt: endedAt ?? answer.begunAt, isComplete, cost: cost ?? undefined, usage: usage ?? undefined }];
    });
  }

  /** The answers to a prompt document were deleted: only what they cost is known from now on. */
  async forgetDocument(document: string): Promise<void> {
    const sql = `UPDATE tasks SET destination = 'none' WHERE destination = 'document' AND owner IS NULL AND ${documentOfOrigin} = $document`;
    await this.#shared.write(() => this.#database.run(sql, { $document: document }));
  }

  /** The answers whose windows have ended: those that a process fetches, and those that wait for a window of their document. */
  left(): RecordedAnswer[] {
    const row = { $owner: this.#shared.owner.id, $user: theUser };
    // Not sorted by SQLite, which would read all tasks in the order of their keys.
    const rows = this.#database.all(
      `SELECT * FROM tasks WHERE ${owned} AND (state = 'pending' OR (finished_at IS NOT NULL AND owner NOT IN ($owner, $user)))`,
      row,
    );
    const left = readRows(rows).filter(({ owner, finished_at }) => finished_at === null || !this.#shared.owner.isAlive(owner));
    return left.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(toAnswer);
  }

  /** Resolves with true if this process is the one that brings the answer, which has ended, to its document from now on. */
  async claim(key: string): Promise<boolean> {
    const row = { $key: key, $owner: this.#shared.owner.id };
    const take = "UPDATE tasks SET owner = $owner WHERE key = $key AND finished_at IS NOT NULL";
    return this.#shared.write(() => this.left().some((one) => one.key === key) && this.#database.run(take, row) > 0);
  }

  /** Leaves an answer of this process to any process. */
  release(key: string): Promise<void> {
    return this.#give(key, nobody);
  }

  /** Keeps an answer of this process for the time when the user asks for it. No process is offered it from now on. */
  putAside(key: string): Promise<void> {
    return this.#give(key, theUser);
  }

  /** The answers that were put aside, the newest first. */
  aside(): RecordedAnswer[] {
    const row = { $user: theUser, $oldest: firstKeySince(Date.now() - storageMilliseconds) };
    const rows = this.#database.all(`SELECT * FROM tasks WHERE ${owned} AND owner = $user AND key >= $oldest ORDER BY key DESC`, row);
    return readRows(rows).map(toAnswer);
  }

  /**
   * Gives up what the service does not keep any more. The age counts to the newest task of the days before, because the clock may have been
   * set forward: only when its new time has lasted for a day, as on the service, is it believed.
   */
  #giveUpOld(now: number): void {
    const last = this.#database.get("SELECT max(key) AS key FROM tasks WHERE key < $today", { $today: firstKeySince(now - day) })?.key;
    if (typeof last !== "string") return;
    const row = { $oldest: firstKeySince(timeOfKey(last) - storageMilliseconds) };
    this.#database.run(`UPDATE tasks SET ${delivered}, finished_at = created_at WHERE ${owned} AND key < $oldest`, row);
  }

  async #give(key: string, to: string): Promise<void> {
    const row = { $key: key, $owner: this.#shared.owner.id, $to: to, $now: Date.now() };
    await this.#shared.write(() =>
      this.#database.run("UPDATE tasks SET owner = $to, finished_at = $now WHERE key = $key AND owner = $owner", row),
    );
  }

  #add(
    row: AskedModel & {
      key: string;
      id?: string;
      origin: string;
      destination: string;
      state: TaskState;
      owner: string | null;
      cost: object;
      prompt?: string | undefined;
    } & Partial<ArtifactTarget>,
  ): void {
    this.#database.run(
      `INSERT INTO tasks (key, id, base_url, interface, model, kind, prompt, folder, uri, pattern, origin, destination, state, owner, created_at, cost)
       VALUES ($key, $id, $baseUrl, $interface, $model, $kind, $prompt, $folder, $uri, $pattern, $origin, $destination, $state, $owner, $createdAt, $cost)`,
      {
        $key: row.key,
        $id: row.id ?? null,
        $baseUrl: row.baseUrl,
        $interface: row.interface,
        $model: row.model,
        $kind: row.kind,
        $prompt: row.prompt ?? "",
        $folder: row.folder ?? "",
        $uri: row.uri ?? null,
        $pattern: row.pattern ?? "",
        $origin: row.origin,
        $destination: row.destination,
        $state: row.state,
        $owner: row.owner,
        $createdAt: timeOfKey(row.key),
        $cost: toJson(row.cost),
      },
    );
  }
}

const toJson = (value: object) => JSON.stringify(value);

function readRows(rows: readonly unknown[]): Row[] {
  return rows.flatMap((row) => rowSchema.safeParse(row).data ?? []);
}

/** The JSON of a recovered row may be damaged. */
function toAnswer({ key, id, base_url: baseUrl, origin }: Omit<Row, "finished_at" | "owner">): RecordedAnswer {
  return { key, id: id ?? undefined, baseUrl, origin: tryParseJson(origin), begunAt: timeOfKey(key) };
}
