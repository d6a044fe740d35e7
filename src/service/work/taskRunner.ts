/** Runs accepted tasks, stores their results and charges for them. */
import { setTimeout as sleep } from "node:timers/promises";
import { forKinds, kinds } from "../../contract/kind.ts";
import type { GenerationRequest } from "../../providers/request.ts";
import { insufficientQuota, millionths } from "../account/accounts.ts";
import type { ResponseEvent } from "../answers/responseEvents.ts";
import { unknownTask } from "../apiError.ts";
import type { WaitingPart } from "../operations/waitingTasks.ts";
import type { StoredTask, UnfinishedTask } from "../store/storedTask.ts";
import type { InsertOptions, Outcome } from "../store/taskStore.ts";
import { failedOutcome, quotaOutcome } from "./failedOutcome.ts";
import { makeOutcome, type Stage } from "./makeOutcome.ts";
import { createSlots } from "./slots.ts";
import { TaskDeleted } from "./taskDeleted.ts";
import type { TaskRunnerParts } from "./taskRunnerParts.ts";
import { endlessPatience, untilWritten } from "./untilWritten.ts";
import { type AcceptOptions, type BeginOptions, isPartOfText, LeftToOthers, stopWork, type Work } from "./work.ts";
import { writeOutcome } from "./writeOutcome.ts";

/** How many tasks of the demo run at the same time, counted for each kind. Further tasks wait as `pending`. */
const simultaneousDemos = 4;
/** How many tasks of other providers run at the same time. */
const simultaneousRequests = 256;

/** Interval in milliseconds of checks for tasks of services that are no longer running. */
const resumeInterval = 4_000;

/** A running task. */
export interface Run {
  readonly task: StoredTask;
  /**
   * The outcome that was stored: the result, or a failure if the result could not be written. Rejects with `not_found` if the task is
   * deleted, taken over or left to another service.
   */
  readonly finished: Promise<Outcome>;
  /** Resolves when the task needs no worker any more: it is finished, or its result waits for a disk or a database. */
  readonly released: Promise<void>;
  /** Calls `listener` with the events of the answer, starting with the earlier ones. Only one listener is supported. */
  listen(listener: (event: ResponseEvent) => void): void;
}

export interface TaskRunner {
  /**
   * Records the task, then starts it or leaves it to the queue; then there is no run. Rejects with `insufficient_quota` if the account's
   * balance is used up.
   */
  accept(task: StoredTask, request: GenerationRequest, options: AcceptOptions): Promise<Run | undefined>;
  /** Records the task, then starts it in this service. `isStreamed`: its events are kept for a listener. Rejects like `accept`. */
  begin(task: StoredTask, request: GenerationRequest, options: AcceptOptions & { isStreamed: boolean }): Promise<Run>;
  /** Stops the work on a deleted task. */
  cancel(id: string): void;
  /** Called when the client no longer reads the answer. Stops the task, and stores the result so far, unless `completesLeftTexts`. */
  leave(id: string): void;
  /** Resumes the unfinished tasks of services that are no longer running, and takes tasks from the queue. */
  start(): Promise<void>;
  /** Resumes one task when a client asks for it. Does nothing if there is a queue, which distributes the task itself. */
  resume(id: string): Promise<void>;
  /** Tasks that wait for a free slot in this service. */
  waiting(): WaitingPart[];
  /** Takes no more tasks from the queue, and leaves those on which no provider works to others. Resolves when the rest is done. */
  drain(): Promise<void>;
  /**
   * Stops all work. Texts that a provider is sending end with what has arrived; other unfinished tasks stay unfinished in the store, and
   * those from the queue are returned to it.
   */
  close(): Promise<void>;
}

export function createTaskRunner(parts: TaskRunnerParts): TaskRunner {
  const { store, queue, settings, observer, catalogue } = parts;
  const running = new Map<string, { work: Work; finished: Promise<Outcome> }>();
  /** Ids of the tasks that are running, or about to start. */
  const takenIds = new Set<string>();
  /**
   * The ids that the queue has given to this service and that it is claiming. A value: the task was taken over or found meanwhile, so that
   * claiming it returns nothing.
   */
  const claiming = new Map<string, UnfinishedTask | undefined>();
  /** The number of rejected claims, which may have been carried out, and the number of those whose tasks were looked for since. */
  let [lostClaims, recoveredClaims] = [0, 0];
  let isDraining = false;
  const closing = new AbortController();
  let resuming: NodeJS.Timeout | undefined;
  const demoSlots = forKinds(() => createSlots(simultaneousDemos));
  const slots = createSlots(simultaneousRequests);
  const knownModel = (id: string) => (catalogue.isKnown(id) ? id : undefined);

  async function make(work: Work, request: GenerationRequest, signal: AbortSignal, emit: (event: ResponseEvent) => void): Promise<Outcome> {
    if (settings.delay > 0) await sleep(settings.delay, undefined, { signal });
    const { task, options, cause } = work;
    const taskSlots = options.isFree ? demoSlots[task.kind] : slots;
    const release = await taskSlots.take(signal);
    const onStage = (stage: Stage) => {
      work.stage = stage;
      if (isDraining) leaveToOthers(work);
    };
    try {
      if (!(await isAffordable(work, signal))) return quotaOutcome();
      return await makeOutcome(parts, { task, request, sent: options.sent, isDeleted: options.isDeleted, cause, signal, emit, onStage });
    } catch (error) {
      if (signal.aborted) throw error;
      // The messages of SQLite and of our own errors contain no prompt.
      parts.log?.(`generation failed: ${error instanceof Error ? error.message : "unknown error"}`);
      return failedOutcome();
    } finally {
      release();
    }
  }

  /** A task that waited may find the balance used up. */
  async function isAffordable({ task, options }: Work, signal: AbortSignal): Promise<boolean> {
    if (options.isFree || options.isAwaited || options.sent !== undefined || options.isDeleted) return true;
    const what = "the start of a task";
    return untilWritten(() => store.isAffordable(task.id), { signal, log: parts.log, patience: endlessPatience, what });
  }

  async function finish(work: Work, making: Promise<Outcome>, onRetry: () => void): Promise<Outcome> {
    const { task, options, generation, deletion } = work;
    try {
      const outcome = await making.catch((error: unknown) => {
        if (deletion.signal.aborted || !generation.signal.aborted) throw error;
        return failedOutcome("The request was cancelled.");
      });
      deletion.signal.throwIfAborted();
      const stored = await writeOutcome(store, task.id, outcome, { signal: deletion.signal, log: parts.log, onRetry });
      parts.recent.keep(stored.files);
      reportEnd(work, stored);
      return stored;
    } catch (error) {
      if (!deletion.signal.aborted) throw error;
      if (options.isQueued && deletion.signal.reason instanceof LeftToOthers) {
        // If this cannot be written, other services take the task over when this one has ended.
        await store.release(task.id).catch(logError("a task could not be given back"));
      }
      throw unknownTask();
    } finally {
      running.delete(task.id);
      takenIds.delete(task.id);
    }
  }

  function reportEnd({ task, cause, begunAt }: Work, { status, usage, cost }: Outcome): void {
    observer.endTask({
      id: task.id,
      cause: cause.id,
      kind: task.kind,
      model: knownModel(task.model),
      status,
      inputTokens: usage?.input ?? 0,
      outputTokens: usage?.output ?? 0,
      cost: cost / millionths,
      milliseconds: performance.now() - begunAt,
    });
  }

  function begin(task: StoredTask, request: GenerationRequest, options: BeginOptions): Run {
    const work: Work = {
      task,
      options,
      cause: options.cause ?? observer.beginTask(task.id),
      begunAt: performance.now(),
      generation: new AbortController(),
      deletion: new AbortController(),
      stage: "waiting",
    };
    // The task was accepted or taken over while the service started to close: the next one runs it.
    if (closing.signal.aborted) stopWork(work, new LeftToOthers());
    if (isDraining) leaveToOthers(work);
    const { signal } = work.generation;
    const kept: ResponseEvent[] = [];
    let listener: ((event: ResponseEvent) => void) | undefined;
    let hasText = false;
    const emit = (event: ResponseEvent) => {
      if (!hasText && event.type === "response.output_text.delta") {
        hasText = true;
        observer.firstText(knownModel(task.model), performance.now() - work.begunAt);
      }
      if (listener) listener(event);
      else if (options.isStreamed) kept.push(event);
    };
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const finished = finish(work, make(work, request, signal, emit), release);
    // A rejection need not be handled, because the outcome is in the store.
    finished.catch(() => undefined).finally(release);
    running.set(task.id, { work, finished });
    return {
      task,
      finished,
      released,
      listen(added) {
        for (const event of kept.splice(0)) added(event);
        listener = added;
      },
    };
  }

  /** Leaves a task to other services, unless a provider may have accepted it and is answering, or a client waits for it here. */
  function leaveToOthers(work: Work): void {
    if (!work.options.isAwaited && work.stage !== "sent") stopWork(work, new LeftToOthers());
  }

  /** Starts a task of an earlier service or from the queue. Its events are not streamed. */
  async function beginAgain({ task, request, sent, isDeleted }: UnfinishedTask, isQueued: boolean): Promise<Run> {
    const model = await catalogue.find(task.model, task.kind);
    return begin(task, request, {
      isFree: model?.provider.isFree ?? false,
      isStreamed: false,
      isAwaited: false,
      isQueued,
      sent,
      isDeleted,
    });
  }

  /** Takes over and starts the tasks of services that are no longer running, and starts those of claims that were rejected. */
  async function resumeAll(): Promise<void> {
    const lost = lostClaims;
    const claimed = await store.claimAll().catch(countLostClaim);
    const own = lost === recoveredClaims ? [] : await store.listOwn();
    recoveredClaims = lost;
    for (const found of [...claimed, ...own]) {
      if (claiming.has(found.task.id)) claiming.set(found.task.id, found);
      if (takenIds.has(found.task.id)) continue;
      takenIds.add(found.task.id);
      void beginAgain(found, false);
    }
  }

  async function work(id: string): Promise<void> {
    if (takenIds.has(id)) return;
    takenIds.add(id);
    claiming.set(id, undefined);
    let run: Run | undefined;
    try {
      const claimed = (await store.claim(id).catch(countLostClaim)) ?? claiming.get(id);
      run = claimed && (await beginAgain(claimed, true));
    } finally {
      claiming.delete(id);
      if (!run) takenIds.delete(id);
    }
    await run?.released;
  }

  /** Counts a rejected claim, which may have been carried out nevertheless. */
  function countLostClaim(error: unknown): never {
    lostClaims += 1;
    throw error;
  }

  /** Records a task that starts in this service, or is left to the queue. */
  async function insert(task: StoredTask, request: GenerationRequest, options: InsertOptions): Promise<void> {
    if (!options.isQueued) takenIds.add(task.id);
    const isInserted = await store.insert(task, request, options).catch((error: unknown) => {
      void deleteUnaccepted(task.id);
      throw error;
    });
    if (isInserted) return;
    takenIds.delete(task.id);
    throw insufficientQuota();
  }

  /**
   * Deletes a task that may be in the store although its client got an error, and stops its work, which may have begun if the
   * task was queued.
   */
  async function deleteUnaccepted(id: string): Promise<void> {
    const what = "the end of a task that was not accepted";
    const options = { signal: closing.signal, log: parts.log, patience: endlessPatience, what };
    const deleting = untilWritten(() => store.delete(id), options);
    await deleting.then(
      () => cancel(id),
      () => undefined,
    );
    takenIds.delete(id);
  }

  /** What was generated of a task that was sent is charged. */
  function cancel(id: string): void {
    const work = running.get(id)?.work;
    if (!work) return;
    const reason = new TaskDeleted("The task was deleted.");
    if (work.stage !== "waiting" || work.options.sent !== undefined) work.generation.abort(reason);
    else stopWork(work, reason);
  }

  /** Stops the work on tasks that no longer exist. */
  async function cancelMissing(): Promise<void> {
    for (const id of [...running.keys()]) if ((await store.get(id)) === undefined) cancel(id);
  }

  const logError = (what: string) => (error: unknown) =>
    parts.log?.(`${what}: ${error instanceof Error ? error.message : "unknown error"}`);
  const logUnresumed = logError("unfinished tasks could not be taken over");

  store.watchDeletions((id) => {
    if (id !== undefined) cancel(id);
    // If the database is unavailable again, the listener is called again later.
    else void cancelMissing().catch(() => undefined);
  });
  return {
    async accept(task, request, options) {
      await insert(task, request, { isQueued: queue !== undefined, reserved: options.reserved ?? 0 });
      if (queue) return undefined;
      return begin(task, request, { ...options, isStreamed: false, isAwaited: false, isQueued: false, sent: undefined, isDeleted: false });
    },
    async begin(task, request, options) {
      await insert(task, request, { reserved: options.reserved ?? 0 });
      return begin(task, request, { ...options, isAwaited: true, isQueued: false, sent: undefined, isDeleted: false });
    },
    cancel,
    leave(id) {
      const work = running.get(id)?.work;
      if (work && !(work.options.isFree && parts.settings.completesLeftTexts)) work.generation.abort();
    },
    async start() {
      if (queue && kinds.every((kind) => queue.workers[kind] === 0)) return;
      await resumeAll().catch(logUnresumed);
      if (!queue) return;
      resuming = setInterval(() => void resumeAll().catch(logUnresumed), resumeInterval);
      await queue.start(work);
    },
    async resume(id) {
      if (queue) return;
      const claimed = await store.claim(id);
      if (claimed) void beginAgain(claimed, false);
    },
    waiting: () =>
      [...running.values()].flatMap(({ work: { task, stage } }) =>
        stage === "waiting" ? [{ kind: task.kind, count: 1, oldest: task.createdAt }] : [],
      ),
    async drain() {
      isDraining = true;
      clearInterval(resuming);
      // Stop the queue first, so that this service does not get back the tasks that it leaves to others.
      await queue?.stop();
      for (const { work } of running.values()) leaveToOthers(work);
      while (running.size > 0) await Promise.allSettled([...running.values()].map(({ finished }) => finished));
    },
    async close() {
      closing.abort();
      clearInterval(resuming);
      await queue?.stop();
      const ending = [...running.values()].map(({ finished }) => finished);
      for (const { work } of running.values()) {
        const reason = new LeftToOthers();
        if (isPartOfText(work)) work.generation.abort(reason);
        else stopWork(work, reason);
      }
      await Promise.allSettled(ending);
    },
  };
}
