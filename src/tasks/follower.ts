/** The journal's unfinished tasks in; polls, saved artifacts and ended tasks out. One for each process. */
import type { ReceivedFile, ServiceClient } from "../client/serviceClient.ts";
import { ServiceError } from "../client/serviceError.ts";
import { storageMilliseconds } from "../contract/limits.ts";
import { detectMediaType } from "./detectMediaType.ts";
import { readDiskRefusal } from "./diskRefusal.ts";
import type { Journal } from "./journal.ts";
import { PollLimits } from "./pollLimits.ts";
import { delayUntilNextPoll } from "./pollSchedule.ts";
import { pollTask } from "./pollTask.ts";
import { messageOf, readFailure } from "./readFailure.ts";
import { isEmptyResult, type PollOutcome, type ResultFacts } from "./readPoll.ts";
import type { ReceivedFiles } from "./receivedFiles.ts";
import { saveArtifacts } from "./saveArtifacts.ts";
import type { Task, TaskFailure } from "./task.ts";
import type { Clock, TasksLog } from "./tasks.ts";

/** Timers take no more. */
const longestTimer = 2 ** 31 - 1;
/** A journal on a full disk is tried again after this time. */
const refusedJournalMilliseconds = 5000;

export interface FollowerOptions {
  journal: Journal;
  owner: string;
  received: ReceivedFiles;
  client: (baseUrl: string) => Promise<ServiceClient | undefined>;
  clock: Clock;
  log: TasksLog | undefined;
  /** Something was written to the journal. */
  onWritten: () => void;
  /** This process cannot reach a task's service: others may. */
  onUnreachable: (baseUrl: string) => void;
}

interface Followed {
  key: string;
  baseUrl: string;
  dueAt: number;
  failures: number;
  /** Set while a poll or a save is under way. */
  work: AbortController | undefined;
}

export class Follower {
  readonly #options: FollowerOptions;
  readonly #followed = new Map<string, Followed>();
  /** Services that asked for a pause, and until when. */
  readonly #pausedUntil = new Map<string, number>();
  readonly #works = new Set<Promise<void>>();
  readonly #limits = new PollLimits();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#followed.size === 0;
  }

  /** Follows a task that this process owns; a poll is due after `delay` milliseconds. */
  follow(key: string, baseUrl: string, delay: number): void {
    if (this.#isClosed || this.#followed.has(key)) return;
    this.#followed.set(key, { key, baseUrl, dueAt: this.#options.clock.now() + delay, failures: 0, work: undefined });
    this.#schedule();
  }

  /** Follows a task no more, and cuts its poll. */
  drop(key: string): void {
    this.#followed.get(key)?.work?.abort();
    this.#followed.delete(key);
    this.#schedule();
  }

  /** The limits hold for all living processes together. */
  shareWith(processes: number): void {
    this.#limits.shareWith(processes);
  }

  /** Cuts all polls and waits for saves under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const followed of this.#followed.values()) followed.work?.abort();
    this.#followed.clear();
    await Promise.all(this.#works);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isClosed || !this.#limits.allows(this.#works.size)) return;
    const next = this.#nextDue();
    if (next === undefined) return;
    const wait = Math.max(next.at, this.#limits.earliestStart()) - this.#options.clock.now();
    this.#timer = setTimeout(() => this.#start(next.followed), Math.min(Math.max(wait, 0), longestTimer));
  }

  #nextDue(): { followed: Followed; at: number } | undefined {
    let best: { followed: Followed; at: number } | undefined;
    for (const followed of this.#followed.values()) {
      if (followed.work !== undefined) continue;
      const at = Math.max(followed.dueAt, this.#pausedUntil.get(followed.baseUrl) ?? 0);
      if (best === undefined || at < best.at) best = { followed, at };
    }
    return best;
  }

  #start(followed: Followed): void {
    this.#limits.noteStart(this.#options.clock.now());
    const controller = new AbortController();
    followed.work = controller;
    const work = this.#workOn(followed, controller.signal)
      .catch((error: unknown) => this.#postpone(followed, error))
      .finally(() => {
        followed.work = undefined;
        this.#works.delete(work);
        this.#schedule();
      });
    this.#works.add(work);
    this.#schedule();
  }

  async #workOn(followed: Followed, signal: AbortSignal): Promise<void> {
    const { journal, owner, received } = this.#options;
    const task = journal.tasks.get(followed.key);
    if (task === undefined || !journal.owners.owns(owner, followed.key)) return this.#end(followed);
    if (journal.intents.of(task.key).length > 0) return await this.#save(followed, task);
    if (task.id === undefined) return this.#end(followed);
    const client = await this.#options.client(task.baseUrl);
    if (client === undefined) {
      journal.owners.giveBack(task.key, owner);
      this.#options.onUnreachable(task.baseUrl);
      return this.#end(followed);
    }
    const folder = await received.makeFolder(task.key);
    let isReceived = false;
    try {
      const { outcome, balance } = await pollTask(client, task, task.id, folder, signal);
      signal.throwIfAborted();
      if (balance !== undefined) journal.setBalance(task.baseUrl, balance);
      isReceived = await this.#act(followed, task, outcome);
    } finally {
      if (!isReceived) await received.discard(task.key);
    }
    if (isReceived) await this.#save(followed, task);
  }

  /** @returns whether files or a text were received, and are to be saved. */
  async #act(followed: Followed, task: Task, outcome: PollOutcome): Promise<boolean> {
    const { journal, owner, clock } = this.#options;
    switch (outcome.is) {
      case "waiting": {
        followed.failures = 0;
        if (this.#isExpired(task)) {
          this.#expire(followed);
          return false;
        }
        const state = outcome.state ?? "processing";
        if (state !== task.state || task.error !== undefined) journal.tasks.noteProgress(task.key, owner, state, undefined);
        this.#wait(followed, task, undefined);
        this.#options.onWritten();
        return false;
      }
      case "failed":
        journal.tasks.finish(task.key, owner, "failed", outcome.error, clock.now());
        this.#end(followed);
        return false;
      case "completed":
        if (isEmptyResult(task.kind, outcome.facts, outcome.files)) {
          const error: TaskFailure = { kind: "badAnswer", message: "The service says completed, but sent nothing.", code: undefined };
          journal.tasks.finish(task.key, owner, "failed", error, clock.now());
        } else if (await this.#receive(task, outcome.facts, outcome.files)) {
          return true;
        }
        this.#end(followed);
        return false;
    }
  }

  async #receive(task: Task, facts: ResultFacts, files: readonly ReceivedFile[]): Promise<boolean> {
    const intents = await Promise.all(
      files.map(async (file, position) => ({
        ...(await detectMediaType(file.path)),
        position,
        received: file.path,
        path: undefined,
        size: file.size,
        sha256: file.sha256,
      })),
    );
    return this.#options.journal.receive(task.key, this.#options.owner, facts, intents);
  }

  async #save(followed: Followed, task: Task): Promise<void> {
    const { journal, owner, clock, received } = this.#options;
    try {
      const artifacts = await saveArtifacts(journal, task);
      if (artifacts === undefined) {
        journal.intents.remove(task.key);
        followed.dueAt = clock.now();
        return;
      }
      const isMine = journal.save(task.key, owner, artifacts, clock.now());
      this.#end(followed);
      if (isMine) await received.clear(task.key);
    } catch (error) {
      const refusal = readDiskRefusal(error);
      if (refusal === undefined) throw error;
      journal.tasks.finish(task.key, owner, "unsaved", refusal, clock.now());
      this.#end(followed);
    }
  }

  /** A poll that failed never ends a task, unless the task is too old or this machine's disk has no room. */
  #postpone(followed: Followed, error: unknown): void {
    const { journal, owner, clock, log } = this.#options;
    if (this.#isClosed || this.#followed.get(followed.key) !== followed) return;
    followed.failures += 1;
    const failure = readFailure(error);
    log?.debug(`A poll failed (${failure.kind}); asked again later.`);
    try {
      const task = journal.tasks.get(followed.key);
      if (task === undefined) {
        this.#end(followed);
      } else if (failure.kind === "disk") {
        journal.tasks.finish(task.key, owner, "unsaved", failure, clock.now());
        this.#end(followed);
      } else if (this.#isExpired(task)) {
        this.#expire(followed);
      } else {
        const retryAfter = error instanceof ServiceError ? error.retryAfterMilliseconds : undefined;
        this.#wait(followed, task, retryAfter);
        if (retryAfter !== undefined) this.#pausedUntil.set(task.baseUrl, clock.now() + retryAfter);
        if (task.error?.kind !== failure.kind && !journal.tasks.noteProgress(task.key, owner, task.state, failure)) this.#end(followed);
        this.#options.onWritten();
      }
    } catch (journalError) {
      followed.dueAt = clock.now() + refusedJournalMilliseconds;
      log?.warn(`The journal of tasks refuses: ${messageOf(journalError)}`);
    }
  }

  #wait(followed: Followed, task: Task, retryAfter: number | undefined): void {
    const now = this.#options.clock.now();
    const age = now - (task.acceptedAt ?? task.createdAt);
    followed.dueAt = now + delayUntilNextPoll({ age, failures: followed.failures, retryAfter, chance: Math.random() });
  }

  #isExpired(task: Task): boolean {
    return this.#options.clock.now() - (task.acceptedAt ?? task.createdAt) > storageMilliseconds;
  }

  #expire(followed: Followed): void {
    const { journal, owner, clock } = this.#options;
    const error: TaskFailure = { kind: "notFound", message: "The service keeps results for 30 days, which are over.", code: undefined };
    journal.tasks.finish(followed.key, owner, "expired", error, clock.now());
    this.#end(followed);
  }

  #end(followed: Followed): void {
    if (this.#followed.get(followed.key) === followed) this.#followed.delete(followed.key);
    this.#options.onWritten();
  }
}
