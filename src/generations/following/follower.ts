/** Decides when each accepted task is polled, within limits that hold for all tasks. There is one follower in each process. */
import type { FollowedTask } from "../task.ts";
import { delayAfterHeld, delayUntilNextPoll, longestDelayMilliseconds, PollLimits } from "./pollSchedule.ts";
import { type NextStep, TaskWork, type TaskWorkOptions } from "./taskWork.ts";

/** When the journal's disk is full, writing is tried again after this time. */
const refusedJournalMilliseconds = 5000;

interface Followed {
  key: string;
  baseUrl: string;
  /** In the clock's elapsed milliseconds. */
  dueAt: number;
  /** When the service accepted it, in the clock's elapsed milliseconds. */
  acceptedAt: number;
  errors: number;
  /** Whether the last poll returned something that ends the task if the next poll returns it again. */
  isDoubted: boolean;
  /** Set while a poll or a save is in progress. */
  work: AbortController | undefined;
  /** In the clock's elapsed milliseconds, of the poll or save in progress, or of the last one. */
  startedAt: number;
  /** Another poll was requested while one was in progress, so the result of the one in progress may be out of date. */
  isWantedAgain: boolean;
}

export class Follower {
  readonly #options: TaskWorkOptions;
  readonly #work: TaskWork;
  readonly #followed = new Map<string, Followed>();
  /** Services that asked for a pause, and the end of the pause in the clock's elapsed milliseconds. */
  readonly #pausedUntil = new Map<string, number>();
  /** The polls and saves in progress by the key of their task, also of tasks that are no longer followed. */
  readonly #works = new Map<string, Promise<void>>();
  /** The keys of those that the service may answer late. */
  readonly #held = new Set<string>();
  readonly #limits = new PollLimits();
  #timer: NodeJS.Timeout | undefined;
  #isScheduling = false;
  #isClosed = false;

  constructor(options: TaskWorkOptions) {
    this.#options = options;
    this.#work = new TaskWork(options);
  }

  get isIdle(): boolean {
    return this.#followed.size === 0;
  }

  /** Follows a task that this process owns; the first poll is due after `delay` milliseconds. */
  follow({ key, baseUrl, acceptedAt }: FollowedTask, delay: number): void {
    if (this.#isClosed || this.#followed.has(key)) return;
    const elapsed = this.#elapsed();
    // The system clock may have been changed since the task was accepted, and may change again. The age is therefore computed once.
    const age = acceptedAt === undefined ? 0 : Math.max(0, this.#options.clock.now() - acceptedAt);
    const state = {
      dueAt: elapsed + delay,
      acceptedAt: elapsed - age,
      errors: 0,
      isDoubted: false,
      work: undefined,
      startedAt: 0,
      isWantedAgain: false,
    };
    this.#followed.set(key, { key, baseUrl, ...state });
    this.#schedule();
  }

  /** Polls every task now, because what failed before may succeed, e.g. after a key was set. */
  pollNow(): void {
    this.#pausedUntil.clear();
    for (const followed of this.#followed.values()) {
      followed.dueAt = this.#elapsed();
      // A held poll is answered as soon as there is something new.
      followed.isWantedAgain = followed.work !== undefined && !this.#held.has(followed.key);
    }
    this.#schedule();
  }

  /** Works on a task now, because something that it waits for has changed. */
  wake(key: string): void {
    const followed = this.#followed.get(key);
    if (followed === undefined) return;
    followed.dueAt = this.#elapsed();
    followed.isWantedAgain = followed.work !== undefined;
    this.#schedule();
  }

  /** Stops following a task and aborts its poll. */
  drop(key: string): void {
    this.#followed.get(key)?.work?.abort();
    this.#followed.delete(key);
    this.#schedule();
  }

  /** Sets the number of processes that share the limits. */
  shareWith(processes: number): void {
    this.#limits.shareWith(processes);
  }

  /** Aborts all polls and waits for the saves in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const followed of this.#followed.values()) followed.work?.abort();
    this.#followed.clear();
    await Promise.all(this.#works.values());
  }

  #elapsed(): number {
    return this.#options.clock.elapsed();
  }

  /** Sets the timer once for all changes of the same turn: finding the next of ten thousand tasks takes time. */
  #schedule(): void {
    if (this.#isScheduling) return;
    this.#isScheduling = true;
    queueMicrotask(() => {
      this.#isScheduling = false;
      this.#setTimer();
    });
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isClosed || !this.#limits.allows(this.#works.size - this.#held.size)) return;
    const next = this.#nextDue();
    if (next === undefined) return;
    const at = Math.max(next.at, this.#limits.earliestStart());
    const wait = Math.min(Math.max(at - this.#elapsed(), 0), longestDelayMilliseconds);
    // A timer can fire early by the time that this turn of the event loop took before setting it.
    this.#timer = setTimeout(() => (this.#elapsed() < at ? this.#setTimer() : this.#start(next.followed)), wait);
  }

  #nextDue(): { followed: Followed; at: number } | undefined {
    let best: { followed: Followed; at: number } | undefined;
    for (const followed of this.#followed.values()) {
      // Dropping a task does not abort its save, which ends before the task is worked on again.
      if (this.#works.has(followed.key)) continue;
      const at = Math.max(followed.dueAt, this.#pausedUntil.get(followed.baseUrl) ?? followed.dueAt);
      if (best === undefined || at < best.at) best = { followed, at };
    }
    return best;
  }

  #start(followed: Followed): void {
    this.#limits.noteStart(this.#elapsed());
    const controller = new AbortController();
    followed.work = controller;
    followed.startedAt = this.#elapsed();
    const context = { signal: controller.signal, hold: () => this.#hold(followed.key) };
    const work = this.#work.run(followed.key, followed.isDoubted, context).then((step) => {
      followed.work = undefined;
      this.#held.delete(followed.key);
      this.#works.delete(followed.key);
      if (this.#followed.get(followed.key) === followed) this.#take(followed, step);
      this.#schedule();
    });
    this.#works.set(followed.key, work);
    this.#schedule();
  }

  /** A poll that the service may answer late does not count towards the limit of polls under way. */
  #hold(key: string): boolean {
    if (!this.#limits.allowsHeld(this.#held.size)) return false;
    this.#held.add(key);
    this.#schedule();
    return true;
  }

  #take(followed: Followed, step: NextStep): void {
    switch (step.type) {
      case "end":
        this.#followed.delete(followed.key);
        this.#options.onDone();
        return;
      case "workAgain":
        followed.dueAt = this.#elapsed();
        return;
      case "waitForJournal":
        followed.dueAt = this.#elapsed() + refusedJournalMilliseconds;
        return;
      case "wait":
        this.#wait(followed, step);
    }
  }

  #wait(followed: Followed, { pollError, retryAfter, held }: Extract<NextStep, { type: "wait" }>): void {
    followed.errors = pollError === undefined ? 0 : followed.errors + 1;
    followed.isDoubted = pollError?.isFinal === true;
    const elapsed = this.#elapsed();
    if (followed.isWantedAgain) {
      followed.isWantedAgain = false;
      followed.dueAt = elapsed;
      return;
    }
    const delay = held && retryAfter === undefined ? delayAfterHeld(elapsed - followed.startedAt, held.isChanged) : undefined;
    if (delay !== undefined) {
      followed.dueAt = elapsed + delay;
      return;
    }
    const age = elapsed - followed.acceptedAt;
    followed.dueAt = elapsed + delayUntilNextPoll({ age, errors: followed.errors, retryAfter, chance: Math.random() });
    // An answer about a task asks for a pause of that task's polls, a refusal for one of all.
    if (pollError !== undefined && retryAfter !== undefined)
      this.#pausedUntil.set(followed.baseUrl, elapsed + Math.min(retryAfter, longestDelayMilliseconds));
  }
}
