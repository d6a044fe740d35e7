/** A folder and a way to reach services in; the durable tasks, shared with every other process on the same folder, out. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ServiceError } from "../client/serviceError.ts";
import type { Balance } from "../contract/v2.ts";
import { exportTask } from "./exportTask.ts";
import { Follower } from "./follower.ts";
import { Journal } from "./journal.ts";
import { JournalWatch } from "./journalWatch.ts";
import { Lease } from "./lease.ts";
import { firstDelayMilliseconds } from "./pollSchedule.ts";
import { messageOf } from "./readFailure.ts";
import { ReceivedFiles } from "./receivedFiles.ts";
import { readSubmissionError, Submissions } from "./submissions.ts";
import { Takeover } from "./takeover.ts";
import { type ArtifactTarget, runningStates, type Task } from "./task.ts";
import type { SubmitOptions, TaskChange, TaskQuery, Tasks, TasksOptions } from "./tasks.ts";

/**
 * Opens the journal in `folder`, takes over what dead processes left, and follows it.
 * @throws JournalError when the journal is of a newer version or cannot be used.
 */
export async function openTasks(options: TasksOptions): Promise<Tasks> {
  // Prompts are nobody else's business.
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  return new DurableTasks(options);
}

class DurableTasks implements Tasks {
  readonly notices: readonly string[];
  readonly #options: TasksOptions;
  readonly #now: () => number;
  readonly #journal: Journal;
  readonly #lease: Lease;
  readonly #submissions: Submissions;
  readonly #takeover: Takeover;
  readonly #follower: Follower;
  readonly #watch: JournalWatch;
  readonly #received: ReceivedFiles;
  readonly #listeners = new Set<(change: TaskChange) => void>();
  readonly #closing = new AbortController();

  constructor(options: TasksOptions) {
    this.#options = options;
    const { log, client, folder } = options;
    const clock = options.clock ?? { now: () => Date.now() };
    this.#now = () => clock.now();
    const path = join(folder, "tasks.sqlite");
    this.#journal = new Journal(path, log);
    this.notices = this.#journal.notice === undefined ? [] : [this.#journal.notice];
    this.#lease = new Lease(this.#journal, clock, log);
    this.#received = new ReceivedFiles(folder, this.#lease.owner, log);
    const common = { journal: this.#journal, owner: this.#lease.owner, client, clock, log, onWritten: () => this.#afterWriting() };
    this.#submissions = new Submissions({
      ...common,
      onAccepted: (key, baseUrl) => this.#follower.follow(key, baseUrl, firstDelayMilliseconds),
    });
    this.#follower = new Follower({
      ...common,
      received: this.#received,
      onUnreachable: (baseUrl) => this.#takeover.markUnreachable(baseUrl),
    });
    this.#takeover = new Takeover({
      ...common,
      lease: this.#lease,
      onClaimed: (key, baseUrl) => this.#follower.follow(key, baseUrl, 0),
      onProcesses: (count) => this.#follower.shareWith(count),
      onDone: () => this.#afterWriting(),
    });
    this.#watch = new JournalWatch({
      journal: this.#journal,
      path,
      log,
      onChanged: (key) => this.#tell(key),
      onLook: () => this.#takeover.look(),
      isNeeded: () => this.#listeners.size > 0 || this.#journal.tasks.hasRunning(),
    });
    this.#takeover.look();
    this.#sweepReceived();
  }

  async submit(options: SubmitOptions): Promise<Task> {
    try {
      this.#lease.hold();
    } catch (error) {
      throw readSubmissionError(error);
    }
    return await this.#submissions.submit(options);
  }

  get(key: string): Task | undefined {
    return this.#journal.tasks.get(key);
  }

  list(query: TaskQuery = {}): Task[] {
    return this.#journal.tasks.list(query);
  }

  count(query: Pick<TaskQuery, "states" | "kinds"> = {}): number {
    return this.#journal.tasks.count(query);
  }

  findByArtifact(artifact: { path?: string; sha256?: string }): Task | undefined {
    return this.#journal.tasks.findByArtifact(artifact);
  }

  settled(key: string, signal?: AbortSignal): Promise<Task> {
    const ended = signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
    return new Promise((resolve, reject) => {
      const leave = (then: () => void) => {
        stopListening();
        ended.removeEventListener("abort", abort);
        then();
      };
      const abort = () =>
        leave(() => reject(new ServiceError({ kind: "aborted", message: "Nobody waits for the task any more; it goes on." })));
      const look = (task: Task | undefined) => {
        if (task === undefined) leave(() => reject(removedError()));
        else if (!runningStates.some((state) => state === task.state)) leave(() => resolve(task));
      };
      const stopListening = this.onChange((change) => {
        if (change.key === key) look(change.task);
      });
      ended.addEventListener("abort", abort);
      if (ended.aborted) abort();
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
    this.#journal.tasks.remove(key);
    this.#afterWriting();
    void this.#received.clear(key);
  }

  forgetAll(query: Pick<TaskQuery, "states" | "kinds">): number {
    const count = this.#journal.tasks.removeEnded(query);
    this.#afterWriting();
    this.#sweepReceived();
    return count;
  }

  async retry(key: string, signal?: AbortSignal): Promise<Task> {
    const { baseUrl, request, target, origin } = this.#require(key);
    return await this.submit({ baseUrl, request, target, origin, ...(signal === undefined ? {} : { signal }) });
  }

  stop(key: string): void {
    this.#follower.drop(key);
    this.#journal.tasks.stop(key, this.#now());
    this.#afterWriting();
  }

  follow(key: string): void {
    const { baseUrl, target } = this.#require(key);
    this.#lease.hold();
    if (this.#journal.tasks.resume(key, this.#lease.owner, ["stopped", "expired"], target)) this.#follower.follow(key, baseUrl, 0);
    this.#afterWriting();
  }

  async saveAgain(key: string, target?: ArtifactTarget): Promise<Task> {
    const task = this.#require(key);
    const place = target ?? task.target;
    if (task.state !== "unsaved") return task;
    try {
      await mkdir(place.folder, { recursive: true });
      this.#lease.hold();
      if (this.#journal.tasks.resume(key, this.#lease.owner, ["unsaved"], place)) this.#follower.follow(key, task.baseUrl, 0);
    } catch (error) {
      throw readSubmissionError(error);
    }
    this.#afterWriting();
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
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#watch.close();
    await this.#takeover.close();
    await Promise.all([this.#follower.close(), this.#submissions.close()]);
    this.#releaseLease();
    this.#journal.close();
  }

  /** Listeners hear of it; and a process with nothing left to do beats no more. */
  #afterWriting(): void {
    if (this.#closing.signal.aborted) return;
    this.#watch.announce();
    if (this.#follower.isIdle && this.#submissions.isIdle && this.#takeover.isIdle) this.#releaseLease();
  }

  /** Where the journal's disk refuses, the silence of the heartbeat says it. */
  #releaseLease(): void {
    try {
      this.#lease.release();
    } catch (error) {
      this.#options.log?.warn(`The journal of tasks refuses: ${messageOf(error)}`);
    }
  }

  #tell(key: string): void {
    if (this.#listeners.size === 0) return;
    const change = { key, task: this.get(key) };
    for (const listener of [...this.#listeners]) {
      try {
        listener(change);
      } catch (error) {
        this.#options.log?.warn(`A listener to tasks failed: ${messageOf(error)}`);
      }
    }
  }

  #sweepReceived(): void {
    void this.#received.sweep((key) => this.#closing.signal.aborted || this.#isUnfinished(key));
  }

  #isUnfinished(key: string): boolean {
    const state = this.get(key)?.state;
    return state === "pending" || state === "processing" || state === "unsaved";
  }

  #require(key: string): Task {
    const task = this.get(key);
    if (task === undefined) throw removedError();
    return task;
  }
}

function removedError(): ServiceError {
  return new ServiceError({ kind: "notFound", message: "The task is not in the journal any more." });
}
