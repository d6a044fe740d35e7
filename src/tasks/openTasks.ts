/** A folder and a way to reach services in; the durable tasks, shared with every other process on the same folder, out. */
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ServiceError } from "../client/serviceError.ts";
import type { Balance } from "../contract/v2.ts";
import { readDiskRefusal } from "./diskRefusal.ts";
import { exportTask } from "./exportTask.ts";
import { Follower } from "./follower.ts";
import { Journal } from "./journal.ts";
import { JournalWatch } from "./journalWatch.ts";
import { Lease } from "./lease.ts";
import { firstDelayMilliseconds } from "./pollSchedule.ts";
import { makeTaskKey, modelOf, postTask, promptOf } from "./submitTask.ts";
import { type ArtifactTarget, runningStates, type Task, type TaskFailure } from "./task.ts";
import type { Clock, SubmitOptions, TaskChange, TaskQuery, Tasks, TasksOptions } from "./tasks.ts";

/** A service that this process could not reach is asked for again after this time. */
const unreachableMilliseconds = 30_000;

/**
 * Opens the journal in `folder`, takes over what dead processes left, and follows it.
 * @throws JournalError when the journal is of a newer version or cannot be used.
 */
export async function openTasks(options: TasksOptions): Promise<Tasks> {
  await mkdir(options.folder, { recursive: true });
  return new DurableTasks(options);
}

class DurableTasks implements Tasks {
  readonly notices: readonly string[];
  readonly #options: TasksOptions;
  readonly #clock: Clock;
  readonly #journal: Journal;
  readonly #lease: Lease;
  readonly #follower: Follower;
  readonly #watch: JournalWatch;
  readonly #receivedFolder: string;
  readonly #listeners = new Set<(change: TaskChange) => void>();
  readonly #unreachableUntil = new Map<string, number>();
  #claiming: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: TasksOptions) {
    this.#options = options;
    this.#clock = options.clock ?? { now: () => Date.now() };
    const path = join(options.folder, "tasks.sqlite");
    this.#journal = new Journal(path, options.log);
    this.notices = this.#journal.notice === undefined ? [] : [this.#journal.notice];
    this.#receivedFolder = join(options.folder, "received");
    this.#lease = new Lease(this.#journal, this.#clock);
    this.#watch = new JournalWatch({
      journal: this.#journal,
      path,
      onChanged: (key) => this.#tell(key),
      onLook: () => this.#takeOver(),
      isNeeded: () => this.#listeners.size > 0 || this.#journal.hasUnfinished(),
    });
    this.#follower = new Follower({
      journal: this.#journal,
      owner: this.#lease.owner,
      receivedFolder: this.#receivedFolder,
      client: options.client,
      clock: this.#clock,
      log: options.log,
      onWritten: () => this.#watch.announce(),
      onUnreachable: (baseUrl) => this.#unreachableUntil.set(baseUrl, this.#clock.now() + unreachableMilliseconds),
    });
    this.#takeOver();
    this.#watch.announce();
    void this.#sweepReceived();
  }

  async submit({ baseUrl, request, target, origin, signal }: SubmitOptions): Promise<Task> {
    const now = this.#clock.now();
    const key = makeTaskKey(now);
    this.#lease.hold();
    this.#journal.add(
      { key, baseUrl, request, target, origin: origin ?? {}, model: modelOf(request), prompt: promptOf(request), createdAt: now },
      this.#lease.owner,
    );
    this.#watch.announce();
    try {
      const id = await this.#post(baseUrl, request, target, signal);
      this.#journal.accept(key, id, this.#clock.now(), this.#lease.owner);
      this.#follower.follow(key, baseUrl, firstDelayMilliseconds);
      return this.#require(key);
    } catch (error) {
      const failure = readSubmissionError(error);
      const state = failure.maybeAccepted ? "maybeAccepted" : "failed";
      this.#journal.endSubmission(key, state, readFailure(failure), this.#clock.now());
      throw failure;
    } finally {
      this.#watch.announce();
    }
  }

  async #post(
    baseUrl: string,
    request: SubmitOptions["request"],
    target: ArtifactTarget,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    // Before anything is paid for: a folder that cannot be made refuses here.
    if (request.kind !== "text") await mkdir(target.folder, { recursive: true });
    const client = await this.#options.client(baseUrl);
    if (client === undefined) throw new ServiceError({ kind: "unreachable", message: "This service cannot be reached from here." });
    if (signal?.aborted) throw new ServiceError({ kind: "aborted", message: "Cancelled before it was sent." });
    return await postTask(client, request, signal === undefined ? {} : { signal });
  }

  get(key: string): Task | undefined {
    return this.#journal.get(key);
  }

  list(query: TaskQuery = {}): Task[] {
    return this.#journal.list(query);
  }

  count(query: Pick<TaskQuery, "states" | "kinds"> = {}): number {
    return this.#journal.count(query);
  }

  findByArtifact(artifact: { path?: string; sha256?: string }): Task | undefined {
    return artifact.path === undefined && artifact.sha256 === undefined ? undefined : this.#journal.findByArtifact(artifact);
  }

  settled(key: string, signal?: AbortSignal): Promise<Task> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        stopListening();
        signal?.removeEventListener("abort", abort);
      };
      const look = (task: Task | undefined) => {
        if (task === undefined) {
          leave();
          reject(removedError());
        } else if (!runningStates.some((state) => state === task.state)) {
          leave();
          resolve(task);
        }
      };
      const abort = () => {
        leave();
        reject(new ServiceError({ kind: "aborted", message: "Nobody waits for the task any more; it goes on." }));
      };
      const stopListening = this.onChange((change) => change.key === key && look(change.task));
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted) abort();
      else look(this.get(key));
    });
  }

  async delete(key: string, signal?: AbortSignal): Promise<void> {
    const task = this.#require(key);
    if (task.id !== undefined) {
      const client = await this.#options.client(task.baseUrl);
      if (client === undefined) throw new ServiceError({ kind: "unreachable", message: "This service cannot be reached from here." });
      await client.deleteTask(task.id, signal === undefined ? {} : { signal }).catch((error: unknown) => {
        if (!(error instanceof ServiceError && error.kind === "notFound")) throw error;
      });
    }
    this.forget(key);
  }

  forget(key: string): void {
    this.#follower.drop(key);
    this.#journal.remove(key);
    this.#watch.announce();
    void this.#clearReceived(key);
  }

  async retry(key: string, signal?: AbortSignal): Promise<Task> {
    const { baseUrl, request, target, origin } = this.#require(key);
    return await this.submit({ baseUrl, request, target, origin, ...(signal === undefined ? {} : { signal }) });
  }

  stop(key: string): void {
    this.#follower.drop(key);
    this.#journal.stop(key, this.#clock.now());
    this.#watch.announce();
  }

  async saveAgain(key: string, target?: ArtifactTarget): Promise<Task> {
    const task = this.#require(key);
    const place = target ?? task.target;
    if (task.state !== "unsaved") return task;
    try {
      await mkdir(place.folder, { recursive: true });
    } catch (error) {
      throw readSubmissionError(error);
    }
    this.#lease.hold();
    if (this.#journal.takeUnsaved(key, this.#lease.owner, place)) this.#follower.follow(key, task.baseUrl, 0);
    this.#watch.announce();
    return await this.settled(key);
  }

  export(key: string): string {
    return exportTask(this.#require(key));
  }

  balance(baseUrl: string): Balance | undefined {
    return this.#journal.balance(baseUrl);
  }

  onChange(listener: (change: TaskChange) => void): () => void {
    // Wrapped, so that the same function can listen twice.
    const own = (change: TaskChange) => listener(change);
    this.#listeners.add(own);
    this.#watch.adjust();
    return () => {
      this.#listeners.delete(own);
      this.#watch.adjust();
    };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#watch.close();
    await this.#follower.close();
    await this.#claiming;
    this.#lease.release();
    this.#journal.close();
  }

  /** Frees what dead processes left, and claims the tasks of every service that can be reached from here. */
  #takeOver(): void {
    if (this.#isClosed || this.#claiming !== undefined) return;
    this.#follower.shareWith(this.#lease.buryTheDead());
    this.#claiming = this.#claim()
      .catch((error: unknown) => {
        this.#options.log?.warn(`Tasks could not be taken over: ${error instanceof Error ? error.message : "unknown"}`);
      })
      .finally(() => {
        this.#claiming = undefined;
      });
  }

  async #claim(): Promise<void> {
    for (const baseUrl of this.#journal.unownedServices()) {
      if ((this.#unreachableUntil.get(baseUrl) ?? 0) > this.#clock.now()) continue;
      const client = await this.#options.client(baseUrl).catch(() => undefined);
      if (this.#isClosed) return;
      if (client === undefined) {
        this.#unreachableUntil.set(baseUrl, this.#clock.now() + unreachableMilliseconds);
        continue;
      }
      this.#lease.hold();
      for (const key of this.#journal.claim(baseUrl, this.#lease.owner)) this.#follower.follow(key, baseUrl, 0);
    }
  }

  #tell(key: string): void {
    if (this.#listeners.size === 0) return;
    const change = { key, task: this.get(key) };
    for (const listener of [...this.#listeners]) listener(change);
  }

  #require(key: string): Task {
    const task = this.get(key);
    if (task === undefined) throw removedError();
    return task;
  }

  /** Removes what dead processes received of tasks that do not need it any more. */
  async #sweepReceived(): Promise<void> {
    for (const key of await readdir(this.#receivedFolder).catch(() => [])) {
      if (this.#isClosed) return;
      const state = this.get(key)?.state;
      if (state !== "pending" && state !== "processing" && state !== "unsaved") await this.#clearReceived(key);
    }
  }

  async #clearReceived(key: string): Promise<void> {
    await rm(join(this.#receivedFolder, key), { recursive: true, force: true }).catch(() => {
      this.#options.log?.warn("A temporary folder could not be removed; the next start tries again.");
    });
  }
}

function removedError(): ServiceError {
  return new ServiceError({ kind: "notFound", message: "The task is not in the journal any more." });
}

/** What is not known to be refused may have been accepted. */
function readSubmissionError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const refusal = readDiskRefusal(error);
  if (refusal !== undefined) return new ServiceError({ kind: "disk", message: refusal.message, cause: error });
  const message = error instanceof Error ? error.message : "Unknown error.";
  return new ServiceError({ kind: "unknown", message, maybeAccepted: true, cause: error });
}

function readFailure(error: ServiceError): TaskFailure {
  return { kind: error.kind, message: error.message, code: error.code };
}
