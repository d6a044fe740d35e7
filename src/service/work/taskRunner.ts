/** Runs accepted tasks, stores their results and charges for them. */
import { errorText } from "../../contract/errorText.ts";
import { forKinds, kinds } from "../../contract/kind.ts";
import type { GenerationRequest } from "../../providers/request.ts";
import { insufficientQuota } from "../account/accounts.ts";
import { withoutRepeats } from "../operations/withoutRepeats.ts";
import type { WaitingPart } from "../queue/waitingTasks.ts";
import type { StoredTask, UnfinishedTask } from "../store/storedTask.ts";
import type { InsertOptions } from "../store/taskStore.ts";
import { LargeResults } from "./largeResults.ts";
import { Slots } from "./slots.ts";
import { type AcceptOptions, type BeginOptions, type Run, TaskRun } from "./taskRun.ts";
import type { TaskRunnerParts } from "./taskRunnerParts.ts";
import { endlessPatience, untilWritten } from "./untilWritten.ts";

/** How many tasks of the demo run at the same time, counted for each kind. Further tasks wait as `pending`. */
const simultaneousDemos = 4;
/** How many tasks of other providers run at the same time. */
const simultaneousRequests = 256;

/** Interval in milliseconds of checks for tasks of services that are no longer running. */
const resumeInterval = 4_000;

/** A task that this service has taken. */
type TakenTask =
  /** The queue gave its id to this service. `found`: it was taken over or found meanwhile, so that claiming it returns nothing. */
  { state: "claiming"; found: UnfinishedTask | undefined } | { state: "starting" } | { state: "running"; run: TaskRun };

export class TaskRunner {
  readonly #parts: TaskRunnerParts;
  /** By the task's id. */
  readonly #taken = new Map<string, TakenTask>();
  /** The number of rejected claims, which may have been carried out, and the number of those whose tasks were looked for since. */
  #lostClaims = 0;
  #recoveredClaims = 0;
  #isDraining = false;
  readonly #closing = new AbortController();
  #resuming: NodeJS.Timeout | undefined;
  readonly #demoSlots = forKinds(() => new Slots(simultaneousDemos));
  readonly #slots = new Slots(simultaneousRequests);

  constructor({ log, ...parts }: Omit<TaskRunnerParts, "largeResults">) {
    this.#parts = { ...parts, largeResults: new LargeResults(), log: log && withoutRepeats(log) };
    parts.store.watchDeletions((id) => {
      if (id !== undefined) this.cancel(id);
      // If the database is unavailable again, the listener is called again later.
      else void this.#cancelMissing().catch(() => undefined);
    });
  }

  /**
   * Records the task, then starts it or leaves it to the queue; then there is no run. Rejects with `insufficient_quota` if the account's
   * balance is used up.
   */
  async accept(task: StoredTask, request: GenerationRequest, options: AcceptOptions): Promise<Run | undefined> {
    const isQueued = this.#parts.queue !== undefined;
    await this.#insert(task, request, { isQueued, reserved: options.reserved ?? 0 });
    if (isQueued) return undefined;
    return this.#begin(task, request, { ...options, isStreamed: false, isAwaited: false, isQueued, sent: undefined, isDeleted: false });
  }

  /** Records the task, then starts it in this service. `isStreamed`: its events are kept for a listener. Rejects like `accept`. */
  async begin(task: StoredTask, request: GenerationRequest, options: AcceptOptions & { isStreamed: boolean }): Promise<Run> {
    await this.#insert(task, request, { reserved: options.reserved ?? 0 });
    return this.#begin(task, request, { ...options, isAwaited: true, isQueued: false, sent: undefined, isDeleted: false });
  }

  /** The run of a task that runs in this service. */
  running(id: string): Run | undefined {
    return this.#run(id);
  }

  /** Stops the work on a deleted task. */
  cancel(id: string): void {
    this.#run(id)?.cancel();
  }

  /** Called when the client no longer reads the answer. Stops the task, and stores the result so far, unless `completesLeftText`. */
  async leave(id: string): Promise<void> {
    await this.#run(id)?.leave();
  }

  /** Resumes the unfinished tasks of services that are no longer running, and takes tasks from the queue. */
  async start(): Promise<void> {
    const { queue } = this.#parts;
    if (queue && kinds.every((kind) => queue.workers[kind] === 0)) return;
    await this.#resumeAll();
    if (!queue) return;
    this.#resuming = setInterval(() => void this.#resumeAll(), resumeInterval);
    await queue.start((id) => this.#work(id));
  }

  /** Resumes one task when a client asks for it, unless it runs here. Does nothing if there is a queue, which distributes the task itself. */
  async resume(id: string): Promise<void> {
    if (this.#parts.queue || this.#taken.has(id)) return;
    const claimed = await this.#parts.store.claim(id);
    if (claimed) void this.#beginAgain(claimed, false);
  }

  /** Tasks that wait for a free slot in this service. */
  waiting(): WaitingPart[] {
    return this.#runs()
      .filter(({ isWaiting }) => isWaiting)
      .map(({ task }) => ({ kind: task.kind, count: 1, oldest: task.createdAt }));
  }

  /** Takes no more tasks from the queue, and leaves those on which no provider works to others. Resolves when the rest is done. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    clearInterval(this.#resuming);
    // Stop the queue first, so that this service does not get back the tasks that it leaves to others.
    await this.#parts.queue?.stop();
    for (const run of this.#runs()) run.drain();
    while (this.#runs().length > 0) await Promise.allSettled(this.#runs().map(({ finished }) => finished));
  }

  /**
   * Stops all work. Texts that a provider is sending end with what has arrived; other unfinished tasks stay unfinished in the store, and
   * those from the queue are returned to it.
   */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#resuming);
    await this.#parts.queue?.stop();
    const runs = this.#runs();
    for (const run of runs) run.close();
    await Promise.allSettled(runs.map(({ finished }) => finished));
  }

  #run(id: string): TaskRun | undefined {
    const taken = this.#taken.get(id);
    return taken?.state === "running" ? taken.run : undefined;
  }

  #runs(): TaskRun[] {
    return [...this.#taken.values()].flatMap((taken) => (taken.state === "running" ? [taken.run] : []));
  }

  #begin(task: StoredTask, request: GenerationRequest, options: BeginOptions): Run {
    const slots = options.isFree ? this.#demoSlots[task.kind] : this.#slots;
    const run = new TaskRun(this.#parts, { task, request, slots, options, onEnd: () => this.#taken.delete(task.id) });
    // The task was accepted or taken over while the service started to close: the next one runs it.
    if (this.#closing.signal.aborted) run.close();
    if (this.#isDraining) run.drain();
    this.#taken.set(task.id, { state: "running", run });
    return run;
  }

  /** Starts a task of an earlier service or from the queue. Its events are not streamed. */
  async #beginAgain({ task, request, sent, isDeleted }: UnfinishedTask, isQueued: boolean): Promise<Run> {
    const model = await this.#parts.catalogue.find(task.model, task.kind);
    const isFree = model?.provider.isFree ?? false;
    return this.#begin(task, request, { isFree, isStreamed: false, isAwaited: false, isQueued, sent, isDeleted });
  }

  /** Takes over and starts the tasks of services that are no longer running, and starts those of claims that were rejected. */
  async #resumeAll(): Promise<void> {
    try {
      const lost = this.#lostClaims;
      const claimed = await this.#countLost(this.#parts.store.claimAll());
      const own = lost === this.#recoveredClaims ? [] : await this.#parts.store.listOwn();
      this.#recoveredClaims = lost;
      for (const found of [...claimed, ...own]) this.#resumeFound(found);
    } catch (error) {
      this.#parts.log?.(`unfinished tasks could not be taken over: ${errorText(error)}`);
    }
  }

  #resumeFound(found: UnfinishedTask): void {
    const taken = this.#taken.get(found.task.id);
    if (taken?.state === "claiming") taken.found = found;
    if (taken !== undefined) return;
    this.#taken.set(found.task.id, { state: "starting" });
    void this.#beginAgain(found, false);
  }

  /** Claims and runs a task that the queue has given to this service. */
  async #work(id: string): Promise<void> {
    if (this.#taken.has(id)) return;
    const claiming: TakenTask & { state: "claiming" } = { state: "claiming", found: undefined };
    this.#taken.set(id, claiming);
    let run: Run | undefined;
    try {
      const claimed = (await this.#countLost(this.#parts.store.claim(id))) ?? claiming.found;
      run = claimed && (await this.#beginAgain(claimed, true));
    } finally {
      if (!run) this.#taken.delete(id);
    }
    await run?.released;
  }

  /** Counts a rejected claim, which may have been carried out nevertheless. */
  #countLost<Claimed>(claim: Promise<Claimed>): Promise<Claimed> {
    return claim.catch((error: unknown) => {
      this.#lostClaims += 1;
      throw error;
    });
  }

  /** Records a task that starts in this service, or is left to the queue. */
  async #insert(task: StoredTask, request: GenerationRequest, options: InsertOptions): Promise<void> {
    if (!options.isQueued) this.#taken.set(task.id, { state: "starting" });
    const isInserted = await this.#parts.store.insert(task, request, options).catch((error: unknown) => {
      void this.#deleteUnaccepted(task.id);
      throw error;
    });
    if (isInserted) return;
    this.#taken.delete(task.id);
    throw insufficientQuota();
  }

  /**
   * Deletes a task that may be in the store although its client got an error, and stops its work, which may have begun if the
   * task was queued.
   */
  async #deleteUnaccepted(id: string): Promise<void> {
    const { store, log } = this.#parts;
    const what = "the end of a task that was not accepted";
    const options = { signal: this.#closing.signal, log, patience: endlessPatience, what };
    const deleting = untilWritten(() => store.delete(id), options);
    await deleting.then(
      () => this.cancel(id),
      () => undefined,
    );
    if (this.#taken.get(id)?.state === "starting") this.#taken.delete(id);
  }

  /** Stops the work on tasks that no longer exist. */
  async #cancelMissing(): Promise<void> {
    for (const { task } of this.#runs()) if ((await this.#parts.store.get(task.id)) === undefined) this.cancel(task.id);
  }
}
