/** Answers of v1 that are being written into a file. They are not tasks: the journal keeps only what another process needs to fetch the rest. */
import * as z from "zod/mini";
import { storageMilliseconds } from "../../contract/limits.ts";
import { tryParseJson } from "../../contract/tryParseJson.ts";
import type { Database } from "../../sqlite/database.ts";
import type { SharedDatabase } from "../../sqlite/sharedDatabase.ts";
import { firstKeySince, makeTaskKey, timeOfKey } from "../taskKey.ts";

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

/** The owner of an answer that was released: no process has this name. */
const nobody = "nobody";

/** The owner of an answer that was put aside. */
const theUser = "user";

const rowSchema = z.object({ key: z.string(), id: z.nullable(z.string()), base_url: z.string(), origin: z.string(), owner: z.string() });
type Row = z.infer<typeof rowSchema>;

export class AnswerTable {
  readonly #database: Database;
  readonly #shared: SharedDatabase;

  constructor(shared: SharedDatabase) {
    this.#database = shared.database;
    this.#shared = shared;
  }

  /** Records an answer before its request is sent, and resolves with its key. Rejects like `SharedDatabase.writeSoon`. */
  begin(baseUrl: string, origin: unknown, signal?: AbortSignal): Promise<string> {
    const key = makeTaskKey(Date.now());
    const row = { $key: key, $baseUrl: baseUrl, $origin: JSON.stringify(origin), $owner: this.#shared.owner.id };
    return this.#shared.writeSoon(() => {
      this.#database.run("DELETE FROM answers WHERE key < $oldest", { $oldest: firstKeySince(Date.now() - storageMilliseconds) });
      this.#database.run("INSERT INTO answers (key, base_url, origin, owner) VALUES ($key, $baseUrl, $origin, $owner)", row);
      return key;
    }, signal);
  }

  async identify(key: string, id: string): Promise<void> {
    await this.#shared.write(() => this.#database.run("UPDATE answers SET id = $id WHERE key = $key", { $key: key, $id: id }));
  }

  /** Removes an answer that is in its file, or of which nothing more can be fetched. */
  async end(key: string): Promise<void> {
    await this.#shared.write(() => this.#database.run("DELETE FROM answers WHERE key = $key", { $key: key }));
  }

  /** Whether this process writes the answer. A window that closes writes nothing more: it closes the journal before its connections. */
  isWriting(key: string): boolean {
    try {
      return (
        this.#database.get("SELECT 1 FROM answers WHERE key = $key AND owner = $owner", { $key: key, $owner: this.#shared.owner.id }) !==
        undefined
      );
    } catch {
      return false;
    }
  }

  /** Whether no answer needs a process; those that were put aside need none. */
  get isEmpty(): boolean {
    return this.#database.get("SELECT 1 FROM answers WHERE owner <> $user", { $user: theUser }) === undefined;
  }

  /** The answers of processes that have ended. */
  left(): RecordedAnswer[] {
    return this.#readLeft().map(toAnswer);
  }

  /** Resolves with the answer if this process is the one that fetches the rest of it from now on. */
  async claim(key: string): Promise<RecordedAnswer | undefined> {
    return this.#shared.write(() => {
      const row = this.#readLeft().find((one) => one.key === key);
      if (row === undefined) return undefined;
      this.#database.run("UPDATE answers SET owner = $owner WHERE key = $key", { $key: key, $owner: this.#shared.owner.id });
      return toAnswer(row);
    });
  }

  /** Leaves an answer of this process to any process. */
  async release(key: string): Promise<void> {
    const row = { $key: key, $owner: this.#shared.owner.id, $nobody: nobody };
    await this.#shared.write(() => this.#database.run("UPDATE answers SET owner = $nobody WHERE key = $key AND owner = $owner", row));
  }

  /** Keeps an answer of this process for the time when the user asks for it. No process is offered it from now on. */
  async putAside(key: string): Promise<void> {
    const row = { $key: key, $owner: this.#shared.owner.id, $user: theUser };
    await this.#shared.write(() => this.#database.run("UPDATE answers SET owner = $user WHERE key = $key AND owner = $owner", row));
  }

  /** The answers that were put aside, the newest first. */
  aside(): RecordedAnswer[] {
    const oldest = firstKeySince(Date.now() - storageMilliseconds);
    const row = { $user: theUser, $oldest: oldest };
    return readRows(this.#database.all("SELECT * FROM answers WHERE owner = $user AND key >= $oldest ORDER BY key DESC", row)).map(
      toAnswer,
    );
  }

  #readLeft(): Row[] {
    const row = { $owner: this.#shared.owner.id, $user: theUser };
    const rows = this.#database.all("SELECT * FROM answers WHERE owner NOT IN ($owner, $user) ORDER BY key", row);
    return readRows(rows).filter(({ owner }) => !this.#shared.owner.isAlive(owner));
  }
}

function readRows(rows: readonly unknown[]): Row[] {
  return rows.flatMap((row) => rowSchema.safeParse(row).data ?? []);
}

/** The JSON of a recovered row may be damaged. */
function toAnswer({ key, id, base_url: baseUrl, origin }: Row): RecordedAnswer {
  return { key, id: id ?? undefined, baseUrl, origin: tryParseJson(origin), begunAt: timeOfKey(key) };
}
